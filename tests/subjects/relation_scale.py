"""Vectors of three numbers; scaling in place forgets the third.

Wrong result:  v.scale(2)  leaves another vector than  v.scaled(2)  returns
"""

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
        self.y *= factor  # the fault: and z?

    def dot(self, other: "Vector") -> int:
        return self.x * other.x + self.y * other.y + self.z * other.z
