"""Classes are found by the attributes that are asked of a value."""

from __future__ import annotations

import pytest

from refute.discover.inference.attribute_owners import AttributeOwners
from tests.unit.discover.inference.conftest import index_of

INDEX = index_of(
    shop="""
    from collections import namedtuple
    class Base:
        def __init__(self):
            self.total_due = 0
    class Cart(Base):
        lines = ()
        def checkout_all(self): ...
    class Span(namedtuple("Span", ["begin", "end_of_it"])):
        pass
    """
)


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        (["items", "keys"], "dict"),
        (["splitlines"], "str"),
        (["append"], "list"),
        (["isoweekday"], "date"),
        (["start", "stop", "step"], "slice"),
        (["total_due"], "Base"),
        (["total_due", "checkout_all"], "Cart"),
        (["end_of_it"], "Span"),
    ],
)
def test_the_likeliest_owner(asked: list[str], name: str) -> None:
    owners = sorted(AttributeOwners(INDEX).owners(asked), key=lambda pair: -pair[1])

    assert str(owners[0][0]) == name


def test_attributes_that_nobody_has_say_nothing() -> None:
    assert list(AttributeOwners(INDEX).owners(["frobnicate"])) == []
