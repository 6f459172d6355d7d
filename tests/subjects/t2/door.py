"""A door that stays locked until it is given its key: `locked unless key == number` (T2, section 3.1).

One fault: `slam` leaves the lock open.
"""

from __future__ import annotations


class Door:
    """Has a number; the key with that number unlocks it."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._key: int | None = None
        self._locked = False

    def give(self, key: int) -> None:
        self._key = key

    def lock(self) -> None:
        self._locked = True
        self._key = None

    def unlock(self) -> bool:
        if self._key == self._number:
            self._locked = False
        return not self._locked

    def slam(self) -> None:
        self._locked = False  # the fault

    def temporal_spec(self):
        from refute.judge.promises.formulas import (unless)

        return unless(lambda d: d._locked, lambda d: d._key == d._number)
