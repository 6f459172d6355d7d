"""Operator overloading that leaves foreign operands to them."""

from __future__ import annotations


class Vector:
    """A vector of the integer plane."""

    __slots__ = ("_x", "_y")

    def __init__(self, x: int = 0, y: int = 0) -> None:
        self._x = x
        self._y = y

    @property
    def x(self) -> int:
        return self._x

    @property
    def y(self) -> int:
        return self._y

    def __add__(self, other: Vector) -> Vector:
        if not isinstance(other, Vector):
            return NotImplemented
        return Vector(self._x + other._x, self._y + other._y)

    def __sub__(self, other: Vector) -> Vector:
        if not isinstance(other, Vector):
            return NotImplemented
        return Vector(self._x - other._x, self._y - other._y)

    def __mul__(self, factor: int) -> Vector:
        if not isinstance(factor, int):
            return NotImplemented
        return Vector(self._x * factor, self._y * factor)

    __rmul__ = __mul__

    def __neg__(self) -> Vector:
        return Vector(-self._x, -self._y)

    def __bool__(self) -> bool:
        return bool(self._x or self._y)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Vector):
            return NotImplemented
        return (self._x, self._y) == (other._x, other._y)

    def __hash__(self) -> int:
        return hash((self._x, self._y))

    def __repr__(self) -> str:
        return f"Vector({self._x}, {self._y})"

    def dot(self, other: Vector) -> int:
        return self._x * other._x + self._y * other._y
