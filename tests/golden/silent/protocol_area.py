"""A protocol and classes that follow it without naming it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol


class Priced(Protocol):
    """Anything with a price."""

    def price(self) -> int:
        """Return the price in cents."""
        ...


class Book:
    """A book with a price of its own."""

    def __init__(self, title: str, cents: int) -> None:
        if cents < 0:
            raise ValueError("the price is negative")
        self._title = title
        self._cents = cents

    def price(self) -> int:
        return self._cents

    def title(self) -> str:
        return self._title


class Bundle:
    """Several things for the sum of their prices less a tenth."""

    def __init__(self, things: Iterable[Priced]) -> None:
        self._things = tuple(things)

    def price(self) -> int:
        return sum(thing.price() for thing in self._things) * 9 // 10


def most_expensive(things: list[Priced]) -> Priced | None:
    """Return the first of the most expensive things, None if there are none."""
    return max(things, key=lambda thing: thing.price(), default=None)
