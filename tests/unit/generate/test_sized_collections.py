"""Texts and collections of a given length."""

from __future__ import annotations

import pytest

from refute.generate.sized_collections import SIZED, sized_sources
from refute.model.literals import maker
from refute.model.typeform import BOOL, FLOAT, INT, NONE, STR, TypeForm, union

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
        (TypeForm("dict", (STR, STR)), ["dict.fromkeys(map(str, range(9)), None)"]),
        (TypeForm("list", (FLOAT,)), ["list(map(float, range(9)))"]),
        (TypeForm("set", (TypeForm("bytes"),)), ["set(map(b'%d'.__mod__, range(9)))"]),
        (TypeForm("set", (union(STR, INT),)), ["set(map(str, range(9)))"]),
        (TypeForm("list", (union(NONE, BOOL, INT),)), ["list(range(9))"]),
        (TypeForm("set", (TypeForm("decimal:Decimal"),)), ["set(map(decimal.Decimal, range(9)))"]),
        (TypeForm("set", (TypeForm("tuple", (INT, STR)),)), ["set(zip(range(9), map(str, range(9))))"]),
        (TypeForm("set", (TypeForm("tuple", (INT, TypeForm("..."))),)), ["set(zip(range(9)))"]),
        (TypeForm("set", (TypeForm("tuple", (INT, BOOL)),)), []),
    ],
)  # fmt: skip
def test_a_collection_has_as_many_elements_as_asked(form: TypeForm, sources: list[str]) -> None:
    found = sized_sources(form, 9, ["None"])

    assert found == sources
    assert all(
        len(maker(one)()) == 9  # type: ignore[arg-type]
        and type(maker(one)()).__name__ == SIZED[form.name]
        for one in found
    )


def test_values_of_a_dict_that_can_be_changed_are_not_the_same_object() -> None:
    (source,) = sized_sources(TypeForm("dict", (INT, TypeForm("list", (INT,)))), 9, ["[]"])
    made = maker(source)()

    assert made == {key: [] for key in range(9)}
    assert made[0] is not made[1]  # type: ignore[index]
