"""A queue that several threads may use; asking an empty one never waits."""

from __future__ import annotations

import threading
from collections import deque

LARGEST = 1000


class Full(Exception):
    """The queue has no room."""


class Empty(Exception):
    """The queue has no item."""


class BoundedQueue:
    """At most `limit` numbers, first in first out."""

    def __init__(self, limit: int = 8) -> None:
        if not 0 < limit <= LARGEST:
            raise ValueError(f"the limit is not between 1 and {LARGEST}")
        self._limit = limit
        self._items: deque[int] = deque()
        self._lock = threading.RLock()

    def put(self, item: int) -> None:
        with self._lock:
            if len(self._items) >= self._limit:
                raise Full(f"there are already {self._limit} items")
            self._items.append(item)

    def take(self) -> int:
        with self._lock:
            if not self._items:
                raise Empty("there is no item")
            return self._items.popleft()

    def drain(self) -> list[int]:
        """Take all items at once."""
        with self._lock:
            items = list(self._items)
            self._items.clear()
            return items

    def __len__(self) -> int:
        with self._lock:
            return len(self._items)
