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
from refute.judge.laws.law import ObjectLaw
from refute.look.classes import (
    authored,
    can_be_iterated_again,
    code_of,
    is_built_in,
    is_constant,
    supports,
)
from refute.model.quantities import counted
from refute.model.roles import Breach
from refute.model.subject import definer

# Some iterables never end; within the first items a law is broken or, in practice, is not.
MOST_ITEMS = 64
MOST_LOOKED_UP = 20

# Whoever derives from the classes of these promises that `in` is about items.
_DECLARING = ("collections.abc", "collections")

# Pairs are left out: who yields (word, number) is asked for the word.
_PLAIN = (int, float, complex, str, bytes, type(None))


class LenIter(ObjectLaw):
    """`len(x)` counts what iteration yields."""

    name = "len-iter"
    method = "__len__"
    convention = "who counts its items with len() expects as many from a loop"
    remedy = "count what __iter__ yields"
    test_name = "has_as_many_items_as_its_length_says"
    silent_when = (
        "See *collections* below; more than 64 items; tables, which have `shape` or "
        "`columns`; `__len__` plainly counts something else: only `__iter__` cuts, scales, "
        "takes steps of more than one, or walks over items of the items that `__len__` "
        "counts, or the docstring of `__len__` names a property that it returns."
    )
    example = "def __len__(self): return self.value + 5"

    def applies(self, cls: type) -> bool:
        # Tables have rows and columns: they count the one and iterate over the other.
        is_table = any(definer(cls, name) for name in ("shape", "columns"))
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
        message = (
            f"{type(x).__name__}: len is {length}, iteration yields {counted(len(items), 'item')}"
        )
        return Breach(message, "assert len({0}) == len(list({0}))")


_SEEMS_TO_ASK = "__contains__ seems to ask for what __iter__ yields, and does not find it"


class ContainsIter(ObjectLaw):
    """The first 20 items that iteration yields are `in` x."""

    name = "contains-iter"
    method = "__contains__"
    remedy = "find what __iter__ yields"
    test_name = "contains_its_items"
    silent_when = (
        "See *collections* below; `in` may ask for something else, such as names, the words of lines, the "
        "minutes of hours: it is annotated with, reads or computes something else than "
        "`__iter__`, or says yes to what is not yielded; mappings in all but name. Only "
        "whoever derives from `collections.abc` has promised it: *likely* for others."
    )
    example = "def __contains__(self, item): return item == self.value"

    def applies(self, cls: type) -> bool:
        if not can_be_iterated_again(cls) or not authored(cls, "__contains__"):
            return False
        # A mapping in all but name may yield its values: `in` then asks for a key.
        return not definer(cls, "keys") or collections.abc.Mapping in cls.__mro__

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
        return Breach(message, assertion, convention="" if declared else _SEEMS_TO_ASK)


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


class BoolLen(ObjectLaw):
    """x is true exactly if `len(x) > 0`.

    Only of a `__bool__` that reads a field which the length reads too: another one answers another question.
    """

    name = "bool-len"
    method = "__bool__"
    convention = "an object with a length is taken to be false where it is empty"
    remedy = "leave out __bool__: Python asks __len__"
    test_name = "is_true_unless_empty"
    silent_when = (
        "`__bool__` always returns the same, or reads no field that `__len__` reads (unless "
        "the object is a collection, see below); it reads a field that neither `__len__` nor "
        "`__iter__` reads, such as a quorum; its docstring says what it tells, and does not "
        "speak of emptiness; iterators."
    )
    example = "def __bool__(self): return len(self.items) > 5"

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


class IterTwice(ObjectLaw):
    """Iterating twice yields equal items."""

    name = "iter-twice"
    method = "__iter__"
    remedy = "return a new iterator each time"
    test_name = "can_be_iterated_twice"
    silent_when = "See *collections* below; items that equal only themselves."
    example = "def __iter__(self): self.items.reverse(); return iter(list(self.items))"

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


class ReversedIter(ObjectLaw):
    """`reversed(x)` yields the items in opposite order."""

    name = "reversed-iter"
    method = "__reversed__"
    remedy = "yield the same items as __iter__, from the end"
    test_name = "is_reversed_as_it_is_iterated"
    silent_when = "See *collections* below."
    example = "def __reversed__(self): return iter(self.items)"

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


class GetitemIter(ObjectLaw):
    """`x[i]` is the i-th item: the first, a middle and the last one."""

    name = "getitem-iter"
    method = "__getitem__"
    remedy = "return by number what __iter__ yields in that place"
    test_name = "is_indexed_as_it_is_iterated"
    silent_when = "See *collections* below; not a `collections.abc.Sequence`."
    example = "def __getitem__(self, i): return self.items[i - 1]"

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


class IndexIter(ObjectLaw):
    """`x.index(item)` is a place where an equal item is."""

    name = "index-iter"
    method = "index"
    remedy = "return the place at which __iter__ yields it first"
    test_name = "finds_its_items"
    silent_when = "As for `getitem-iter`."
    example = "def index(self, item): return 0"

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


class CountIter(ObjectLaw):
    """`x.count(item)` is how often an equal item occurs."""

    name = "count-iter"
    method = "count"
    remedy = "count what __iter__ yields"
    test_name = "counts_its_items"
    silent_when = "As for `getitem-iter`."
    example = "def count(self, item): return 0"

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
    return (definer(type(item), "__eq__") is not object and bool(item == item)) or item is None


def _changes(x: object) -> bool:
    """Return whether looking at the value may have changed what it holds."""
    contents = contents_of(x)
    return contents.weak or contents.iterator or not contents.whole


LAWS: tuple[ObjectLaw, ...] = (
    LenIter(),
    IterTwice(),
    ContainsIter(),
    BoolLen(),
    ReversedIter(),
    GetitemIter(),
    IndexIter(),
    CountIter(),
)
