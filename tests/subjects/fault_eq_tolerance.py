"""Lengths equal up to a tolerance: not transitive.

Shortest sequence:  Length(0) == Length(1) and Length(1) == Length(2), but Length(0) != Length(2)
"""

from __future__ import annotations


class Length:
    """A length in millimetres."""

    def __init__(self, millimetres: int) -> None:
        self._millimetres = millimetres

    def longer(self, millimetres: int) -> Length:
        return Length(self._millimetres + millimetres)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Length):
            return NotImplemented
        return abs(self._millimetres - other._millimetres) <= 1  # the fault

    __hash__ = None  # type: ignore[assignment]
