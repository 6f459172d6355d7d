"""Ropes equal by length and ordered by length, then by colour, which equality ignores.

Shortest sequence:  Rope(0, "a") == Rope(0, "b") and Rope(0, "a") < Rope(0, "b")
"""

from __future__ import annotations


class Rope:
    """A coloured rope."""

    def __init__(self, length: int, colour: str) -> None:
        self._length = length
        self._colour = colour

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rope):
            return NotImplemented
        return self._length == other._length

    def __hash__(self) -> int:
        return hash(self._length)

    def __lt__(self, other: Rope) -> bool:
        if not isinstance(other, Rope):
            return NotImplemented
        # The fault: what equality ignores, order must ignore too.
        return (self._length, self._colour) < (other._length, other._colour)
