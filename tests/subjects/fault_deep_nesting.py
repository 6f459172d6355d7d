"""An outline that numbers its levels with the letters of a short alphabet.

Shortest sequence:  o = Outline(); nine times o.indent(); o.label()    IndexError

Deep: nothing but repeating one call leads there.
"""

from __future__ import annotations

LETTERS = "abcdefghi"


class Outline:
    """A level in a nested list."""

    def __init__(self) -> None:
        self._level = 0

    def indent(self) -> None:
        self._level += 1

    def outdent(self) -> bool:
        """Go up a level; return False at the top."""
        if self._level == 0:
            return False
        self._level -= 1
        return True

    def label(self) -> str:
        return LETTERS[self._level]  # the fault: there may be more levels than letters
