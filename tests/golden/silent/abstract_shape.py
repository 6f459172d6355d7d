"""An abstract class with two concrete ones."""

from __future__ import annotations

from abc import ABC, abstractmethod


class Shape(ABC):
    """A figure on the integer grid."""

    @abstractmethod
    def area(self) -> int:
        """Return the area in grid cells."""

    @abstractmethod
    def scaled(self, factor: int) -> Shape:
        """Return the shape with all lengths multiplied by a positive factor."""

    def is_larger_than(self, other: Shape) -> bool:
        return self.area() > other.area()


def _positive(value: int) -> int:
    if value <= 0:
        raise ValueError("a length must be positive")
    return value


class Rectangle(Shape):
    """A rectangle of some width and height."""

    def __init__(self, width: int, height: int) -> None:
        self._width = _positive(width)
        self._height = _positive(height)

    def area(self) -> int:
        return self._width * self._height

    def scaled(self, factor: int) -> Rectangle:
        return Rectangle(self._width * _positive(factor), self._height * factor)


class Square(Shape):
    """A square of some side."""

    def __init__(self, side: int) -> None:
        self._side = _positive(side)

    def area(self) -> int:
        return self._side**2

    def scaled(self, factor: int) -> Square:
        return Square(self._side * _positive(factor))


def total_area(shapes: list[Shape]) -> int:
    return sum(shape.area() for shape in shapes)
