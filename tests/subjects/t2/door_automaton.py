"""The door of `door` with the same fault; the promise is an automaton inside the invariant."""

from __future__ import annotations


class Door:
    """Has a number; the key with that number unlocks it."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._key: int | None = None
        self._locked = False
        self.aux_locked = False

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

    def classinv(self) -> bool:
        has_key = self._key == self._number
        kept = not self.aux_locked or self._locked or has_key
        self.aux_locked = self._locked and not has_key
        return kept
