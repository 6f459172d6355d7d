"""Tickets that cannot be compared with None.

Shortest sequence:  t = Ticket(0); t == None    AttributeError
"""

from __future__ import annotations


class Ticket:
    """A numbered ticket."""

    def __init__(self, number: int) -> None:
        self._number = number

    @property
    def number(self) -> int:
        return self._number

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Ticket | None):
            return NotImplemented
        return self._number == other._number  # the fault: other may be None

    def __hash__(self) -> int:
        return hash(self._number)
