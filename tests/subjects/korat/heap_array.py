"""Korat, figures 5 and 8."""

from __future__ import annotations


class HeapArray:
    size: int
    array: list[int | None]

    def rep_ok(self):
        if self.array is None:
            return False
        if self.size < 0 or self.size > len(self.array):
            return False
        for i in range(self.size):
            if self.array[i] is None:
                return False
            if i > 0 and self.array[i] > self.array[(i - 1) // 2]:
                return False
        for i in range(self.size, len(self.array)):
            if self.array[i] is not None:
                return False
        return True
