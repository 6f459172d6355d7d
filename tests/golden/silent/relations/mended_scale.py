"""Vectors of three numbers."""

from dataclasses import dataclass


@dataclass
class Vector:
    x: int
    y: int
    z: int

    def scaled(self, factor: int) -> "Vector":
        """Return a vector in the same direction."""
        return Vector(self.x * factor, self.y * factor, self.z * factor)

    def scale(self, factor: int) -> None:
        """Make the vector longer or shorter."""
        self.x *= factor
        self.y *= factor
        self.z *= factor

    def dot(self, other: "Vector") -> int:
        return self.x * other.x + self.y * other.y + self.z * other.z
