"""An iterator written as a class."""

from __future__ import annotations


class Steps:
    """Numbers from start in equal steps, at most so many."""

    def __init__(self, start: int, step: int, count: int) -> None:
        if count < 0:
            raise ValueError("the count is negative")
        self._following = start
        self._step = step
        self._left = count

    def __iter__(self) -> Steps:
        return self

    def __next__(self) -> int:
        if self._left == 0:
            raise StopIteration
        current = self._following
        self._following += self._step
        self._left -= 1
        return current

    def remaining(self) -> int:
        return self._left


class Pairs:
    """Neighbours in a list; every iteration starts from the beginning."""

    def __init__(self, items: list[int]) -> None:
        self._items = tuple(items)

    def __len__(self) -> int:
        return max(0, len(self._items) - 1)

    def __iter__(self) -> PairIterator:
        return PairIterator(self._items)


class PairIterator:
    """One pass over the neighbours."""

    def __init__(self, items: tuple[int, ...]) -> None:
        self._items = items
        self._place = 0

    def __iter__(self) -> PairIterator:
        return self

    def __next__(self) -> tuple[int, int]:
        if self._place + 1 >= len(self._items):
            raise StopIteration
        self._place += 1
        return self._items[self._place - 1], self._items[self._place]
