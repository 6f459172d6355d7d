"""Names equal without regard to case, with a hash that regards it.

Shortest sequence:  Name("a") == Name("A"), but their hashes differ
"""

from __future__ import annotations


class Name:
    """A name as it was written."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Name):
            return NotImplemented
        return self._text.casefold() == other._text.casefold()

    def __hash__(self) -> int:
        return hash(self._text)  # the fault: not folded

    def __repr__(self) -> str:
        return f"Name({self._text!r})"
