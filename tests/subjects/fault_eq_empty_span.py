"""Spans that are equal if they overlap completely: an empty span is not equal to itself.

Shortest sequence:  s = Span(0, 0); s == s is False
"""

from __future__ import annotations


class Span:
    """The integers from start up to but excluding stop."""

    def __init__(self, start: int, stop: int) -> None:
        if stop < start:
            raise ValueError("the span stops before it starts")
        self._start = start
        self._stop = stop

    def width(self) -> int:
        return self._stop - self._start

    def overlap(self, other: Span) -> int:
        """Return how many integers lie in both."""
        return max(0, min(self._stop, other._stop) - max(self._start, other._start))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Span):
            return NotImplemented
        shared = self.overlap(other)
        return 0 < shared == self.width() == other.width()  # the fault: 0 < excludes the empty

    def __hash__(self) -> int:
        return hash((self._start, self._stop))
