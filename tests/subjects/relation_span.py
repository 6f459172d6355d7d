"""Spans of days; the intersection looks at one end only.

Wrong result:  Span(0, 5) & Span(0, 2)  is not  Span(0, 2) & Span(0, 5)
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Span:
    """From the first day up to the last; without days if it ends before it begins."""

    first: int
    last: int

    def __and__(self, other: Span) -> Span:
        """Return the days that are in both."""
        return Span(max(self.first, other.first), min(self.last, self.last))  # the fault

    def __or__(self, other: Span) -> Span:
        """Return the shortest span with the days of both."""
        return Span(min(self.first, other.first), max(self.last, other.last))

    def days(self) -> int:
        return max(0, self.last - self.first + 1)
