"""Baskets that share one list of things because it belongs to the class.

Shortest sequence:  a = Basket(); b = Basket(); a.put("", 0); b.price()    KeyError
"""

from __future__ import annotations


class Basket:
    """Things with prices."""

    things: list[str] = []  # the fault: one list for all baskets

    def __init__(self) -> None:
        self._prices: dict[str, int] = {}

    def put(self, thing: str, price: int) -> None:
        self.things.append(thing)
        self._prices[thing] = price

    def price(self) -> int:
        return sum(self._prices[thing] for thing in self.things)
