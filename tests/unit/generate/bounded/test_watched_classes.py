"""Classes whose fields get their values when they are first read."""

from __future__ import annotations

import pytest

from refute.generate.bounded.lists import PredicateRefused
from refute.generate.bounded.watched_classes import SlotStore, allocated, slot_of, watched
from refute.model.errors import UsageError


class Node:
    key = -1  # a default, which must not answer in place of a choice

    def double(self) -> int:
        return 2 * self.key


class Slotted:
    __slots__ = ("key",)


class Chooser:
    def __init__(self) -> None:
        self.tables: dict = {}
        self.stack: list = []
        self.state = 0
        self.forced = False

    def choose(self, store, key, choices):
        raise AssertionError("not forced")


def watched_node() -> tuple[Node, Chooser]:
    search = Chooser()
    node = allocated(watched(Node, search, ["key"]), Node)
    search.tables[id(node)] = {"key": (vars(node), {0: ((3, 1), (4, 2))})}
    return node, search


def test_a_field_that_is_read_gets_its_first_value_and_keeps_it():
    node, search = watched_node()

    assert node.double() == 6
    assert node.key == 3
    assert len(search.stack) == 1
    assert search.state == 1


def test_a_field_that_nobody_has_is_missing_as_ever():
    node, _ = watched_node()

    with pytest.raises(AttributeError, match="'Node' object has no attribute 'left'"):
        _ = node.left


def test_a_predicate_that_writes_or_deletes_is_refused():
    node, _ = watched_node()

    with pytest.raises(PredicateRefused, match=r"writes Node\.key"):
        node.key = 1
    with pytest.raises(PredicateRefused, match=r"deletes Node\.key"):
        del node.key


def test_slots_are_set_and_emptied_like_a_dictionary():
    one = Slotted()
    store = SlotStore(one, {"key": slot_of(Slotted, "key")})
    store["key"] = 5
    assert (one.key, store["key"]) == (5, 5)
    del store["key"]

    assert not hasattr(one, "key")
    assert slot_of(Node, "key") is None


def test_a_class_written_in_c_cannot_be_watched():
    class Items(list): ...

    with pytest.raises(UsageError, match="extends a class written in C"):
        allocated(Items, Items)
