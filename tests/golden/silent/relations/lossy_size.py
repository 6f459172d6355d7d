"""Sizes of files for people: what is written is rounded, and what is read is what people type."""

from __future__ import annotations

_UNITS = ("B", "KiB", "MiB", "GiB")


def format_size(size: int) -> str:
    """Return a size such as 1.5 KiB, rounded to one digit."""
    value, unit = float(min(max(size, 0), 1 << 40)), 0
    while value >= 1024 and unit < len(_UNITS) - 1:
        value, unit = value / 1024, unit + 1
    return f"{value:.1f} {_UNITS[unit]}"


def parse_size(text: str) -> int:
    """Return the number of bytes that a text such as 1.5 KiB stands for.

    Raises:
        ValueError: the text is no size.
    """
    number, _, unit = text.strip().partition(" ")
    if unit not in _UNITS or not number.replace(".", "", 1).isascii():
        raise ValueError(f"{text!r} is no size")
    if not number.replace(".", "", 1).isdigit() or len(number) > 20:
        raise ValueError(f"{number!r} is no number")
    return round(float(number) * 1024 ** _UNITS.index(unit))
