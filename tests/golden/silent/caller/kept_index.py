"""Tables looked up by what the caller gave to the constructor: a number that is not in them is the caller's."""

from __future__ import annotations

from collections.abc import Callable, Iterator

NAMES = ("yearly", "monthly", "weekly", "daily")
DAYS = {0: 365, 1: 30, 2: 7, 3: 1}


class Rule:
    """Something that happens again and again."""

    def __init__(self, often: int, times: int = 2) -> None:
        self._often = often
        self.times = times

    def __str__(self) -> str:
        return f"{self.times} times, {NAMES[self._often]}"

    def __iter__(self) -> Iterator[int]:
        often = self._often
        step = DAYS[often]
        for number in range(min(self.times, 10)):
            yield number * step


class Column:
    """Compares rows by one place in them."""

    __slots__ = ("key", "row")

    def __init__(self, place: int, row: list[str]) -> None:
        self.key = place_of(place)
        self.row = row

    def __hash__(self) -> int:
        return hash(self.key(self.row))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Column) and self.key(self.row) == other.key(other.row)


def place_of(place: int) -> Callable[[list[str]], str]:
    """Return a function that picks what is in that place."""
    return lambda row: row[place]


def without(items: dict[str, int], *names: str) -> dict[str, int]:
    """Return a copy without these names."""
    left = dict(items)
    for name in names:
        del left[name]
    return left


def curried(*names: str) -> Callable[[dict[str, int]], dict[str, int]]:
    return lambda items: without(items, *names)
