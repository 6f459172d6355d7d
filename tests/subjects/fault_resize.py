"""A table with open addressing that grows one entry too late.

Shortest sequence:  t = Table(); sixteen times t.add(i) with different i; t.add(16)    StopIteration

Deep: seventeen distinct keys are needed, and nothing shows before the last.
"""

from __future__ import annotations

SLOTS = 16


class Table:
    """A set of integers."""

    def __init__(self) -> None:
        self._slots: list[int | None] = [None] * SLOTS
        self._used = 0

    def add(self, key: int) -> bool:
        """Insert the key; return False if it was present."""
        if self._used > len(self._slots):  # the fault: >=, better at three quarters
            self._grow()
        place = self._find(key)
        if self._slots[place] is not None:
            return False
        self._slots[place] = key
        self._used += 1
        return True

    def size(self) -> int:
        return self._used

    def _find(self, key: int) -> int:
        start = key % len(self._slots)
        order = [*range(start, len(self._slots)), *range(start)]
        return next(place for place in order if self._slots[place] in (None, key))

    def _grow(self) -> None:
        keys = [key for key in self._slots if key is not None]
        self._slots = [None] * (2 * len(self._slots))
        for key in keys:
            self._slots[self._find(key)] = key
