"""A ring buffer whose write position runs past the end after a read has made room.

Shortest sequence:
    r = Ring(); r.write(0); r.write(0); r.read(); r.write(0)    IndexError
"""

from __future__ import annotations

SIZE = 2


class Ring:
    """The two newest numbers not yet read."""

    def __init__(self) -> None:
        self._slots = [0] * SIZE
        self._read = 0
        self._write = 0
        self._used = 0

    def write(self, number: int) -> bool:
        """Put the number in; return False if there is no room."""
        if self._used == SIZE:
            return False
        self._slots[self._write] = number
        self._write += 1  # the fault: % SIZE
        self._used += 1
        return True

    def read(self) -> int | None:
        """Take the oldest number out, None if there is none."""
        if self._used == 0:
            return None
        number = self._slots[self._read]
        self._read = (self._read + 1) % SIZE
        self._used -= 1
        return number
