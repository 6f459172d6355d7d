"""A label whose representation puts quotes around a text that may contain some.

Shortest sequence:  l = Label("'"); eval(repr(l))    SyntaxError
"""

from __future__ import annotations


class Label:
    """A text on a thing."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Label):
            return NotImplemented
        return self._text == other._text

    def __hash__(self) -> int:
        return hash(self._text)

    def __repr__(self) -> str:
        return f"Label('{self._text}')"  # the fault: !r
