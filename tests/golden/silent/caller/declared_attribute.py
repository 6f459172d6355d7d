"""A class that leaves an attribute to its subclasses, and one made only by its factory."""

from __future__ import annotations


class Page:
    """Subclasses say what the title is."""

    title: str

    def heading(self) -> str:
        return self.title.upper()


class Home(Page):
    title = "home"


class Message:
    """Made by `parse`, never directly."""

    _fields: dict[str, str]

    @classmethod
    def parse(cls, text: str) -> Message:
        """Return the message in a text with lines such as `name: value`."""
        made = cls()
        made._fields = dict(line.split(": ", 1) for line in text.splitlines() if ": " in line)
        return made

    def names(self) -> list[str]:
        return sorted(self._fields)
