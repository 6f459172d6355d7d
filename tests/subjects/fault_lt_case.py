"""Words equal without regard to case but ordered with regard to it.

Shortest sequence:  Word("A") == Word("a") and Word("A") < Word("a")
"""

from __future__ import annotations

from functools import total_ordering


@total_ordering
class Word:
    """A word of a dictionary."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Word):
            return NotImplemented
        return self._text.lower() == other._text.lower()

    def __lt__(self, other: Word) -> bool:
        if not isinstance(other, Word):
            return NotImplemented
        return self._text < other._text  # the fault: not lowered

    def __hash__(self) -> int:
        return hash(self._text.lower())
