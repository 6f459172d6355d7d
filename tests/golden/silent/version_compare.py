"""Versions such as 1.4.2, ordered by their numbers."""

from __future__ import annotations

import re
from functools import total_ordering

_PATTERN = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9}){0,9}")


class InvalidVersion(ValueError):
    """The text is not a version."""


@total_ordering
class Version:
    """Numbers separated by points; trailing zeros do not matter."""

    def __init__(self, text: str) -> None:
        if _PATTERN.fullmatch(text) is None:
            raise InvalidVersion(f"{text!r} is not a version")
        numbers = [int(part) for part in text.split(".")]
        while len(numbers) > 1 and numbers[-1] == 0:
            numbers.pop()
        self._numbers = tuple(numbers)

    def next_major(self) -> Version:
        return Version(str(min(self._numbers[0] + 1, 999_999_999)))

    def is_compatible(self, other: Version) -> bool:
        return self._numbers[0] == other._numbers[0]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Version):
            return NotImplemented
        return self._numbers == other._numbers

    def __lt__(self, other: Version) -> bool:
        if not isinstance(other, Version):
            return NotImplemented
        return self._numbers < other._numbers

    def __hash__(self) -> int:
        return hash(self._numbers)

    def __str__(self) -> str:
        return ".".join(map(str, self._numbers))

    def __repr__(self) -> str:
        return f"Version({str(self)!r})"


def newest(versions: list[str]) -> str | None:
    """Return the newest version of those that are valid, None if none is."""
    valid = [text for text in versions if _PATTERN.fullmatch(text)]
    return max(valid, key=Version, default=None)
