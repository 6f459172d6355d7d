"""A stack of polynomials with a fixed number of slots; a copy shares its slots with the original.

After figure 5-2 of Pacheco's thesis (Randoop).  The rest is correct (the `push` there writes one
slot too low).  The fault sits in `copy` but shows in the invariant of the *other* stack, later.

Shortest sequence:  s = PStack(); t = s.copy(); s.push(Poly()); t.rep_ok() is False
"""

from __future__ import annotations

from polynomial import Poly

LARGEST = 1000


class PStack:
    """At most `capacity` polynomials, last in first out."""

    def __init__(self, capacity: int = 10) -> None:
        if not 0 <= capacity <= LARGEST:
            raise ValueError(f"the capacity is not between 0 and {LARGEST}")
        self._slots: list[Poly | None] = [None] * capacity
        self._size = 0

    def push(self, p: Poly) -> bool:
        """Put p on top and return True; return False and change nothing if the stack is full."""
        if self._size == len(self._slots):
            return False
        self._slots[self._size] = p
        self._size += 1
        return True

    def pop(self) -> Poly:
        """Remove and return the top.

        Raises:
            IndexError: the stack is empty.
        """
        if self._size == 0:
            raise IndexError("pop from an empty stack")
        self._size -= 1
        top = self._slots[self._size]
        self._slots[self._size] = None
        return top  # type: ignore[return-value]

    def size(self) -> int:
        return self._size

    def copy(self) -> PStack:
        """Return a stack of the same polynomials that changes independently."""
        twin = PStack(len(self._slots))
        twin._slots = self._slots  # the fault: should be a copy of the list
        twin._size = self._size
        return twin

    def rep_ok(self) -> bool:
        """The size fits, the slots below it hold polynomials, the others None."""
        if not 0 <= self._size <= len(self._slots):
            return False
        used, free = self._slots[: self._size], self._slots[self._size :]
        return all(isinstance(slot, Poly) for slot in used) and all(slot is None for slot in free)
