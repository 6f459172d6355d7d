"""A set of integers as disjoint intervals."""

from __future__ import annotations

from collections.abc import Iterator


class IntervalSet:
    """Closed intervals of integers that neither overlap nor touch."""

    def __init__(self) -> None:
        self._spans: list[tuple[int, int]] = []

    def add(self, low: int, high: int) -> None:
        """Include all integers from low to high.

        Raises:
            ValueError: low is greater than high.
        """
        if low > high:
            raise ValueError("low is greater than high")
        apart = [span for span in self._spans if span[1] < low - 1 or span[0] > high + 1]
        near = [span for span in self._spans if span not in apart]
        low = min([low, *(span[0] for span in near)])
        high = max([high, *(span[1] for span in near)])
        self._spans = sorted([*apart, (low, high)])

    def remove(self, low: int, high: int) -> None:
        """Exclude all integers from low to high, if there are any."""
        left: list[tuple[int, int]] = []
        for start, end in self._spans:
            pieces = [(start, min(end, low - 1)), (max(start, high + 1), end)]
            whole = low > high
            left.extend([(start, end)] if whole else [(a, b) for a, b in pieces if a <= b])
        self._spans = sorted(left)

    def covers(self, number: int) -> bool:
        return any(low <= number <= high for low, high in self._spans)

    def total(self) -> int:
        """Return how many integers are included."""
        return sum(high - low + 1 for low, high in self._spans)

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return iter(tuple(self._spans))

    def __len__(self) -> int:
        """Return the number of intervals."""
        return len(self._spans)

    def rep_ok(self) -> bool:
        """No interval is empty, overlaps or touches the next."""
        ordered = all(a[1] + 1 < b[0] for a, b in zip(self._spans, self._spans[1:]))
        return ordered and all(low <= high for low, high in self._spans)
