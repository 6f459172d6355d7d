"""A ring buffer that overwrites its oldest item."""

from __future__ import annotations

from collections.abc import Iterator

LARGEST = 1000


class RingBuffer:
    """The last `capacity` numbers."""

    def __init__(self, capacity: int = 4) -> None:
        if not 1 <= capacity <= LARGEST:
            raise ValueError(f"the capacity is not between 1 and {LARGEST}")
        self._slots: list[int | None] = [None] * capacity
        self._start = 0
        self._size = 0

    def push(self, number: int) -> int | None:
        """Add the number and return the one it overwrites, if any."""
        place = (self._start + self._size) % len(self._slots)
        overwritten = self._slots[place]
        self._slots[place] = number
        if self._size < len(self._slots):
            self._size += 1
        else:
            self._start = (self._start + 1) % len(self._slots)
        return overwritten

    def pop(self) -> int:
        """Remove and return the oldest number.

        Raises:
            IndexError: the buffer is empty.
        """
        oldest = self._slots[self._start]
        if oldest is None:
            raise IndexError("the buffer is empty")
        self._slots[self._start] = None
        self._start = (self._start + 1) % len(self._slots)
        self._size -= 1
        return oldest

    def __iter__(self) -> Iterator[int]:
        places = [(self._start + i) % len(self._slots) for i in range(self._size)]
        return iter([slot for place in places if (slot := self._slots[place]) is not None])

    def __len__(self) -> int:
        return self._size

    def rep_ok(self) -> bool:
        return sum(slot is not None for slot in self._slots) == self._size
