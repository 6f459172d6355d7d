"""Vectors of floating-point numbers: sums depend on the order in which they are made."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass
class Vector:
    x: float = 0.0
    y: float = 0.0

    def __add__(self, other: Vector) -> Vector:
        if not isinstance(other, Vector):
            return NotImplemented
        return Vector(self.x + other.x, self.y + other.y)

    def __sub__(self, other: Vector) -> Vector:
        if not isinstance(other, Vector):
            return NotImplemented
        return Vector(self.x - other.x, self.y - other.y)

    def __neg__(self) -> Vector:
        return Vector(-self.x, -self.y)

    def __iadd__(self, other: Vector) -> Vector:
        if not isinstance(other, Vector):
            return NotImplemented
        self.x += other.x
        self.y += other.y
        return self

    def normalized(self) -> Vector:
        """Return the vector of length 1 in the same direction; itself if it has none."""
        length = math.hypot(self.x, self.y)
        if length == 0 or not math.isfinite(length):
            return Vector(self.x, self.y)
        return Vector(self.x / length, self.y / length)

    def normalize(self) -> None:
        one = self.normalized()
        self.x, self.y = one.x, one.y


def to_fahrenheit(celsius: float) -> float:
    return celsius * 9 / 5 + 32


def from_fahrenheit(fahrenheit: float) -> float:
    return (fahrenheit - 32) * 5 / 9
