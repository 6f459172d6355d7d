"""Lists that a predicate reads bit by bit: `LazyCells`; and `PredicateRefused`, which leaves a predicate that we cannot follow.

Korat, section 3.1, has arrays whose length and items are fields.
"""

from __future__ import annotations

import ast
import copy
import operator
import sys
import types
from collections import abc, deque
from collections.abc import Iterator
from typing import Any

from refute.generate.bounded.compiled.blocks import NotResumable
from refute.generate.bounded.compiled.predicate_source import definition_of
from refute.generate.bounded.heap import Cells
from refute.model.bounds import Array, Bounds, parts_of
from refute.model.errors import UsageError


class PredicateRefused(BaseException):
    """Leaves a predicate that does what we cannot follow; not an Exception, so that it gets through."""

    def __init__(self, error: UsageError) -> None:
        super().__init__(str(error))
        self.error = error


class LazyCells(Cells):
    """A list whose length and items are chosen when they are read.

    Not a subclass of `list`: C code reads the memory of such a subclass directly and would see it empty.
    """

    __slots__ = ("search",)
    search: Any  # whoever chooses

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return self.array.kind

    def _read(self, key: Any, choices: Any) -> Any:
        try:
            return self.store[key]
        except KeyError:
            return self.search.choose(self.store, key, choices)

    def _whole(self) -> Any:
        return self.array.kind(iter(self))

    # -- reading ----------------------------------------------------------------------------------

    def __len__(self) -> int:
        return int(self._read("length", self.lengths))

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice) and self.array.kind is not deque:
            return self.array.kind(self[i] for i in range(*index.indices(len(self))))
        try:
            place = operator.index(index)
        except TypeError:
            return self._whole()[index]  # says so as a list does
        length = len(self)
        if place < 0:
            place += length
        if not 0 <= place < length:
            raise IndexError(f"{self.array.kind.__name__} index out of range")
        return self._read(place, self.choices_at(place))

    def __iter__(self) -> Iterator[Any]:
        index = 0
        while index < len(self):
            yield self[index]
            index += 1

    def __reversed__(self) -> Iterator[Any]:
        for index in range(len(self) - 1, -1, -1):
            yield self[index]

    def __contains__(self, item: Any) -> bool:
        return any(item is one or item == one for one in self)

    def index(self, item: Any, start: int = 0, stop: int = sys.maxsize) -> int:
        """Return where an item is, as a list does."""
        for place in range(*slice(start, stop).indices(len(self))):
            one = self[place]
            if one is item or one == item:
                return place
        raise ValueError(f"{item!r} is not in {self.array.kind.__name__}")

    def count(self, item: Any) -> int:
        """Return how often an item is there, as a list does."""
        return sum(one is item or one == item for one in self)

    # -- comparing and joining: all of it is read, and a list does the rest -----------------------

    def __eq__(self, other: Any) -> Any:
        if not isinstance(other, self.array.kind):
            return NotImplemented
        return self._whole() == plain(other)

    def __hash__(self) -> int:
        return hash(self._whole())

    def __lt__(self, other: Any) -> Any:
        return self._whole() < plain(other)

    def __le__(self, other: Any) -> Any:
        return self._whole() <= plain(other)

    def __gt__(self, other: Any) -> Any:
        return self._whole() > plain(other)

    def __ge__(self, other: Any) -> Any:
        return self._whole() >= plain(other)

    def __add__(self, other: Any) -> Any:
        return self._whole() + plain(other)

    def __radd__(self, other: Any) -> Any:
        return other + self._whole()

    def __mul__(self, times: Any) -> Any:
        return self._whole() * times

    __rmul__ = __mul__

    def __repr__(self) -> str:
        return repr(self._whole())

    def __format__(self, spec: str) -> str:
        return format(self._whole(), spec)

    def __copy__(self) -> Any:
        return self._whole()

    def __deepcopy__(self, memo: Any) -> Any:
        return copy.deepcopy(self._whole(), memo)

    def __reduce_ex__(self, protocol: Any) -> Any:
        return self._whole().__reduce_ex__(protocol)

    # -- writing ----------------------------------------------------------------------------------

    def __getattr__(self, name: str) -> Any:
        if name == "copy" and self.array.kind is not tuple:
            return self._whole
        if name == "maxlen" and self.array.kind is deque:
            return None
        if hasattr(self.array.kind, name):
            self._refuse(f"changes {self.label}: it calls {name}()")
        raise AttributeError(f"{self.array.kind.__name__!r} object has no attribute {name!r}")

    def __setitem__(self, index: Any, value: Any) -> None:
        self._refuse(f"writes {self.label}[{index}]")

    def __delitem__(self, index: Any) -> None:
        self._refuse(f"deletes {self.label}[{index}]")

    def __iadd__(self, other: Any) -> Any:
        if self.array.kind is not tuple:
            self._refuse(f"changes {self.label} by +=")
        return self + other

    def __imul__(self, times: Any) -> Any:
        if self.array.kind is not tuple:
            self._refuse(f"changes {self.label} by *=")
        return self * times

    def _refuse(self, what: str) -> None:
        if self.array.kind is tuple:
            raise TypeError("'tuple' object cannot be changed")
        raise PredicateRefused(UsageError(f"the predicate {what}", "predicate-writes"))


