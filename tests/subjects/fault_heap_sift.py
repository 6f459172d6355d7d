"""A heap that, after taking the least, compares the new root with its left child only.

Shortest sequence:
    h = Heap(); h.push(0); h.push(2); h.push(1); h.push(3); h.pop(); h.rep_ok() is False
"""

from __future__ import annotations


class Heap:
    """Integers of which the least is at hand."""

    def __init__(self) -> None:
        self._slots: list[int] = []

    def push(self, number: int) -> None:
        slots = self._slots
        slots.append(number)
        child = len(slots) - 1
        while child and slots[(child - 1) // 2] > slots[child]:
            parent = (child - 1) // 2
            slots[parent], slots[child] = slots[child], slots[parent]
            child = parent

    def pop(self) -> int | None:
        """Remove and return the least, None if there is none."""
        if not self._slots:
            return None
        slots = self._slots
        slots[0], slots[-1] = slots[-1], slots[0]
        least = slots.pop()
        parent, child = 0, 1
        while child < len(slots) and slots[child] < slots[parent]:  # the fault: or child + 1
            slots[parent], slots[child] = slots[child], slots[parent]
            parent, child = child, 2 * child + 1
        return least

    def rep_ok(self) -> bool:
        """No child is less than its parent."""
        slots = self._slots
        return all(slots[(child - 1) // 2] <= slots[child] for child in range(1, len(slots)))
