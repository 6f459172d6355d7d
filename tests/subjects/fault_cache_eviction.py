"""A cache that forgets its oldest entry twice if the entry was stored twice.

Shortest sequence:  c = Cache(1); c.store(0); c.store(0); c.store(1); c.store(2)    KeyError
"""

from __future__ import annotations

LARGEST = 100


class Cache:
    """The squares of the numbers stored last."""

    def __init__(self, capacity: int) -> None:
        if not 1 <= capacity <= LARGEST:
            raise ValueError(f"the capacity is not between 1 and {LARGEST}")
        self._capacity = capacity
        self._squares: dict[int, int] = {}
        self._order: list[int] = []

    def store(self, number: int) -> None:
        if number not in self._squares and len(self._squares) == self._capacity:
            del self._squares[self._order.pop(0)]
        self._squares[number] = number * number
        self._order.append(number)  # the fault: also if it was stored before

    def load(self, number: int) -> int | None:
        return self._squares.get(number)
