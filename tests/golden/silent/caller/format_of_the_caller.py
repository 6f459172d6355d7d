"""Messages: the caller may bring the template, and brings what it is filled with."""

from __future__ import annotations

_TEMPLATES = {"short": "no {what}", "long": "there is no {what} in {where}"}


class Rule:
    """Says what is wrong in words of the caller's."""

    def __init__(self, error: str) -> None:
        self._error = error

    def complain(self, value: int) -> str:
        return self._error.format(input=value)


def told(key: str, **words: str) -> str:
    """Return a message made of these words."""
    template = _TEMPLATES.get(key, "nothing to tell")
    return template.format(**words)
