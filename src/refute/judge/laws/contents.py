"""What a value is made of, as far as laws care: `Contents`, and `contents_of`, one bounded walk.

Laws look here only once they seem broken: a value that holds NaN is not equal to itself and nobody is to
blame.  So the walk costs nothing as long as all is well.
"""

from __future__ import annotations

import cmath
import gc
import math
import re
import types
import weakref
from array import array
from collections import Counter, OrderedDict, defaultdict, deque
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from typing import Any

from refute.look.classes import supports
from refute.model.subject import definer

# Above it we do not know, and what is not known is not reported.
MOST_OBJECTS = 2000
# Recursive code over longer chains runs into Python's limit (1000 frames) though nothing is wrong.
DEEP = 60

_PLAIN = (int, str, bytes, bool, type(None), range, type(...), type(NotImplemented))

# Equal to themselves by identity, but copied as themselves too.
_ATOMIC = (
    *(type, types.FunctionType, types.ModuleType, types.CodeType, property, Enum),
    *(re.Pattern, types.GenericAlias, types.UnionType),
)

_CONTAINERS = {list, tuple, dict, set, frozenset, bytearray}
_CONTAINERS |= {deque, OrderedDict, defaultdict, Counter, types.MappingProxyType}

_WEAK: tuple[Any, ...] = (weakref.ReferenceType, *weakref.ProxyTypes)

# Not to be looked into: they lead to everything (globals) or run.
_OPAQUE = (
    *(type, types.FunctionType, types.ModuleType, types.CodeType, types.FrameType),
    *(types.GeneratorType, types.CoroutineType, types.AsyncGeneratorType, types.TracebackType),
)


@dataclass(slots=True)
class Contents:
    """What is reachable from a value, the value itself left out where equality is concerned."""

    nan: bool = False  # something that is not equal to itself
    identity: bool = False  # something equal to nothing but itself, so unequal to its own copy
    iterator: bool = False  # something that is used up by looking at it
    weak: bool = False  # something that may vanish
    cyclic: bool = False
    whole: bool = True  # the walk came to its end
    size: int = 0
    depth: int = 0

    @property
    def excuses_recursion(self) -> bool:
        """Return whether a RecursionError says more about this value than about its class."""
        return self.cyclic or self.depth > DEEP or not self.whole


def contents_of(value: object, most: int = MOST_OBJECTS) -> Contents:
    """Return what can be reached from the value, looking at no more than `most` objects."""
    found = Contents()
    seen: set[int] = set()
    # The way from the value to the object in hand: meeting it again is a cycle.
    above: set[int] = set()
    stack: list[tuple[object, bool]] = [(value, True)]
    while stack:
        item, entering = stack.pop()
        if not entering:
            above.discard(id(item))
        elif id(item) in above:
            found.cyclic = True
        elif id(item) not in seen:
            if len(seen) == most:
                found.whole = False
                break
            seen.add(id(item))
            _note(found, item, item is value)
            if parts := _parts(item):
                above.add(id(item))
                found.depth = max(found.depth, len(above))
                stack.append((item, False))
                stack.extend((part, True) for part in parts)
    found.size = len(seen)
    return found


def _parts(item: object) -> list[object]:
    # type() and not isinstance, here and below: a proxy answers isinstance with the subject's code.
    if type(item) in _PLAIN or issubclass(type(item), _OPAQUE):
        return []
    return gc.get_referents(item)


def _note(found: Contents, item: object, is_root: bool) -> None:
    cls = type(item)
    if cls in _PLAIN:
        return
    found.weak = found.weak or issubclass(cls, _WEAK)
    found.nan = found.nan or _is_nan(item)
    if is_root or issubclass(cls, _ATOMIC):
        return
    found.iterator = found.iterator or supports(cls, "__next__")
    if definer(cls, "__eq__") is object or _is_bound(item):
        found.identity = True
    elif not found.nan and cls not in _CONTAINERS:
        found.nan = not _equals_itself(item)


def _is_nan(item: object) -> bool:
    cls = type(item)
    try:
        if issubclass(cls, float):
            return math.isnan(item)  # type: ignore[arg-type]
        if issubclass(cls, complex):
            return cmath.isnan(item)  # type: ignore[arg-type]
        if issubclass(cls, Decimal):
            return Decimal.is_nan(item)  # type: ignore[arg-type]
        return issubclass(cls, array) and any(i != i for i in item)  # type: ignore[attr-defined]
    except Exception:
        return True


def _is_bound(item: object) -> bool:
    # A method equals another of the *same* object only; a built-in one is not even copied along.
    if not issubclass(type(item), (types.MethodType, types.BuiltinFunctionType)):
        return False
    return not isinstance(item.__self__, types.ModuleType)  # type: ignore[attr-defined]


def _equals_itself(item: object) -> bool:
    try:
        return (item == item) is True
    except Exception:
        return False


def holds_none(value: object) -> bool:
    """Return whether None is directly among the value's fields or items."""
    for part in gc.get_referents(value):
        if part is None or (type(part) is dict and any(v is None for v in part.values())):
            return True
    return False
