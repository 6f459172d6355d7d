"""A stop-watch that can be stopped before it was started.

Shortest sequence:  w = StopWatch(); w.stop(0)    TypeError: int - None
"""

from __future__ import annotations


class StopWatch:
    """Elapsed time between start and stop, in ticks given by the caller."""

    def __init__(self) -> None:
        self._start: int | None = None

    def start(self, now: int) -> None:
        self._start = now

    def stop(self, now: int) -> int:
        """Return the time since the start."""
        return now - self._start  # type: ignore[operator]  # the fault
