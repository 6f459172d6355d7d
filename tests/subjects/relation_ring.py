"""The last few values, in a ring; counted from the end, another one comes first.

Wrong result:  in a ring that is not full, ring[-1] is None
"""

from __future__ import annotations

from collections.abc import Iterator


class Ring:
    def __init__(self, capacity: int = 4) -> None:
        if not 1 <= capacity <= 1000:
            raise ValueError("a ring has between 1 and 1000 places")
        self._slots: list[int | None] = [None] * capacity
        self._start = 0
        self._length = 0

    def push(self, value: int) -> None:
        end = (self._start + self._length) % len(self._slots)
        self._slots[end] = value
        if self._length < len(self._slots):
            self._length += 1
        else:
            self._start = (self._start + 1) % len(self._slots)

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[int | None]:
        for i in range(self._length):
            yield self._slots[(self._start + i) % len(self._slots)]

    def __getitem__(self, index: int) -> int | None:
        if not -self._length <= index < self._length:
            raise IndexError(f"no item {index}")
        return self._slots[(self._start + index) % len(self._slots)]  # the fault, if index < 0
