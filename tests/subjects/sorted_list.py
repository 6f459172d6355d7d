"""A sorted list that remembers its greatest element, wrongly.

After figure 1 of Prasetya, Vos and Baars (T2), with its weak specification: `invariant` says only
that the remembered element is in the list, and `get` ends with the postcondition.  Two faults:
`insert` remembers the least element instead of the greatest, and `get` looks for a new greatest
element in a list that it may just have emptied.

Shortest sequences:
    s = SortedList(); s.insert(0); s.get()                 IndexError
    s = SortedList(); s.insert(0); s.insert(1); s.get()    AssertionError
"""

from __future__ import annotations


class SortedList:
    """Integers in increasing order, duplicates kept."""

    def __init__(self) -> None:
        self._items: list[int] = []
        self._max: int | None = None

    def invariant(self) -> bool:
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
        """Remove and return the greatest element.

        Raises:
            LookupError: the list is empty.
        """
        if not self._items:
            raise LookupError("the list is empty")
        greatest = self._max
        self._items.remove(greatest)  # type: ignore[arg-type]
        self._max = self._items[-1]  # the second fault: nothing may be left
        assert greatest is not None and greatest >= self._items[-1], "get returns the greatest"
        return greatest
