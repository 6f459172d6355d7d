"""The usual lap before the first one: a library refuses a list that the code itself made.

Shortest sequence:  watch = Watch(); watch.usual()    StatisticsError: mean requires at least one data point
"""

from __future__ import annotations

import statistics


class Watch:
    """Counts the seconds of every lap."""

    def __init__(self) -> None:
        self._seconds = 0
        self._laps: list[int] = []

    def tick(self) -> None:
        """Count one second."""
        self._seconds += 1

    def lap(self) -> None:
        """Begin the next lap."""
        self._laps.append(self._seconds)
        self._seconds = 0

    def usual(self) -> float:
        """Return how long a lap usually takes."""
        return statistics.mean(self._laps)  # the fault: there may be none
