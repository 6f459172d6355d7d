"""The state of a value is one number: the same for the same graph, whoever shares what included."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Any

import pytest

from refute.look.objects import identity
from refute.look.state import state_of


@dataclass
class Node:
    value: int = 0
    next: Any = None


class Slotted:
    __slots__ = ("left", "right")

    def __init__(self, left: object) -> None:
        self.left = left


@dataclass
class Bag:
    items: list[int] = field(default_factory=list)


def same(one: object, other: object) -> bool:
    return state_of(one).number == state_of(other).number


@pytest.mark.parametrize(
    "make",
    [
        lambda: 0,
        lambda: [1, [2], {"a": (3,)}],
        lambda: {3, 1, 2},
        lambda: frozenset({"b", "a"}),
        lambda: Node(1, Node(2)),
        lambda: Slotted([1]),
        lambda: Bag([1]),
        lambda: bytearray(b"a"),
        lambda: float("nan"),
        lambda: [len, int, Node],
    ],
)
def test_two_that_are_made_alike_are_in_the_same_state(make):
    assert same(make(), make())


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (0, False),
        (1, 1.0),
        ("a", b"a"),
        ([], ()),
        ([1, 2], [2, 1]),
        ({1: 2}, {2: 1}),
        (Node(1), Node(2)),
        (Node(1), Bag([1])),
        (Slotted(1), Slotted(2)),
        (0.0, -0.0),
        (bytearray(b"a"), bytearray(b"b")),
    ],
)
def test_those_that_differ_differ(one, other):
    assert not same(one, other)


def test_sharing_is_part_of_the_state():
    shared, one, other = [], [], []

    assert not same([shared, shared], [one, other])
    assert same([shared, shared], [one, one])


def test_a_cycle_is_seen_once():
    ring = Node(1)
    ring.next = ring

    assert same(ring, ring)
    assert not same(ring, Node(1, Node(1)))


def test_the_nodes_are_the_mutable_objects():
    inside: list[int] = [1]
    state = state_of(Node(0, inside))

    assert identity(inside) in state.nodes and len(state.nodes) == 2
    assert state_of((1, "a")).nodes == frozenset()


def test_a_large_value_is_cut_and_says_so():
    assert state_of(list(range(1000))).cut is False  # plain values cost little
    assert state_of(list(range(1001))).cut
    assert state_of([[n] for n in range(5000)]).cut
    deep: list[object] = []
    for _ in range(100):
        deep = [deep]
    assert state_of(deep).cut


def test_a_hostile_value_does_no_harm():
    class Hostile:
        def __getattribute__(self, name: str) -> object:
            raise KeyError(name)

        def __eq__(self, other: object) -> bool:
            raise KeyError

        __hash__ = None  # type: ignore[assignment]

    assert isinstance(state_of(Hostile()).number, int)
    assert isinstance(state_of([Hostile()]).number, int)


def test_subclasses_of_collections_and_numbers_are_walked_too():
    class Stack(list):  # type: ignore[type-arg]
        pass

    class Count(int):
        pass

    class Loud(int):
        def __repr__(self) -> str:
            raise KeyError

    assert not same(Stack([1]), Stack([2]))
    assert not same(Count(1), Count(2))
    assert same(Loud(1), Loud(1))
    assert isinstance(state_of(deque([1])).number, int)
    assert not same({"a": Stack([1])}, {"a": [1]})


def test_numbers_of_many_digits_differ():
    large = 10**5000

    assert not state_of(Node(large)).cut
    assert state_of(Node(large)).number != state_of(Node(large + 1)).number


def test_a_large_field_does_not_hide_the_others():
    class Stack:
        def __init__(self, top: int, observers: list[int]) -> None:
            self.buffer = [None] * 10_000
            self.observers = observers
            self.top = top

    states = [state_of(Stack(0, [])), state_of(Stack(1, [])), state_of(Stack(0, [1]))]

    assert all(state.cut for state in states)
    assert len({state.number for state in states}) == 3
    assert state_of(Stack(0, [])).number == states[0].number
