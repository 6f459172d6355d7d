"""Prices whose comparison reads an attribute that there is not.

Shortest sequence:  p = Price(0); p == p    AttributeError
"""

from __future__ import annotations


class Price:
    """A price in cents."""

    def __init__(self, cents: int) -> None:
        self.cents = cents

    def raised(self, by: int) -> Price:
        return Price(self.cents + by)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Price) and self.cent == other.cent  # type: ignore  # the fault

    def __hash__(self) -> int:
        return hash(self.cents)
