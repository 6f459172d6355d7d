"""A sorted list that remembers its greatest element, wrongly, with a weak specification of its own.

After figure 1 of Prasetya, Vos and Baars (T2).  Two faults: `insert` remembers the least element instead of the greatest,
which only the postcondition of `get` shows, and `get` looks for a new greatest element in a list it may have emptied.
"""

from __future__ import annotations


class SortedList:
    """Numbers in increasing order, duplicates kept."""

    def __init__(self) -> None:
        self._items: list[int] = []
        self._max: int | None = None

    def classinv(self) -> bool:
        return not self._items or self._max in self._items

    def insert(self, x: int) -> None:
        place = 0
        for item in self._items:
            if item > x:
                break
            place += 1
        self._items.insert(place, x)
        if self._max is None or x < self._max:  # the first fault: should be >
            self._max = x

    def get(self) -> int:
        greatest = self._max
        self._items.remove(greatest)
        self._max = self._items[-1]  # the second fault: nothing may be left
        return greatest

    def get_spec(self) -> int:
        assert self._items, "PRE"
        greatest = self.get()
        assert greatest >= self._items[-1], "POST"
        return greatest
