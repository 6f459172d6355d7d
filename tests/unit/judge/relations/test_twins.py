"""Which operations do the same, one in place."""

from __future__ import annotations

import pytest

CLASS = """
class Bag:
    def __eq__(self, other): return isinstance(other, Bag)
    {0}
    {1}
"""


@pytest.mark.parametrize(
    ("in_place", "pure"),
    [
        *(("sort", "sorted"), ("scale", "scaled"), ("copy", "copied"), ("swap", "swapped")),
        *(("update", "union"), ("__iadd__", "__add__"), ("grow", "grow_copy")),
    ],
)
def test_twins_go_by_their_names(module, in_place, pure):
    text = CLASS.format(*(f"def {one}(self, other): return self" for one in (in_place, pure)))

    assert module(text).relations("twins") == [(f"Bag.{in_place}", f"Bag.{pure}")]


@pytest.mark.parametrize(
    ("in_place", "pure"),
    [
        ("def sort(self): ...", "def sorted(self, key): ..."),
        ("def sort(self, a): ...", "def sorted(self, b): ..."),
        ("def sort(self) -> list: ...", "def sorted(self): ..."),
    ],
)
def test_who_takes_or_returns_something_else_is_no_twin(module, in_place, pure):
    assert module(CLASS.format(in_place, pure)).relations("twins") == []


def test_objects_must_be_comparable(module):
    text = CLASS.format("def sort(self): ...", "def sorted(self): ...").replace("__eq__", "same")

    assert module(text).relations("twins") == []


def test_what_an_operator_returns_is_compared_and_else_the_object(module):
    operator = CLASS.format("def __iadd__(self, other): ...", "def __add__(self, other): ...")
    method = CLASS.format("def scale(self, n): ...", "def scaled(self, n): ...")

    assert module(operator).relation("twins").compared == (2, 3)
    assert module(method).relation("twins").compared == (2, 0)
