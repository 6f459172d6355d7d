"""A watchdog that ends the process when it is fed too late.

Shortest sequence:  w = Watchdog(); w.tick(); w.tick()    the process ends with status 3
"""

from __future__ import annotations

import os


class Watchdog:
    """Wants to be fed between two ticks."""

    def __init__(self) -> None:
        self._fed = True

    def feed(self) -> None:
        self._fed = True

    def tick(self) -> None:
        if not self._fed:
            os._exit(3)  # the fault
        self._fed = False
