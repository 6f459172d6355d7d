"""A subclass that does not initialise its base.

Shortest sequence:  l = Limited(0); l.add(0)    AttributeError
"""

from __future__ import annotations


class Total:
    """A running total."""

    def __init__(self) -> None:
        self._total = 0

    def add(self, number: int) -> int:
        self._total += number
        return self._total


class Limited(Total):
    """A running total that stays below a limit."""

    def __init__(self, limit: int) -> None:
        self._limit = limit  # the fault: no super().__init__()

    def add(self, number: int) -> int:
        return min(super().add(number), self._limit)
