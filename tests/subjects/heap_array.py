"""A binary heap in an array: correct.

After HeapArray of figure 8-2 of Pacheco's thesis (Randoop). Every branch of the public operations
is reachable; `rep_ok` never returns False, because no public operation breaks the representation.
"""

from __future__ import annotations


class HeapArray:
    """Integers of which the greatest is at hand."""

    def __init__(self) -> None:
        self._slots: list[int] = []

    def insert(self, value: int) -> None:
        slots = self._slots
        slots.append(value)
        child = len(slots) - 1
        while child > 0:
            parent = (child - 1) // 2
            if slots[parent] >= slots[child]:
                break
            slots[parent], slots[child] = slots[child], slots[parent]
            child = parent

    def find_max(self) -> int | None:
        return self._slots[0] if self._slots else None

    def extract_max(self) -> int | None:
        """Remove and return the greatest value, None if there is none."""
        if not self._slots:
            return None
        greatest = self._slots[0]
        last = self._slots.pop()
        if self._slots:
            self._slots[0] = last
            self._sink()
        return greatest

    def is_empty(self) -> bool:
        return not self._slots

    def __len__(self) -> int:
        return len(self._slots)

    def _sink(self) -> None:
        slots = self._slots
        parent = 0
        while True:
            child = 2 * parent + 1
            if child >= len(slots):
                return
            if child + 1 < len(slots) and slots[child + 1] > slots[child]:
                child += 1
            if slots[parent] >= slots[child]:
                return
            slots[parent], slots[child] = slots[child], slots[parent]
            parent = child

    def rep_ok(self) -> bool:
        """No child is greater than its parent."""
        slots = self._slots
        return all(slots[(child - 1) // 2] >= slots[child] for child in range(1, len(slots)))
