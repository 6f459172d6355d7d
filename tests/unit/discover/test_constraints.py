"""What annotations and validators say about values beyond their type, by the names of attributes."""

from __future__ import annotations

import re
from types import SimpleNamespace as Item
from typing import Annotated, Any

import pytest

from refute.discover.annotations import Annotations
from refute.discover.constraints import constrained, validated
from refute.model.subject import Input
from refute.model.typeform import INT, STR, TypeForm


@pytest.mark.parametrize(
    ("annotation", "shown"),
    [
        (Annotated[int, Item(gt=3)], "int where x > 3"),
        (Annotated[int, Item(ge=3, le=None), Item(lt=9)], "int where x >= 3 and x < 9"),
        (Annotated[float, Item(multiple_of=0.5)], "float where x % 0.5 == 0"),
        (Annotated[str, Item(min_length=1, max_length=3)], "str where len(x) >= 1 and len(x) <= 3"),
        (Annotated[str, Item(pattern="^a")], "str where re.search('^a', x)"),
        (Annotated[list[int], Item(min_length=1)], "list[int] where len(x) >= 1"),
        (list[Annotated[int, Item(gt=0)]], "list[int where x > 0]"),
        (Annotated[int | None, Item(gt=0)], "int where x > 0 | None"),
        # pydantic's Field holds what it says in a list.
        (Annotated[int, Item(metadata=[Item(gt=0)])], "int where x > 0"),
        (Annotated[int, "a comment", Item(name="n"), None], "int"),
        (Annotated[str, Item(gt=0)], "str"),
        (Annotated[bool, Item(min_length=3)], "bool"),
        (Annotated[int, Item(gt=object())], "int"),
        (Annotated[str, re.compile("a")], "str"),
    ],
)
def test_conditions_are_read(annotation: Any, shown: str) -> None:
    assert str(Annotations().form(annotation)) == shown


def attrs_class(**validators: Any) -> type:
    fields = tuple(Item(name=name, alias=None, validator=one) for name, one in validators.items())
    return type("Box", (), {"__attrs_attrs__": fields})


def test_validators_of_attrs_are_read() -> None:
    both = Item(_validators=(Item(bound=2, compare_op=">="), Item(bound=9, compare_op="<")))
    matches = Item(pattern=re.compile("a+"), match_func=re.compile("a+").fullmatch)
    cls = attrs_class(n=both, s=matches, t=Item(validator=Item(max_length=3)), u=Item(options=("a", "b")), v=None)  # fmt: skip
    inputs = [Input(name, INT if name == "n" else STR) for name in "nstuv"]

    forms = [str(one.form) for one in validated(cls, tuple(inputs))]

    assert forms == [
        "int where x >= 2 and x < 9",
        "str where re.fullmatch('a+', x)",
        "str where len(x) <= 3",
        "literal['a', 'b']",
        "str",
    ]


def test_a_class_without_validators_asks_for_nothing_more() -> None:
    inputs = (Input("n", INT),)

    assert validated(int, inputs) is inputs
    assert constrained(TypeForm("shop:Cart"), [Item(gt=3)]) == TypeForm("shop:Cart")
