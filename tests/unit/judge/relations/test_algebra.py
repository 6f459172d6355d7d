"""Which operators may have their operands exchanged."""

from __future__ import annotations

import pytest

from refute.judge.relations.relation import MAJORITY

CLASS = """
class Span:
    def __eq__(self, other): return isinstance(other, Span)
    def {0}(self, other): return self
"""


@pytest.mark.parametrize(("name", "share"), [("__and__", MAJORITY), ("intersection", MAJORITY), ("__or__", 0.99), ("__add__", 0.99)])  # fmt: skip
def test_what_two_have_in_common_needs_less_evidence(module, name, share):
    relation = module(CLASS.format(name)).relation("commutative")

    assert relation.family.share == share


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("{0}", "__sub__"),
        ("{0}(self, other)", "__or__(self, upper)"),
        ("return self\n", "'''The right one wins.'''\n"),
        ("{0}(self, other)", "intersection(self, other, more)"),
        ("__eq__", "same"),
    ],
)
def test_the_order_may_matter(module, old, new):
    text = CLASS.replace(old, new).format("__and__")

    assert module(text).relations("commutative") == []


def test_no_functions(module):
    assert module("def intersection(a, other): return a\n").relations("commutative") == []


def test_operands_that_are_equal_or_of_two_classes_tell_nothing(module):
    relation = module(CLASS.format("__and__")).relation("commutative")

    assert relation.seen([1, 2, 3, 3], (0, 1, 2, 3)) is True
    assert relation.seen([1, 1, 3, 3], (0, 1, 2, 3)) is None
    assert relation.seen([1, "a", 3, 3], (0, 1, 2, 3)) is None
    assert relation.seen([1, "a", 3, 4], (0, 1, 2, 3)) is None
