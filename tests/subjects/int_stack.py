"""A stack of integers in an array that doubles when full: correct.

After IntStack of figure 8-2 of Pacheco's thesis (Randoop). Every branch of the public operations is
reachable; the early returns of `rep_ok` are not, because no public operation breaks the
representation.
"""

from __future__ import annotations


class IntStack:
    """Integers, last in first out."""

    def __init__(self) -> None:
        self._slots: list[int | None] = [None, None]
        self._size = 0

    def push(self, value: int) -> None:
        if self._size == len(self._slots):
            self._slots.extend([None] * self._size)
        self._slots[self._size] = value
        self._size += 1

    def pop(self) -> int:
        """Remove and return the top.

        Raises:
            IndexError: the stack is empty.
        """
        top = self.peek()
        self._size -= 1
        self._slots[self._size] = None
        return top

    def peek(self) -> int:
        """Return the top.

        Raises:
            IndexError: the stack is empty.
        """
        if self._size == 0:
            raise IndexError("the stack is empty")
        top = self._slots[self._size - 1]
        assert top is not None
        return top

    def is_empty(self) -> bool:
        return self._size == 0

    def __len__(self) -> int:
        return self._size

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, IntStack):
            return NotImplemented
        return self._slots[: self._size] == other._slots[: other._size]

    __hash__ = None  # type: ignore[assignment]

    def rep_ok(self) -> bool:
        """The size fits; slots below it hold integers, the others None."""
        if not 0 <= self._size <= len(self._slots):
            return False
        used, free = self._slots[: self._size], self._slots[self._size :]
        return all(isinstance(slot, int) for slot in used) and all(slot is None for slot in free)
