"""What a function gives may come wrapped."""

from __future__ import annotations

import pytest

from refute.model.typeform import ANY, INT, STR, TypeForm
from refute.model.wrapped_results import inside, way_to_give


@pytest.mark.parametrize(
    ("name", "args", "way", "held"),
    [
        ("collections.abc:Iterator", (INT,), "items", INT),
        ("collections.abc:Iterator", (), "items", ANY),
        ("collections.abc:Coroutine", (ANY, ANY, STR), "await", STR),
        ("contextlib:AbstractContextManager", (INT, ANY), "with", INT),
        ("collections.abc:AsyncGenerator", (INT, ANY), "async-items", INT),
        ("contextlib:AbstractAsyncContextManager", (INT, ANY), "async-with", INT),
        ("list", (INT,), "", TypeForm("list", (INT,))),
    ],
)
def test_a_result_is_given_in_its_way(name, args, way, held):
    form = TypeForm(name, args)

    assert way_to_give(form) == way
    assert inside(form, way) == held
    assert inside(form, "") == form
