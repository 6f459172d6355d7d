"""A list kept in order that remembers its largest item, with two faults (after Prasetya, Vos and Baars, 2007)."""

import bisect


class SortedList:
    def __init__(self) -> None:
        self._items: list[int] = []
        self._max: int | None = None

    def insert(self, item: int) -> None:
        bisect.insort(self._items, item)
        if self._max is None or item < self._max:
            self._max = item

    def pop_max(self) -> int | None:
        if not self._items:
            return None
        largest = self._items.pop()
        self._max = self._items[-1]
        return largest

    def invariant(self) -> bool:
        return not self._items or self._max == self._items[-1]
