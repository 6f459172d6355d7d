"""A letter whose deep copy forgets the copies to others.

Shortest sequence:  l = Letter("a", "b"); copy.deepcopy(l) == l is False
"""

from __future__ import annotations

from typing import Any


class Letter:
    """A text, and who else gets it."""

    def __init__(self, text: str, *others: str) -> None:
        self._text = text
        self._others = others

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Letter):
            return NotImplemented
        return (self._text, self._others) == (other._text, other._others)

    def __hash__(self) -> int:
        return hash((self._text, self._others))

    def __deepcopy__(self, memo: dict[int, Any]) -> Letter:
        return Letter(self._text)  # the fault: *self._others
