"""A box keeps the list that it is given; who gives it away as well, changes it behind the back of the box."""

from __future__ import annotations

from abc import ABC, abstractmethod


class Box:
    """Numbers in order."""

    def __init__(self, items: list[int]) -> None:
        if items != sorted(items):
            raise ValueError("not in order")
        self._items = items

    def invariant(self) -> bool:
        """Return whether they are in order."""
        return self._items == sorted(self._items)

    def smallest(self) -> int | None:
        """Return the first, None where there is none."""
        return self._items[0] if self._items else None


def turn(items: list[int]) -> None:
    """Turn a list round."""
    items.reverse()


class Shape(ABC):
    """Something with an area."""

    @abstractmethod
    def area(self) -> int:
        """Return it."""


class Dot(Shape):
    """The smallest."""

    def area(self) -> int:
        """Return nothing."""
        return 0


def smallest_of(cls: type[Shape]) -> int:
    """Return the area of a new one."""
    return cls().area()
