"""Texts and collections of a given length."""

from __future__ import annotations

import pytest

from refute.generate.sized_collections import SIZED, sized_sources
from refute.model.typeform import INT, STR, TypeForm

LIST = "collections.abc:Sequence"


@pytest.mark.parametrize(
    ("form", "sources"),
    [
        (TypeForm("str"), ["'a' * 9"]),
        (TypeForm("bytes"), ["b'a' * 9"]),
        (TypeForm("list"), ["list(range(9))"]),
        (TypeForm("set", (INT,)), ["set(range(9))"]),
        (TypeForm(LIST, (STR,)), ["list(map(str, range(9)))"]),
        (TypeForm("list", (TypeForm("None"),)), ["[None] * 9"]),
        (TypeForm("tuple", (TypeForm("None"), TypeForm("..."))), ["(None,) * 9"]),
        (TypeForm("set", (TypeForm("None"),)), []),
        (TypeForm("tuple", (INT, INT)), []),
        (TypeForm("dict", (STR, INT)), ["dict.fromkeys(map(str, range(9)), 0)"]),
        (TypeForm("dict", (STR, STR)), []),
    ],
)
def test_a_collection_has_as_many_elements_as_asked(form: TypeForm, sources: list[str]) -> None:
    found = sized_sources(form, 9, ["None"])

    assert found == sources
    assert all(
        len(eval(one)) == 9 and type(eval(one)).__name__ == SIZED[form.name] for one in found
    )
