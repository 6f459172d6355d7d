"""A sorted list with seven methods: the role of SortedList in T2's table.  No fault."""

from __future__ import annotations


class SortedList:
    """Numbers in increasing order, duplicates kept."""

    def __init__(self) -> None:
        self._items: list[int] = []

    def classinv(self) -> bool:
        return self._items == sorted(self._items)

    def insert(self, x: int) -> int:
        """Put a number in its place and return the place."""
        if not self._items:
            self._items.append(x)
            return 0
        if x >= self._items[-1]:
            self._items.append(x)
            return len(self._items) - 1
        low, high = 0, len(self._items)
        while low < high:
            middle = (low + high) // 2
            if x < self._items[middle]:
                high = middle
            else:
                low = middle + 1
        self._items.insert(low, x)
        return low

    def remove(self, x: int) -> bool:
        for number, item in enumerate(self._items):
            if item == x:
                del self._items[number]
                return True
            if item > x:
                return False
        return False

    def get(self) -> int | None:
        if not self._items:
            return None
        return self._items.pop()

    def between(self, low: int, high: int) -> list[int] | None:
        if low > high:
            low, high = high, low
        found = []
        for item in self._items:
            if item > high:
                break
            if item >= low:
                found.append(item)
        return found or None

    def merge(self, other: SortedList) -> SortedList:
        merged = SortedList()
        mine, theirs = list(self._items), list(other._items)
        while mine or theirs:
            if not theirs or (mine and mine[0] <= theirs[0]):
                merged._items.append(mine.pop(0))
            else:
                merged._items.append(theirs.pop(0))
        return merged
