"""A view of a text or of bytes: a type variable stands for one of them."""

from __future__ import annotations

from typing import AnyStr, Generic


class View(Generic[AnyStr]):
    """A part of a text, which is not copied."""

    def __init__(self, text: AnyStr) -> None:
        self._text = text

    def count(self, part: AnyStr) -> int:
        """Return how often a part is in it."""
        return self._text.count(part)


def joined(first: AnyStr, second: AnyStr) -> AnyStr:
    """Return both in one."""
    return first + second
