"""Values drawn as data: whatever they are, nothing of theirs runs and nothing grows large."""

from __future__ import annotations

import collections
import datetime
import enum
from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest

from refute.look.portrait import Portraits, summary


class Cart:
    def __init__(self) -> None:
        self.items: list[Any] = []
        self.owner = "ann"

    def __repr__(self) -> str:
        raise AssertionError("nobody asks for this")


class Slots:
    __slots__ = ("a", "b")

    def __init__(self) -> None:
        self.a = 1


class Hostile:
    def __init__(self) -> None:
        object.__setattr__(self, "kept", 1)

    def __getattribute__(self, name: str) -> Any:
        raise AssertionError("nobody asks for this")

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        raise AssertionError("nobody asks for this")


class Liar(list):  # type: ignore[type-arg]
    def __iter__(self) -> Any:
        raise AssertionError("nobody asks for this")

    __len__ = __iter__


class Colour(enum.Enum):
    RED = 1


class Point(NamedTuple):
    x: int
    y: int


class Text(str):
    pass


@dataclass
class Pair:
    left: object
    right: object


class Own(Exception):
    pass


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "None"),
        (7, "7"),
        ("a\x1b[31m\n", r"'a\x1b[31m\n'"),
        ("a" * 1000, "'aaa"),
        (10**1000, "an int of 3322 bits"),
        ([1, [2]], "[1, [2]]"),
        ((1,), "(1,)"),
        ((), "()"),
        (set(), "set()"),
        (frozenset(), "frozenset()"),
        ({3, 1}, "{1, 3}"),
        (frozenset({1}), "frozenset([1])"),
        ({"a": [1], (2, "b"): 3}, "{'a': [1], (2, 'b'): 3}"),
        (collections.deque([1]), "deque([1])"),
        (Cart(), "Cart(items=[], owner='ann')"),
        (Slots(), "Slots(a=1)"),
        (Colour.RED, "Colour.RED"),
        (Point(1, 2), "Point(x=1, y=2)"),
        (Text("a"), "Text('a')"),
        (Own("no"), "Own(args=('no',))"),
        (datetime.date(2024, 1, 31), "datetime.date(2024, 1, 31)"),
        (len, "len"),
        (Cart, "Cart"),
        (collections, "module collections"),
    ],
)
def test_a_value_is_written_on_one_line(value: object, text: str) -> None:
    assert summary(value).startswith(text)
    assert len(summary(value)) <= 120


def test_a_hostile_object_is_drawn_like_any_other() -> None:
    assert summary(Hostile()) == "Hostile(kept=1)"
    assert summary(Liar([1, 2])) == "Liar([1, 2])"


def test_no_address_is_shown() -> None:
    assert "0x" not in summary([object(), lambda: 1, Cart().__init__, iter([])])


def test_a_cycle_ends() -> None:
    cart = Cart()
    cart.items.append(cart)

    assert summary(cart) == "Cart(items=[…], owner='ann')"


def test_an_object_of_others_is_no_more_than_its_class() -> None:
    assert summary([Cart(), 1], hide=True) == "[<Cart>, 1]"


def test_what_is_shared_is_one_node_and_only_what_changed_is_told_again() -> None:
    shared: list[int] = []
    pair = Pair(shared, shared)
    portraits = Portraits()
    cells, first = portraits.look([pair, shared])
    shared.append(1)
    again, second = portraits.look([pair, shared])
    _, third = portraits.look([pair, shared])

    assert cells == again
    assert first[int(cells[0])].entries == (("left", cells[1]), ("right", cells[1]))
    assert list(second) == [cells[1]] and second[int(cells[1])].entries == (("0", "1"),)
    assert third == {}


def test_a_large_value_is_cut() -> None:
    _, nodes = Portraits().look([[[n] for n in range(10_000)]])

    assert len(nodes) < 500
    assert nodes[0].left == 10_000 - len(nodes[0].entries)


def test_a_deep_value_is_cut() -> None:
    deep: list[Any] = []
    for _ in range(5000):
        deep = [deep]
    _, nodes = Portraits().look([deep])

    assert len(nodes) < 500


def test_what_is_gone_gives_its_number_to_nobody() -> None:
    portraits = Portraits()
    one: list[Any] = [[1]]
    _, first = portraits.look([one])
    one[0] = None
    portraits.look([one])
    one[0] = [2]
    _, third = portraits.look([one])

    assert set(first) == {0, 1}
    assert 1 not in third
