"""A sorted list that must not be asked for more than was put into it, which its application model says.

After figure 4 of Prasetya, Vos and Baars (T2).  No fault: `get` of an empty list fails, but no walk that is meant gets there.
"""

from __future__ import annotations

import bisect


class ModelledList:
    """Numbers in increasing order."""

    def __init__(self) -> None:
        self._items: list[int] = []
        self.aux_laststep = ""
        self.aux_delta = 0

    def insert(self, x: int) -> None:
        bisect.insort(self._items, x)

    def get(self) -> int | None:
        return self._items.pop() if self._items else None

    def get_spec(self) -> int | None:
        got = self.get()
        assert got is not None, "POST"
        return got

    def appmodel(self) -> bool:
        if self.aux_laststep == "insert":
            self.aux_delta += 1
        if self.aux_laststep == "get":
            self.aux_delta -= 1
        return self.aux_delta >= 0
