"""A sorted list that changes only while it is open; the promise is an automaton inside the invariant.

After figure 3 of Prasetya, Vos and Baars (T2).  One fault: `get` forgets to ask whether the list is open.
"""

from __future__ import annotations

import bisect


class LockedList:
    """Numbers in increasing order."""

    open: bool = True

    def __init__(self) -> None:
        self._items: list[int] = []
        self._aux_begun = False
        self._aux_items: list[int] = []
        self._aux_open = True

    def insert(self, x: int) -> None:
        if self.open:
            bisect.insort(self._items, x)

    def get(self) -> int | None:
        return self._items.pop() if self._items else None  # the fault: open or not

    def classinv(self) -> bool:
        return self._items == sorted(self._items) and self._keeps_still()

    def _keeps_still(self) -> bool:
        """Say whether the items stayed the same unless the list was, or is, open."""
        still = self._aux_open or self._items == self._aux_items or self.open
        begun, self._aux_begun = self._aux_begun, True
        self._aux_items, self._aux_open = list(self._items), self.open
        return still or not begun
