"""A priority queue that does not forget where a task was after taking it.

Shortest sequence:  a = Agenda(); a.add("", 0); a.take(); a.change("", 0)    IndexError
"""

from __future__ import annotations


class Agenda:
    """Tasks, the most urgent (lowest number) first; each may change its urgency."""

    def __init__(self) -> None:
        self._entries: list[tuple[int, str]] = []
        self._place: dict[str, int] = {}

    def add(self, task: str, urgency: int) -> bool:
        """Add the task; return False if it is already there."""
        if task in self._place:
            return False
        self._entries.append((urgency, task))
        self._renumber()
        return True

    def take(self) -> str | None:
        """Remove and return the most urgent task, None if there is none."""
        if not self._entries:
            return None
        _, task = self._entries.pop(0)
        self._renumber()  # the fault: the task itself keeps its old place
        return task

    def change(self, task: str, urgency: int) -> bool:
        """Change the urgency; return False if there is no such task."""
        if task not in self._place:
            return False
        self._entries[self._place[task]] = (urgency, task)
        self._renumber()
        return True

    def _renumber(self) -> None:
        self._entries.sort()
        for place, (_, task) in enumerate(self._entries):
            self._place[task] = place
