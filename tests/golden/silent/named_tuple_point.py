"""A NamedTuple with methods: equal to and ordered like the plain tuple, on purpose."""

from __future__ import annotations

from typing import NamedTuple


class Point(NamedTuple):
    """A point of the integer grid."""

    x: int
    y: int = 0

    def moved(self, dx: int, dy: int) -> Point:
        return Point(self.x + dx, self.y + dy)

    def mirrored(self) -> Point:
        return self._replace(x=-self.x, y=-self.y)

    def distance(self, other: Point) -> int:
        """Return the number of steps along the grid."""
        return abs(self.x - other.x) + abs(self.y - other.y)


def bounding_box(points: list[Point]) -> tuple[Point, Point] | None:
    """Return the lower left and the upper right corner, None without points."""
    if not points:
        return None
    xs, ys = [point.x for point in points], [point.y for point in points]
    return Point(min(xs), min(ys)), Point(max(xs), max(ys))


def nearest(points: list[Point], target: Point) -> Point | None:
    return min(points, key=target.distance, default=None)
