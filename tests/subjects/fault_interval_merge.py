"""Intervals that are not merged if the new one lies around the old.

Shortest sequence:  s = Intervals(); s.add(1, 2); s.add(0, 3); s.rep_ok() is False
"""

from __future__ import annotations


class Intervals:
    """Disjoint closed intervals of integers in increasing order."""

    def __init__(self) -> None:
        self._spans: list[tuple[int, int]] = []

    def add(self, low: int, high: int) -> None:
        """Include low to high.

        Raises:
            ValueError: low is greater than high.
        """
        if low > high:
            raise ValueError("low is greater than high")
        apart: list[tuple[int, int]] = []
        for left, right in self._spans:
            if left <= low <= right or left <= high <= right:  # the fault: or low < left <= high
                low, high = min(low, left), max(high, right)
            else:
                apart.append((left, right))
        self._spans = sorted([*apart, (low, high)])

    def covers(self, number: int) -> bool:
        return any(left <= number <= right for left, right in self._spans)

    def rep_ok(self) -> bool:
        """Each interval ends before the next begins."""
        return all(a[1] < b[0] for a, b in zip(self._spans, self._spans[1:]))
