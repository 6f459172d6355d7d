"""Histograms of floats; what is not finite is counted apart."""

from __future__ import annotations

import math

MOST = 1000


class Histogram:
    """Counts of values in equal bins between two bounds."""

    def __init__(self, low: float, high: float, bins: int = 10) -> None:
        if not (-1e100 <= low < high <= 1e100):
            raise ValueError("the bounds are not in order or too far away")
        if not 1 <= bins <= MOST:
            raise ValueError(f"the number of bins is not between 1 and {MOST}")
        self._low, self._high = float(low), float(high)
        if not self._low < self._high:
            raise ValueError("the bounds are too close")
        self._counts = [0] * bins
        self._outside = 0

    def add(self, value: float) -> bool:
        """Count the value; return False if it lies outside or is not a number."""
        if not self._low <= value < self._high:
            self._outside += 1
            return False
        share = (value - self._low) / (self._high - self._low)
        place = math.floor(share * len(self._counts))
        self._counts[min(place, len(self._counts) - 1)] += 1
        return True

    def counts(self) -> list[int]:
        return list(self._counts)

    def outside(self) -> int:
        return self._outside

    def mode(self) -> int | None:
        """Return the first of the fullest bins, None if all are empty."""
        fullest = max(self._counts)
        return self._counts.index(fullest) if fullest else None
