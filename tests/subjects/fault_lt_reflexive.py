"""Priorities that are less than themselves.

Shortest sequence:  p = Priority(0); p < p is True
"""

from __future__ import annotations

from functools import total_ordering


@total_ordering
class Priority:
    """A rank, smaller is more urgent."""

    def __init__(self, rank: int) -> None:
        self._rank = rank

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Priority):
            return NotImplemented
        return self._rank == other._rank

    def __lt__(self, other: Priority) -> bool:
        if not isinstance(other, Priority):
            return NotImplemented
        return self._rank <= other._rank  # the fault: should be <

    def __hash__(self) -> int:
        return hash(self._rank)
