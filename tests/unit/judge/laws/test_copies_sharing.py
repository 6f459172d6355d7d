"""A deep copy that shares what can change, and copies that may share what they share."""

from __future__ import annotations

import copy
from collections import deque
from dataclasses import dataclass
from enum import Enum
from typing import Any

from lawbreaking import breaks, keeps

REGISTRY: list[int] = []


class Copies:
    """Whose deep copy is a shallow one: to be given fields and a way to show them."""

    def __deepcopy__(self, memo: Any) -> Any:
        return copy.copy(self)


class Stack(Copies):
    def __init__(self, items: Any) -> None:
        self._items = items

    def __len__(self) -> int:
        return len(self._items)


class Through(Stack):
    """Shows its items through a method, a property and a comprehension."""

    @property
    def all(self) -> Any:
        return [item for item in self.each()]  # noqa: C416

    def each(self) -> Any:
        return (item for item in self._items)

    def __len__(self) -> int:
        return len(self.all)


class ThroughGetter(Stack):
    class Getter:
        def __call__(self, owner: Any) -> Any:
            return owner._items

    all = property(Getter())

    def __len__(self) -> int:
        return len(self.all)


@dataclass
class ByVars(Copies):
    value: Any

    def __eq__(self, other: object) -> bool:
        return vars(self) == vars(other)


class Slotted(Copies):
    __slots__ = ("rows", "unset")

    def __init__(self, rows: Any) -> None:
        self.rows = rows

    def __copy__(self) -> Any:
        return Slotted(list(self.rows))

    def __iter__(self) -> Any:
        return iter(self.rows)


class OneSlot(Copies):
    __slots__ = "rows"

    __init__ = Slotted.__init__
    __iter__ = Slotted.__iter__


class Node:
    def __init__(self, value: Any = None) -> None:
        self.value = value


class Hashing(Node):
    def __hash__(self) -> int:
        return 1


class Single(Node):
    def __deepcopy__(self, memo: Any) -> Any:
        return self


class Client(Stack):
    """Hands its list of calls on to the copy and does not show it."""

    def __init__(self) -> None:
        super().__init__(0)
        self.calls: list[int] = []

    def __len__(self) -> int:
        return 0


class Shared(Stack):
    ALL: list[int] = []


class Items(list[Any]):
    def __deepcopy__(self, memo: Any) -> Any:
        return Items(self)


class Table(dict[Any, Any]):
    def __deepcopy__(self, memo: Any) -> Any:
        return Table(self)


class Computed(list[Any]):
    """What x[0] says is its own business."""

    def __deepcopy__(self, memo: Any) -> Any:
        return Computed(list.copy(self))

    def __getitem__(self, index: Any) -> Any:
        return []


class Proud(Stack):
    def __getattribute__(self, name: str) -> Any:
        return object.__getattribute__(self, name)


class Loses(Stack):
    def __deepcopy__(self, memo: Any) -> Any:
        return type(self).__new__(type(self))


class Becomes(Stack):
    def __deepcopy__(self, memo: Any) -> Any:
        return self._items


class Stumbles(Stack):
    def __deepcopy__(self, memo: Any) -> Any:
        raise KeyError


class Color(Enum):
    RED: Any = []

    def __deepcopy__(self, memo: Any) -> Any:
        return self


def test_what_can_change_is_shared() -> None:
    for value in ([], {}, set(), bytearray(), deque(), Node()):
        breach = breaks("deepcopy-independent", Stack(value))

        assert breach.message == "a deep copy of Stack shares x._items with the original"


def test_shown_by_a_roundabout_way() -> None:
    breaks("deepcopy-independent", Through([]))
    breaks("deepcopy-independent", ByVars([]))
    breaks("deepcopy-independent", OneSlot([]))

    assert keeps("deepcopy-independent", ThroughGetter([]))


def test_shared_further_inside() -> None:
    assert breaks("deepcopy-independent", Slotted([1, []])).message.count("x.rows[1]")
    assert breaks("deepcopy-independent", Stack(([1],))).message.count("x._items[0]")
    assert breaks("deepcopy-independent", Items([1, {}])).message.count("x[1]")
    assert breaks("deepcopy-independent", Table({"a": []})).message.count("x['a']")
    assert breaks("deepcopy-independent", Table({1: []})).message.count("x[1]")


class Chain(Stack):
    """Copies its first node and keeps the rest."""

    def __deepcopy__(self, memo: Any) -> Any:
        return Chain(copy.copy(self._items))


def test_along_the_links_of_nodes_but_not_into_their_other_fields() -> None:
    assert breaks("deepcopy-independent", Chain(Node(Node()))).message.count("x._items.value")
    assert keeps("deepcopy-independent", Chain(Node([])))


def test_what_cannot_change_or_is_meant_to_be_shared() -> None:
    values = [
        *(Stack(1), Stack("a"), Stack((1, 2)), Stack(Color.RED), Stack(Node), Stack(len)),
        *(Stack(Hashing()), Stack(Single()), Stack(object()), Stack(frozenset([1]))),
        *(Stack(REGISTRY), Shared(Shared.ALL), Client(), Items([1]), Table({(): []})),
        *(Computed([[]]), Proud([]), Loses([]), Becomes([]), Stumbles([]), Single()),
        *(Color.RED, Node([]), Table({"a b": []}), Slotted([(), ()])),
    ]

    for value in values:
        assert keeps("deepcopy-independent", value), value


def test_a_large_value_is_looked_through_in_part() -> None:
    far = [*(frozenset([n]) for n in range(600)), []]

    assert keeps("deepcopy-independent", Slotted(far))


def test_a_class_of_no_module() -> None:
    Nowhere = type("Nowhere", (Stack,), {"__module__": "nowhere"})

    assert breaks("deepcopy-independent", Nowhere([])).message.startswith("a deep copy of Nowhere")


def test_a_field_with_an_odd_name() -> None:
    odd = ByVars(1)
    vars(odd)["a b"] = []

    assert keeps("deepcopy-independent", odd)


class Branch:
    """Shows nothing of itself, but copies the list of its children."""

    def __init__(self, *children: Any) -> None:
        self.children = list(children)
        self.names = ["a"]

    def __deepcopy__(self, memo: Any) -> Any:
        twin = Branch()
        twin.children = list(self.children)
        return twin


def test_children_in_a_list_that_was_copied() -> None:
    breaks("deepcopy-independent", Branch(Branch()))

    assert keeps("deepcopy-independent", Branch())
    assert keeps("deepcopy-independent", Branch("text", 1))
