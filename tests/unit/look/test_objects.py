"""What a value holds and a class writes down is seen without asking them."""

from __future__ import annotations

import subprocess
import sys
from collections import UserDict, UserList, deque
from typing import Protocol

import pytest

from refute.look.objects import (
    annotations_of,
    attributes_of,
    contents_of,
    fields_of,
    held_by,
    identity,
    is_protocol,
    parts_of,
    way_to,
)


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
    [
        (UserDict({1: 2}), [1, 2]),
        (UserList([1]), [1]),
        ((1,), [1]),
        ({1}, [1]),
        (frozenset({1}), [1]),
        (deque([1]), [1]),
        (range(3), []),
        (5, []),
    ],
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

    assert attributes_of(Hidden()) == {"size": 1}
    assert attributes_of(Slotted()) is attributes_of(Hidden) is attributes_of(Odd()) is None
    assert fields_of(Slotted()) == fields_of(Odd()) == {}


class Node:
    __slots__ = ("_Node__next", "key", "unset")

    def __init__(self, key, following=None):
        self.key, self.__next = key, following


class Named(Node):
    def __init__(self, key, following=None):
        super().__init__(key, following)
        self.name = "n"

    @property
    def unset(self):
        raise LookupError


def test_slots_are_fields_unless_they_were_never_set():
    assert fields_of(Named(1)) == {"name": "n", "_Node__next": None, "key": 1}


def test_what_an_object_holds_are_its_contents_and_its_fields():
    assert parts_of(Lost([3])) == [3]
    assert parts_of(Node(1)) == [None, 1]
    assert parts_of(Node) == parts_of(parts_of) == parts_of(pytest) == []


def test_the_way_to_an_object_is_an_expression():
    last = Node(2)
    chain = Node(1, last)

    assert way_to(last, [[{"a": chain}], 5], ["x", "y"], (Node,)) == "x[0]['a']._Node__next"
    assert way_to(Node(3), [chain], ["x"], (Node,)) is None


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


class Alike:
    def __eq__(self, other: object) -> bool:
        return isinstance(other, Alike)

    def __hash__(self) -> int:
        return 1


def test_every_live_object_has_its_own_whatever_it_says_of_itself():
    values = [Alike(), Alike(), [], [], {}, 7, "seven", None, Alike]

    assert len({identity(value) for value in values}) == len(values)
    assert [identity(value) for value in values] == [identity(value) for value in values]


def test_asking_for_it_is_not_heard():
    # In a process of its own: a hook cannot be taken away again.
    program = """
import sys
from refute.look.objects import identity

heard = []
sys.addaudithook(lambda event, arguments: heard.append(event))
identity(heard)
assert "builtins.id" not in heard, heard
id(heard)
assert "builtins.id" in heard, heard
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_what_an_object_holds_is_followed_through_rings():
    inner = [1]
    outer = Annotated()
    outer.items = {"a": inner, "b": outer}

    held = list(held_by(outer))

    assert any(one is inner for one in held) and 1 in held
    assert not any(one is outer for one in held)
