"""A drawing whose deep copy draws on the same sheet.

Shortest sequence:  d = Drawing(); e = copy.deepcopy(d); e.line(0) changes d
"""

from __future__ import annotations

from typing import Any


class Drawing:
    """Lines on a sheet."""

    def __init__(self) -> None:
        self._lines: list[int] = []

    def line(self, length: int) -> None:
        self._lines.append(length)

    def total(self) -> int:
        return sum(self._lines)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Drawing):
            return NotImplemented
        return self._lines == other._lines

    __hash__ = None  # type: ignore[assignment]

    def __deepcopy__(self, memo: dict[int, Any]) -> Drawing:
        twin = Drawing()
        twin._lines = self._lines  # the fault: should be a copy
        return twin
