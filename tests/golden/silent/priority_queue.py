"""A priority queue whose entries can be cancelled."""

from __future__ import annotations

import heapq


class Scheduler:
    """Tasks by time; the earliest is due first, equal times in the order of scheduling."""

    def __init__(self) -> None:
        self._heap: list[tuple[int, int]] = []
        self._tasks: dict[int, str] = {}
        self._scheduled = 0

    def schedule(self, time: int, task: str) -> int:
        """Add a task and return a number by which it can be cancelled."""
        number = self._scheduled
        self._scheduled += 1
        heapq.heappush(self._heap, (time, number))
        self._tasks[number] = task
        return number

    def cancel(self, number: int) -> bool:
        """Cancel the task with that number; return False if there is none."""
        return self._tasks.pop(number, None) is not None

    def due(self, time: int) -> list[str]:
        """Remove and return the tasks due at or before the time."""
        ready: list[str] = []
        while self._heap and self._heap[0][0] <= time:
            _, number = heapq.heappop(self._heap)
            task = self._tasks.pop(number, None)
            if task is not None:
                ready.append(task)
        return ready

    def __len__(self) -> int:
        return len(self._tasks)

    def __bool__(self) -> bool:
        return bool(self._tasks)
