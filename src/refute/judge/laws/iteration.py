"""Laws of collections: `len`, `in`, `bool`, `reversed`, `x[i]`, `index` and `count` agree with iteration.

Iterators are no collections: looking at them uses them up (see `classes.can_be_iterated_again`).
"""

from __future__ import annotations

import collections.abc
from itertools import islice
from typing import Any

from refute.judge.laws.collection_meaning import (
    asks_another_question,
    counts_in_another_unit,
    is_answered_otherwise,
    tells_another_truth,
)
from refute.judge.laws.contents import contents_of
from refute.look.classes import (
    authored,
    can_be_iterated_again,
    code_of,
    is_built_in,
    is_constant,
    owner,
    supports,
)
from refute.model.roles import Breach

# Some iterables never end; within the first items a law is broken or, in practice, is not.
MOST_ITEMS = 64
MOST_LOOKED_UP = 20

# Whoever derives from the classes of these promises that `in` is about items.
_DECLARING = ("collections.abc", "collections")

# Pairs are left out: who yields (word, number) is asked for the word.
_PLAIN = (int, float, complex, str, bytes, type(None))


class LenIter:
    """`len` counts what iteration yields."""

    name = "len-iter"
    arity = 1
    dear = False

    def applies(self, cls: type) -> bool:
        # Tables have rows and columns: they count the one and iterate over the other.
        is_table = any(owner(cls, name) for name in ("shape", "columns"))
        if not _counts(cls) or not authored(cls, "__len__", "__iter__") or is_table:
            return False
        return not counts_in_another_unit(cls)

    def broken(self, *values: Any) -> Breach | None:
        (x,) = values
        try:
            length = len(x)
            items = _items(x) if length <= MOST_ITEMS else None
            if items is None or len(items) == length or len(x) != length or _changes(x):
                return None
        except Exception:
            return None
        message = f"{type(x).__name__}: len is {length}, iteration yields {_counted(items)}"
        return Breach(message, "assert len({0}) == len(list({0}))")


class ContainsIter:
    """What iteration yields is `in` the collection."""

    name = "contains-iter"
    arity = 1
    dear = False

    def applies(self, cls: type) -> bool:
        if not can_be_iterated_again(cls) or not authored(cls, "__contains__"):
            return False
        # A mapping in all but name may yield its values: `in` then asks for a key.
        return not owner(cls, "keys") or collections.abc.Mapping in cls.__mro__

    def broken(self, *values: Any) -> Breach | None:
        (x,) = values
        declared = _declares_items(type(x))
        try:
            items = list(islice(x, MOST_LOOKED_UP))
            missing = [item for item in items if item not in x]
            if not missing or not all(map(_is_reflexive, items)) or _changes(x):
                return None
            if not declared and not _asks_for_items(x, items, none=len(missing) == len(items)):
                return None
        except Exception:
            return None
        whole = len(items) < MOST_LOOKED_UP
        source = "{0}" if whole else f"itertools.islice({{0}}, {MOST_LOOKED_UP})"
        message = f"{type(x).__name__} yields an item that is not in it"
        assertion = f"assert all(item in {{0}} for item in {source})"
        return Breach(message, assertion, by_custom=not declared)


def _declares_items(cls: type) -> bool:
    return any(k.__module__ in _DECLARING and supports(k, "__contains__") for k in cls.__mro__)


def _asks_for_items(x: Any, items: list[object], none: bool) -> bool:
    """Return whether `in` is about items, of a class that does not say so; `none` of them were found.

    A registry may yield its members and ask `in` for their names, a text yield lines and ask for words.
    """
    cls: type = type(x)
    if none:
        if any(is_built_in(k) and supports(k, "__contains__") for k in cls.__mro__):
            return False  # a tuple whose `in` was given another meaning
        if supports(cls, "__getitem__") and not _same(x[0], items[0]):
            return False
    if not all(isinstance(item, _PLAIN) for item in items):
        return False
    return not asks_another_question(cls) and not is_answered_otherwise(x, items)


class BoolLen:
    """An object with a length is true exactly if it is not empty, unless it is always true.

    Only of a `__bool__` that reads a field which the length reads too: another one answers another question.
    """

    name = "bool-len"
    arity = 1
    dear = False

    def applies(self, cls: type) -> bool:
        both = supports(cls, "__len__") and supports(cls, "__bool__")
        if not both or not authored(cls, "__bool__") or is_constant(cls, "__bool__"):
            return False
        if supports(cls, "__next__") or tells_another_truth(cls):
            return False
        return _counts(cls) or bool(_reads(cls, "__bool__") & _reads(cls, "__len__"))

    def broken(self, *values: Any) -> Breach | None:
        (x,) = values
        try:
            if bool(x) == (len(x) > 0):
                return None
            truth, length = bool(x), len(x)
        except Exception:
            return None
        message = f"{type(x).__name__}: bool is {truth}, len is {length}"
        return Breach(message, "assert bool({0}) == (len({0}) > 0)")


def _reads(cls: type, name: str) -> set[str]:
    code = code_of(cls, name)
    called = {"len", "bool", "any", "all", "sum"}
    return set(code.co_names) - called if code is not None else set()


