"""The state of an object graph as one number, and who shares what: `State`, `state_of`.

A canonical walk: classes, plain values, fields and elements in order, and for an object met again the number it
was given at first sight.  Two values with the same number are the same up to renaming of objects, aliasing
included, which `==` cannot see (thesis 5.8, problem 1).
"""

from __future__ import annotations

import operator
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, NamedTuple

from refute.look.objects import OPAQUE, attributes_of, identity, slots_of

# Above so many tokens a value is cut: large values cost time on every look and seldom show more.
_LIMIT = 600
# Plain values cost little, but a buffer of ten thousand costs as much as a hundred calls.
_MOST_PLAIN = 1000
# Deeper we do not look: each level takes three frames of ours, and Python allows 1000 in all.
_DEEPEST = 60

_ATOMS = frozenset({int, str, bytes, bool, type(None), complex, type(...), type(NotImplemented)})


class State(NamedTuple):
    """`number` identifies the state; `nodes` are the ids of the mutable objects it is made of."""

    number: int
    nodes: frozenset[int]
    cut: bool


def state_of(value: object) -> State:
    """Return the state of one value."""
    tokens: list[Any] = []
    memo: dict[int, int] = {}
    try:
        try:
            _walk(value, tokens, memo, 0)
        except _TooLarge:
            # One large field hides all that come after it: how many there are in a buffer, and where it ends.
            tokens += _outline(value)
            return State(hash(tuple(tokens)), frozenset(memo), True)
    except Exception:
        # A hostile __dict__, __iter__ or __hash__: the value is itself and nothing else.
        return State(hash((type(value).__qualname__, len(tokens))), frozenset(memo), True)
    return State(hash(tuple(tokens)), frozenset(memo), False)


class _TooLarge(Exception):
    pass


def _outline(value: object) -> Iterator[Any]:
    """Yield the plain fields of an object, and how long the others are."""
    for name, item in sorted((attributes_of(value) or {}).items(), key=_NAME):
        cls = type(item)
        if cls in _ATOMS:
            yield name, _token(item)
        elif cls in _COLLECTIONS:
            yield name, len(item)


_COLLECTIONS = frozenset({list, dict, set, deque})


def _walk(value: Any, tokens: list[Any], memo: dict[int, int], depth: int) -> None:
    cls = type(value)
    if cls in _ATOMS:
        # Text, not the value: -1 and -2, 0 and "" have the same hash, and that of None is an address.
        tokens.append("'" + value if cls is str else _token(value))
        return
    if cls is float:
        tokens.append(repr(value))
        return
    if len(tokens) > _LIMIT or depth > _DEEPEST:
        raise _TooLarge
    if issubclass(cls, OPAQUE):
        tokens.append(getattr(value, "__qualname__", cls.__name__))
        return
    number = memo.get(identity(value))
    if number is not None:
        tokens.append(("again", number))
        return
    if cls is tuple or cls is frozenset:
        tokens.append((cls.__name__, len(value)))
        for item in value if cls is tuple else ordered(value):
            _walk(item, tokens, memo, depth + 1)
        return
    memo[identity(value)] = len(memo)
    tokens.append(cls.__qualname__)
    _walk_inside(value, cls, tokens, memo, depth + 1)


def _walk_inside(
    value: Any, cls: type, tokens: list[Any], memo: dict[int, int], depth: int
) -> None:
    if isinstance(value, list):
        tokens.append(list.__len__(value))
        # Plain values do not ask whether there are too many of them.
        for item in islice(list.__iter__(value), _MOST_PLAIN):
            _walk(item, tokens, memo, depth)
        if list.__len__(value) > _MOST_PLAIN:
            raise _TooLarge
    elif isinstance(value, dict):
        tokens.append(dict.__len__(value))
        for key, item in dict.items(value):
            _walk(key, tokens, memo, depth)
            _walk(item, tokens, memo, depth)
    elif isinstance(value, (set, frozenset)):
        tokens.append(len(value))
        for item in ordered(value):
            _walk(item, tokens, memo, depth)
    elif isinstance(value, bytearray):
        tokens.append(bytes(value))
    elif isinstance(value, (int, float, str, bytes)):
        tokens.append(repr(value) if type(value).__repr__ in _PLAIN_REPRS else str(cls))
    _walk_fields(value, cls, tokens, memo, depth)


_NAME = operator.itemgetter(0)
_PLAIN_REPRS = frozenset({int.__repr__, float.__repr__, str.__repr__, bytes.__repr__})


def _walk_fields(
    value: Any, cls: type, tokens: list[Any], memo: dict[int, int], depth: int
) -> None:
    fields = attributes_of(value)
    if fields:
        for name, item in sorted(fields.items(), key=_NAME):  # the order of assignment is no state
            tokens.append(name)
            _walk(item, tokens, memo, depth)
    for member in slots_of(cls):
        try:
            item = member.__get__(value)
        except AttributeError:
            tokens.append(("unset", member.__name__))
            continue
        tokens.append(member.__name__)
        _walk(item, tokens, memo, depth)


def state_number(value: object) -> int | None:
    """Return a number that differs when the state of a value does; None where the value is too large to tell."""
    state = state_of(value)
    return None if state.cut else state.number


def ordered(items: Iterable[Any]) -> list[Any]:
    """Return the members of a set in an order that is the same in every process."""
    # The order of a set depends on hashes, and those of plain objects on their addresses.
    return sorted(items, key=lambda item: (type(item).__qualname__, _token(item)))


def _token(item: Any) -> str:
    if type(item) is int:
        return hex(item)  # repr refuses those of many digits
    return repr(item) if type(item) in _ATOMS or type(item) is float else ""
