"""A memory of results that uses the list it is given as a key.

Shortest sequence:  a = Adder(); a.total([])    TypeError: unhashable type: 'list'
"""

from __future__ import annotations


class Adder:
    """Totals, each computed once."""

    def __init__(self) -> None:
        self._known: dict[list[int], int] = {}

    def total(self, numbers: list[int]) -> int:
        if numbers not in self._known:  # the fault: tuple(numbers)
            self._known[numbers] = sum(numbers)
        return self._known[numbers]
