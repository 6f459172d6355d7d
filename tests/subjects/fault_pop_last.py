"""A pile that remembers its top, also when nothing is left.

Shortest sequence:  p = Pile(); p.push(0); p.pop()    IndexError
"""

from __future__ import annotations


class Pile:
    """Numbers, of which the last is at hand."""

    def __init__(self) -> None:
        self._items: list[int] = []
        self.top: int | None = None

    def push(self, item: int) -> None:
        self._items.append(item)
        self.top = item

    def pop(self) -> int:
        item = self._items.pop()
        self.top = self._items[-1]  # the fault
        return item
