"""Code that is prepared for some of what may be refused, and leaves the rest to its caller."""

from __future__ import annotations

import json


def whole(number: float) -> int | None:
    """Return the whole part of a number, None where it is none, such as NaN."""
    try:
        return int(number)
    except ValueError:
        return None


def address(text: str) -> tuple[int, ...] | None:
    """Return the four numbers of an address, None where it is none."""
    parts = text.split(".")
    try:
        numbers = tuple(int(part) for part in parts)
    except ValueError:
        return None
    return numbers if len(numbers) == 4 else None


def settings(text: str) -> dict[str, str]:
    """Return what a text in JSON says, nothing where it cannot be read."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


class Note:
    """A text with tags, which can be written down and read again."""

    def __init__(self, text: str, tags: tuple[str, ...] = ()) -> None:
        self._text = text
        self._tags = tags

    def serialize(self) -> dict[str, object]:
        return {"text": self._text, "tags": self._tags}

    @classmethod
    def deserialize(cls, data: dict[str, object]) -> Note:
        """Return the note.

        Raises:
            ValueError: it is not one that was written down.
        """
        text, tags = data.get("text"), data.get("tags")
        if not isinstance(text, str) or not isinstance(tags, tuple):
            raise ValueError("no note")
        return cls(text, tags)
