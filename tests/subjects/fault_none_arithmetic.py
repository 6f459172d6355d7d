"""A stock-taking that adds to what it does not have yet.

Shortest sequence:  s = Stock(); s.deliver("", 0)    TypeError
"""

from __future__ import annotations


class Stock:
    """How many there are of each thing."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def deliver(self, thing: str, number: int) -> None:
        self._numbers[thing] = self._numbers.get(thing) + number  # type: ignore  # the fault

    def number(self, thing: str) -> int:
        return self._numbers.get(thing, 0)
