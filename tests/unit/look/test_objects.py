"""What a value holds and a class writes down is seen without asking them."""

from __future__ import annotations

from collections import deque
from typing import Protocol

import pytest

from refute.look.objects import annotations_of, contents_of, fields_in, is_protocol


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


def test_what_only_pretends_to_be_a_container_holds_nothing():
    class Pretends:
        @property
        def __class__(self):
            return dict

    assert contents_of(Pretends()) == []


def test_fields_are_those_in_the_dictionary():
    class Hidden:
        def __init__(self):
            self.size = 1

        def __getattribute__(self, name):
            raise LookupError

    class Slotted:
        __slots__ = ()

    class Odd:
        __dict__ = "nonsense"

    assert fields_in(Hidden()) == {"size": 1}
    assert fields_in(Slotted()) == fields_in(Hidden) == fields_in(Odd()) == {}


def test_no_metaclass_is_asked_whether_a_class_is_a_protocol():
    class Meta(type):
        def __getattr__(cls, name):
            raise LookupError

    class Asked(Protocol):
        pass

    assert is_protocol(Asked)
    assert not is_protocol(Meta("Plain", (), {}))


def test_the_annotations_are_those_of_the_class_itself():
    assert annotations_of(Annotated) == {"size": "int"}
    assert annotations_of(type("Derived", (Annotated,), {})) == {}
    assert annotations_of(type) == {}
