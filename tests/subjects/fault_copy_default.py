"""A tank whose shallow copy has the default capacity.

Shortest sequence:  t = Tank(0); copy.copy(t) == t is False
"""

from __future__ import annotations


class Tank:
    """So much of something, and room for so much."""

    def __init__(self, capacity: int = 100) -> None:
        if capacity < 0:
            raise ValueError("the capacity is negative")
        self._capacity = capacity
        self._level = 0

    def fill(self, amount: int) -> int:
        """Fill in what there is room for and return how much that was."""
        taken = max(0, min(amount, self._capacity - self._level))
        self._level += taken
        return taken

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tank):
            return NotImplemented
        return (self._capacity, self._level) == (other._capacity, other._level)

    __hash__ = None  # type: ignore[assignment]

    def __copy__(self) -> Tank:
        twin = Tank()  # the fault: self._capacity
        twin._level = self._level
        return twin
