"""A least-recently-used cache that drops a key from its order when it is read.

Shortest sequence:  c = Lru(1); c.put("", 0); c.get(""); c.put("a", 0)    IndexError
"""

from __future__ import annotations

LARGEST = 100


class Lru:
    """The keys used last, with a number each."""

    def __init__(self, capacity: int = 2) -> None:
        if not 1 <= capacity <= LARGEST:
            raise ValueError(f"the capacity is not between 1 and {LARGEST}")
        self._capacity = capacity
        self._numbers: dict[str, int] = {}
        self._order: list[str] = []

    def put(self, key: str, number: int) -> None:
        if key in self._numbers:
            self._touch(key)
        else:
            if len(self._numbers) == self._capacity:
                del self._numbers[self._order.pop(0)]
            self._order.append(key)
        self._numbers[key] = number

    def get(self, key: str) -> int | None:
        if key not in self._numbers:
            return None
        if key in self._order:
            self._order.remove(key)  # the fault: self._touch(key)
        return self._numbers[key]

    def _touch(self, key: str) -> None:
        if key in self._order:
            self._order.remove(key)
        self._order.append(key)
