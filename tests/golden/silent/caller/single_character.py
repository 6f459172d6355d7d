"""What is known about one character; a longer text is refused by `ord`."""

from __future__ import annotations

import datetime


def width(character: str) -> int:
    """Return how many columns one character takes."""
    code = ord(character)
    return 2 if 0x1100 <= code <= 0x115F else 1


def first_moment(separator: str) -> str:
    """Return the first moment of 2000, day and time with a character between them."""
    return datetime.datetime(2000, 1, 1).isoformat(separator)


def is_control(character: str) -> bool:
    return ord(character) < 32
