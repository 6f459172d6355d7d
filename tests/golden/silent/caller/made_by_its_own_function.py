"""A name with a number: objects of the class are made by its function `new`."""

from __future__ import annotations


class Numbered(str):
    """Used internally."""

    @staticmethod
    def new(number: int, name: str) -> Numbered:
        """Return a name with its number."""
        made = Numbered(name)
        made.number = number
        return made

    def __int__(self) -> int:
        return self.number


class Label:
    """A text in a colour."""

    def __init__(self, text: str) -> None:
        self._text = text

    @classmethod
    def in_colour(cls, text: str, colour: str) -> Label:
        """Return a label in a colour."""
        made = cls(text)
        made._colour = colour
        return made

    def colour(self) -> str:
        """Return its colour."""
        return self._colour.upper()
