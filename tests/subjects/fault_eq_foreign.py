"""Points that ask anything for its coordinates.

Shortest sequence:  p = Point(0, 0); p == object()    AttributeError
"""

from __future__ import annotations


class Point:
    """A point of the integer grid."""

    def __init__(self, x: int, y: int) -> None:
        self._x = x
        self._y = y

    def moved(self, dx: int, dy: int) -> Point:
        return Point(self._x + dx, self._y + dy)

    def __eq__(self, other: object) -> bool:
        if other is None:
            return False
        return self._x == other._x and self._y == other._y  # type: ignore  # the fault

    def __hash__(self) -> int:
        return hash((self._x, self._y))
