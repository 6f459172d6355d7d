"""A queue that stays true after its last item has been taken.

Shortest sequence:  q = Queue(); q.put(0); q.take(); bool(q) is True, len(q) is 0
"""

from __future__ import annotations


class Queue:
    """Numbers, first in first out; taken ones are skipped, not moved."""

    def __init__(self) -> None:
        self._items: list[int] = []
        self._head = 0

    def put(self, item: int) -> None:
        self._items.append(item)

    def take(self) -> int | None:
        """Return the next item, None if there is none."""
        if self._head == len(self._items):
            return None
        self._head += 1
        return self._items[self._head - 1]

    def __len__(self) -> int:
        return len(self._items) - self._head

    def __bool__(self) -> bool:
        return bool(self._items)  # the fault: includes what has been taken
