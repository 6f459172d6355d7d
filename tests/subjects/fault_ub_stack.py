"""A bounded stack of distinct integers whose `push` looks one slot too far when the stack is full.

After UB-Stack, which Csallner and Smaragdakis (JCrasher) tested; the paper does not say what its
fault was, only that it takes a sequence of calls.  This one is ours.

Shortest sequence:  s = UniqueBoundedStack(1); s.push(0); s.push(0)    IndexError
"""

from __future__ import annotations

LARGEST = 1000


class UniqueBoundedStack:
    """At most `capacity` distinct integers; pushing one that is present moves it to the top."""

    def __init__(self, capacity: int = 2) -> None:
        if not 0 <= capacity <= LARGEST:
            raise ValueError(f"the capacity is not between 0 and {LARGEST}")
        self._slots = [0] * capacity
        self._size = 0

    def push(self, value: int) -> bool:
        """Put the value on top; return False and change nothing if there is no room."""
        used = self._slots[: self._size]
        if value in used:
            for slot in range(used.index(value), self._size):
                self._slots[slot] = self._slots[slot + 1]  # the fault: one step too many
            self._slots[self._size - 1] = value
            return True
        if self._size == len(self._slots):
            return False
        self._slots[self._size] = value
        self._size += 1
        return True

    def top(self) -> int:
        """Return the top.

        Raises:
            IndexError: the stack is empty.
        """
        if self._size == 0:
            raise IndexError("the stack is empty")
        return self._slots[self._size - 1]

    def __len__(self) -> int:
        return self._size
