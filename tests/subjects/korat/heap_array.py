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

    def extract_max(self):
        if self.size == 0:
            raise ValueError("empty heap")
        largest = self.array[0]
        self.size -= 1
        self.array[0] = self.array[self.size]
        self.array[self.size] = None
        self._sift_down()
        return largest

    def _sift_down(self):
        i = 0
        while 2 * i + 1 < self.size:
            child = self._larger_child(i)
            if self.array[i] >= self.array[child]:
                return
            self.array[i], self.array[child] = self.array[child], self.array[i]
            i = child

    def _larger_child(self, i):
        left, right = 2 * i + 1, 2 * i + 2
        if right < self.size and self.array[right] > self.array[left]:
            return right
        return left


class HeapThatLeansLeft(HeapArray):
    """Defect: the larger element always sinks to the left."""

    def _larger_child(self, i):
        return 2 * i + 1
