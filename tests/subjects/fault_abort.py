"""A checked counter that aborts the process instead of raising an exception.

Shortest sequence:  c = Counter(); c.down()    the process dies of SIGABRT
"""

from __future__ import annotations

import os


class Counter:
    """A number that is never negative."""

    def __init__(self) -> None:
        self._number = 0

    def up(self) -> int:
        self._number += 1
        return self._number

    def down(self) -> int:
        if self._number == 0:
            os.abort()  # the fault
        self._number -= 1
        return self._number
