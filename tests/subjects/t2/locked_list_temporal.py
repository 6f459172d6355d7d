"""The list of `locked_list` with the same fault; the promise is a temporal property instead of an automaton."""

from __future__ import annotations

import bisect


class LockedList:
    """Numbers in increasing order."""

    open: bool = True

    def __init__(self) -> None:
        self._items: list[int] = []

    def insert(self, x: int) -> None:
        if self.open:
            bisect.insort(self._items, x)

    def get(self) -> int | None:
        return self._items.pop() if self._items else None  # the fault: open or not

    def temporal_spec(self):
        from refute.judge.promises.formulas import (unless)

        return unless(lambda u, old: u._items == old._items, lambda u: u.open)
