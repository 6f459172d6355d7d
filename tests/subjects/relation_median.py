"""Measurements in the order in which they were taken; asking for the median sorts them.

Wrong result:  after median(), last() is the greatest, not the last
"""

from __future__ import annotations


class Samples:
    def __init__(self, values: list[int] | None = None) -> None:
        self._values = list(values or [])

    def add(self, value: int) -> None:
        self._values.append(value)

    def last(self) -> int | None:
        return self._values[-1] if self._values else None

    def median(self) -> int | None:
        """Return the value in the middle, the lower one of two."""
        values = self._values
        values.sort()  # the fault
        return values[(len(values) - 1) // 2] if values else None

    def mean(self) -> float | None:
        return sum(self._values) / len(self._values) if self._values else None
