"""Colours in hexadecimal notation."""

from __future__ import annotations

from typing import NamedTuple

_DIGITS = frozenset("0123456789abcdefABCDEF")


class Color(NamedTuple):
    """Red, green and blue, each from 0 to 255."""

    red: int
    green: int
    blue: int


def parse_color(text: str) -> Color:
    """Return the colour written as ``#rgb`` or ``#rrggbb``.

    Raises:
        ValueError: the text has another form.
    """
    digits = text.removeprefix("#")
    if digits == text or len(digits) not in (3, 6) or not _DIGITS.issuperset(digits):
        raise ValueError(f"{text!r} is not a colour")
    if len(digits) == 3:
        digits = "".join(2 * digit for digit in digits)
    return Color(int(digits[0:2], 16), int(digits[2:4], 16), int(digits[4:6], 16))


def format_color(red: int, green: int, blue: int) -> str:
    """Return the notation with six digits.

    Raises:
        ValueError: a component is not between 0 and 255.
    """
    for component in (red, green, blue):
        if not 0 <= component <= 255:
            raise ValueError(f"{component} is not between 0 and 255")
    return f"#{red:02x}{green:02x}{blue:02x}"
