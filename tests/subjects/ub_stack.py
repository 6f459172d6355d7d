"""A bounded stack of distinct integers: correct.

After UBStack of figure 8-2 of Pacheco's thesis (Randoop). Every branch of the public operations is
reachable; the early returns of `rep_ok` are not, because no public operation breaks the
representation.
"""

from __future__ import annotations

from collections.abc import Iterator

LARGEST = 1000


class UniqueBoundedStack:
    """At most `capacity` distinct integers; pushing one that is present moves it to the top."""

    def __init__(self, capacity: int = 4) -> None:
        if not 0 <= capacity <= LARGEST:
            raise ValueError(f"the capacity is not between 0 and {LARGEST}")
        self._capacity = capacity
        self._items: list[int] = []

    def push(self, value: int) -> bool:
        """Put the value on top; return False and change nothing if there is no room."""
        if value in self._items:
            self._items.remove(value)
        elif self.is_full():
            return False
        self._items.append(value)
        return True

    def pop(self) -> int:
        """Remove and return the top.

        Raises:
            IndexError: the stack is empty.
        """
        top = self.top()
        self._items.pop()
        return top

    def top(self) -> int:
        """Return the top.

        Raises:
            IndexError: the stack is empty.
        """
        if self.is_empty():
            raise IndexError("the stack is empty")
        return self._items[-1]

    def is_empty(self) -> bool:
        return not self._items

    def is_full(self) -> bool:
        return len(self._items) == self._capacity

    def __contains__(self, value: object) -> bool:
        return value in self._items

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[int]:
        return iter(tuple(self._items))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, UniqueBoundedStack):
            return NotImplemented
        return (self._capacity, self._items) == (other._capacity, other._items)

    __hash__ = None  # type: ignore[assignment]

    def rep_ok(self) -> bool:
        """The values are distinct and fit."""
        if not 0 <= len(self._items) <= self._capacity:
            return False
        return len(set(self._items)) == len(self._items)
