"""A badge that has no text until somebody writes on it, and then `str` gets None.

Shortest sequence:  str(Badge())    TypeError: __str__ returned non-string
"""

from __future__ import annotations


class Badge:
    """A badge to write on."""

    def __init__(self) -> None:
        self._text: str | None = None

    def write(self, text: str) -> None:
        self._text = text

    def __str__(self) -> str:
        return self._text  # type: ignore[return-value]  # the fault

    def __repr__(self) -> str:
        return f"<Badge {self._text!r}>"