class IterTwice:
    """Iterating over a collection twice yields the same items."""

    name = "iter-twice"
    arity = 1
    dear = False

    def applies(self, cls: type) -> bool:
        return _counts(cls) and authored(cls, "__iter__")

    def broken(self, *values: Any) -> Breach | None:
        (x,) = values
        try:
            length = len(x)
            first, second = _items(x), _items(x)
            if first is None or second is None or first == second:
                return None
            if len(x) != length or _changes(x) or not all(map(_is_reflexive, first + second)):
                return None
        except Exception:
            return None
        message = f"{type(x).__name__} yields other items when iterated again"
        return Breach(message, "assert list({0}) == list({0})")


class ReversedIter:
    """`reversed` yields the items in opposite order."""

    name = "reversed-iter"
    arity = 1
    dear = False

    def applies(self, cls: type) -> bool:
        return _counts(cls) and authored(cls, "__reversed__")

    def broken(self, *values: Any) -> Breach | None:
        (x,) = values
        try:
            items, backwards = _items(x), _items(reversed(x))
            if items is None or backwards is None or items == backwards[::-1]:
                return None
            if _changes(x) or not all(map(_is_reflexive, items + backwards)):
                return None
        except Exception:
            return None
        message = f"{type(x).__name__}: reversed does not yield the items in opposite order"
        return Breach(message, "assert list(reversed({0})) == list({0})[::-1]")


class GetitemIter:
    """x[i] is the i-th item of a sequence."""

    name = "getitem-iter"
    arity = 1
    dear = False

    def applies(self, cls: type) -> bool:
        return _is_sequence(cls) and authored(cls, "__getitem__", "__iter__", "__len__")

    def broken(self, *values: Any) -> Breach | None:
        (x,) = values
        try:
            items = _items(x) or []
            for i in _positions(items):
                if not _same(x[i], items[i]) and _is_reflexive(items[i]) and not _changes(x):
                    message = f"{type(x).__name__}: x[{i}] is not the item that iteration yields"
                    return Breach(message, f"assert {{0}}[{i}] == list({{0}})[{i}]")
        except Exception:
            return None
        return None


class IndexIter:
    """`index` of an item of a sequence tells a place where an equal item is."""

    name = "index-iter"
    arity = 1
    dear = False

    def applies(self, cls: type) -> bool:
        return _is_sequence(cls) and authored(cls, "index")

    def broken(self, *values: Any) -> Breach | None:
        (x,) = values
        try:
            items = _items(x) or []
            for i in _positions(items):
                if not _index_finds(x, items, i) and _is_reflexive(items[i]) and not _changes(x):
                    message = f"{type(x).__name__}: index does not find the item at {i}"
                    return Breach(message, f"assert {{0}}[{{0}}.index({{0}}[{i}])] == {{0}}[{i}]")
        except Exception:
            return None
        return None


def _index_finds(x: Any, items: list[object], position: int) -> bool:
    try:
        found = x.index(items[position])
    except ValueError:  # "not present", though it is
        return False
    return _same(items[found], items[position])


class CountIter:
    """`count` of an item of a sequence counts the equal items."""

    name = "count-iter"
    arity = 1
    dear = False

    def applies(self, cls: type) -> bool:
        return _is_sequence(cls) and authored(cls, "count")

    def broken(self, *values: Any) -> Breach | None:
        (x,) = values
        try:
            items = _items(x) or []
            for i in _positions(items):
                agrees = x.count(items[i]) == items.count(items[i])
                if not agrees and all(map(_is_reflexive, items)) and not _changes(x):
                    message = (
                        f"{type(x).__name__}: count of the item at {i} is not how often it occurs"
                    )
                    return Breach(
                        message, f"assert {{0}}.count({{0}}[{i}]) == list({{0}}).count({{0}}[{i}])"
                    )
        except Exception:
            return None
        return None


def _counts(cls: type) -> bool:
    return can_be_iterated_again(cls) and supports(cls, "__len__")


def _is_sequence(cls: type) -> bool:
    # By name, not by looks: `index` and `count` mean many things.
    return issubclass(cls, collections.abc.Sequence) and can_be_iterated_again(cls)  # noqa: TID251


def _items(x: Any) -> list[Any] | None:
    """Return the items, or None if there are too many."""
    items = list(islice(x, MOST_ITEMS + 1))
    return items if len(items) <= MOST_ITEMS else None


def _positions(items: list[Any]) -> tuple[int, ...]:
    # Both ends and the middle: where searching by halves goes wrong.
    last = len(items) - 1
    return (0, last // 2, last) if last > 1 else tuple(range(last + 1))


def _same(a: object, b: object) -> bool:
    return a is b or bool(a == b)


def _is_reflexive(item: object) -> bool:
    """Return whether the item equals itself, and could be equal to another: else nothing follows from `in`."""
    return (owner(type(item), "__eq__") is not object and bool(item == item)) or item is None


def _changes(x: object) -> bool:
    """Return whether looking at the value may have changed what it holds."""
    contents = contents_of(x)
    return contents.weak or contents.iterator or not contents.whole


def _counted(items: list[Any]) -> str:
    return f"{len(items)} item" if len(items) == 1 else f"{len(items)} items"
