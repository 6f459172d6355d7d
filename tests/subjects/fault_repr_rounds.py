"""An angle whose representation is a constructor call that rounds.

Shortest sequence:  a = Angle(0.001); eval(repr(a)) == a is False
"""

from __future__ import annotations


class Angle:
    """An angle in degrees."""

    def __init__(self, degrees: float) -> None:
        if not -360.0 <= degrees <= 360.0:
            raise ValueError("more than a full turn")
        self._degrees = float(degrees)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Angle):
            return NotImplemented
        return self._degrees == other._degrees

    def __hash__(self) -> int:
        return hash(self._degrees)

    def __repr__(self) -> str:
        return f"Angle({self._degrees:.2f})"  # the fault: !r