# So that `match` takes it for a sequence.
abc.Sequence.register(LazyCells)  # noqa: TID251


def plain(value: Any) -> Any:
    """Return a list in the making as a list; anything else as it is."""
    return value._whole() if type(value) is LazyCells else value


def cannot_follow(what: str, remedy: str = "use a copy: list(…)") -> UsageError:
    """Return the complaint about a predicate that reads in a way we cannot see."""
    return UsageError(
        f"the predicate {what}, which cannot be followed while the object is in the making; {remedy}",
        "builtin-container",
    )


def check_types(predicate: Any, bounds: Bounds) -> None:
    """Refuse a predicate that asks for the very type of what is watched: it is another, whatever `isinstance` says.

    Followed are the functions that it names, in its module and in the classes within bounds.
    """
    domains = [part for domain in bounds.fields.values() for part in parts_of(domain)]
    lists = {part.kind for part in domains if isinstance(part, Array)}
    watched = {*lists, *bounds.classes.values()}
    todo, seen = [predicate], set()  # type: tuple[list[Any], set[Any]]
    while todo:
        function = todo.pop()
        function = function.fget if isinstance(function, property) else function
        if not isinstance(function, types.FunctionType) or function in seen:
            continue
        seen.add(function)
        names = function.__code__.co_names
        places = (function.__globals__, *(vars(owner) for owner in bounds.classes.values()))
        todo += [place[name] for name in names for place in places if name in place]
        for text in types_asked(function, watched) if "type" in names else ():
            raise cannot_follow(f"asks whether {text}", "write isinstance(…)")


def types_asked(function: types.FunctionType, watched: set[type]) -> Iterator[str]:
    """Yield the comparisons of `type(…)` with a class whose objects are watched."""
    try:
        tree = definition_of(function)
    except NotResumable:
        return
    known = {"list": list, "tuple": tuple, **function.__globals__}
    known |= {one.__name__: one for one in watched if one.__name__ not in known}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Compare):
            continue
        sides = [node.left, *node.comparators]
        asks = any(
            isinstance(one, ast.Call) and isinstance(one.func, ast.Name) and one.func.id == "type"
            for one in sides
        )
        named = [known.get(one.id) for one in sides if isinstance(one, ast.Name)]
        if asks and any(one is owner for one in named for owner in watched):
            yield ast.unparse(node)


def names_our_class(error: Exception) -> bool:
    """Tell whether code written in C has noticed that a list is none, which says nothing about the object."""
    return isinstance(error, TypeError | AttributeError) and LazyCells.__name__ in str(error)
