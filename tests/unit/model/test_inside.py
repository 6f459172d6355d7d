"""What a value holds and a class writes down is seen without asking them."""

from __future__ import annotations

from collections import deque

import pytest

from refute.model.inside import annotations_of, contents_of


class Silent(dict):
    def keys(self):
        raise LookupError

    values = __iter__ = __getitem__ = keys


class Lost(list):
    def __iter__(self):
        raise LookupError


class Annotated:
    size: int


def test_a_derived_container_is_not_asked():
    assert contents_of(Silent({1: 2})) == [1, 2]
    assert contents_of(Lost([3])) == [3]


@pytest.mark.parametrize(
    ("value", "held"),
    [((1,), [1]), ({1}, [1]), (frozenset({1}), [1]), (deque([1]), [1]), (range(3), []), (5, [])],
)
def test_only_containers_of_pythons_own_are_looked_into(value, held):
    assert contents_of(value) == held


def test_the_annotations_are_those_of_the_class_itself():
    assert annotations_of(Annotated) == {"size": "int"}
    assert annotations_of(type("Derived", (Annotated,), {})) == {}
    assert annotations_of(type) == {}
