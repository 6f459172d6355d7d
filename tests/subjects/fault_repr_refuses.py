"""Tickets that cannot be shown, not even in an error message, before they have a seat.

Shortest sequence:  t = Ticket(0); repr(t)    ValueError
"""

from __future__ import annotations


class Ticket:
    """A ticket for a seat; 0 means none yet."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def is_valid(self) -> bool:
        return self.seat > 0

    def __repr__(self) -> str:
        if not self.seat:
            raise ValueError("no seat")  # the fault
        return f"<ticket for {self.seat}>"
