"""A structure as data: `Description`, with `Ref` for an object inside a value; `size_of` says what "small" means."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Ref:
    """In a description: the object with this number."""

    number: int


@dataclass(frozen=True, slots=True)
class Description:
    """A structure as data: object i has class `classes[i]`; object 0 is the root.

    Each assignment is (object, field, value), where an object inside a value is a `Ref`; assignments stand in
    breadth-first order, so allocating all objects first and then assigning builds any graph, cycles too.
    """

    classes: tuple[str, ...]
    assignments: tuple[tuple[int, str, Any], ...]


def references(value: Any) -> Iterator[int]:
    """Yield the numbers of the objects inside a value of a description."""
    if isinstance(value, Ref):
        yield value.number
    elif isinstance(value, list | tuple | set | frozenset | deque):
        for item in value:
            yield from references(item)
    elif isinstance(value, dict):
        for pair in value.items():
            yield from references(pair)


def size_of(description: Description) -> tuple[int, int]:
    """Return what "small" means: few objects, then few and small values."""
    weight = sum(weight_of(value) for _, _, value in description.assignments)
    return len(description.classes), weight


def weight_of(value: Any) -> int:
    if isinstance(value, list | tuple | set | frozenset | deque):
        return len(value) + sum(map(weight_of, value))
    if isinstance(value, dict):
        return len(value) + sum(map(weight_of, value)) + sum(map(weight_of, value.values()))
    if isinstance(value, int):
        return abs(value)
    return 0 if value is None else 1
