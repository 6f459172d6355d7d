"""Arguments of the right types that cannot be served: the caller asked for it, and hears of it from below."""

from __future__ import annotations

from datetime import date, timedelta


def days_off(days: int) -> timedelta:
    """Return so many days."""
    return timedelta(days=days)


def day_after(day: date) -> date:
    """Return the day after this one."""
    return day + timedelta(days=1)


def last(numbers: list[int]) -> int:
    """Return the last of the numbers."""
    return numbers[-1]


def encoded(text: str, encoding: str) -> bytes:
    """Return the text in this encoding."""
    return text.encode(encoding)


def cheapest(prices: list[int]) -> int:
    """Return the lowest price.

    Raises:
        LookupError: nothing is for sale.
    """
    if prices == [0]:
        raise LookupError("nothing is sold for nothing")
    return sorted(prices)[0] if len(prices) > 1 else prices[0]


class Shape:
    """What has an area."""

    def area(self) -> float:
        """Return the area; every kind of shape has its own way."""
        raise NotImplementedError


class Square(Shape):
    """A shape whose sides are equal."""

    def __init__(self, side: int) -> None:
        self._side = side

    def area(self) -> float:
        """Return the area."""
        return float(self._side**2)


def painted(shape: Shape, coats: int) -> float:
    """Return how much paint a shape takes."""
    return shape.area() * coats
