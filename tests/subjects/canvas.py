"""A picture in memory that goes on after an illegal size, and writes without looking where.

After the Raytracer's Canvas in Csallner and Smaragdakis (JCrasher).  Two faults: the constructor
complains about a negative size and then allocates it anyway; `write` does not check its position.
(Some negative positions write another pixel, because a negative index counts from the end.)

Shortest sequences:
    Canvas(-1, 1)                                                ValueError: negative count
    Canvas(0, 0).write(0.0, 0, 0, Color(0.0, 0.0, 0.0))          IndexError
"""

from __future__ import annotations

import sys

LARGEST = 256


class Color:
    """Three components between 0 and 1."""

    def __init__(self, red: float, green: float, blue: float) -> None:
        for component in (red, green, blue):
            if not 0.0 <= component <= 1.0:
                raise ValueError("a component is not between 0 and 1")
        self.components = (red, green, blue)

    def scaled(self, factor: float) -> tuple[int, int, int]:
        """Return the components as bytes.

        Raises:
            ValueError: the factor is not between 0 and 1.
        """
        if not 0.0 <= factor <= 1.0:
            raise ValueError("the factor is not between 0 and 1")
        red, green, blue = (int(component * factor * 255) for component in self.components)
        return red, green, blue


class Canvas:
    """Pixels of three bytes, row by row."""

    def __init__(self, width: int, height: int) -> None:
        if width > LARGEST or height > LARGEST or width < -LARGEST or height < -LARGEST:
            raise OverflowError(f"the canvas is larger than {LARGEST} by {LARGEST}")
        self.width = width
        self.height = height
        if width < 0 or height < 0:
            print("invalid window size", file=sys.stderr)  # the first fault: and then?
        self._pixels = [bytearray(3) for _ in bytearray(width * height)]

    def write(self, brightness: float, x: int, y: int, color: Color) -> None:
        """Set one pixel.

        Raises:
            ValueError: the brightness is not between 0 and 1.
        """
        red, green, blue = color.scaled(brightness)
        pixel = self._pixels[y * self.width + x]  # the second fault: no check of x and y
        pixel[:] = bytes((red, green, blue))
