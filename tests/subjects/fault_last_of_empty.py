"""A diary that shows its latest entry before there is one.

Shortest sequence:  d = Diary(); d.latest()    IndexError
"""

from __future__ import annotations


class Diary:
    """Entries in order."""

    def __init__(self) -> None:
        self._entries: list[str] = []

    def write(self, entry: str) -> None:
        self._entries.append(entry)

    def latest(self) -> str:
        return self._entries[-1]  # the fault: there may be none
