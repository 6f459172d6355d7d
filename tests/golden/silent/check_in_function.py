"""Functions that check their arguments themselves."""

from __future__ import annotations

LARGEST = 10_000


def clamp(value: int, low: int, high: int) -> int:
    """Return the value, or the bound it exceeds."""
    if low > high:
        raise ValueError(f"low {low} is greater than high {high}")
    return max(low, min(value, high))


def repeated(text: str, times: int) -> str:
    """Return the text so many times."""
    if not isinstance(times, int):
        raise TypeError("times is not an integer")
    if times < 0:
        raise ValueError("times is negative")
    if times * len(text) > LARGEST:
        raise ValueError(f"the result is longer than {LARGEST} characters")
    return text * times if text else ""


def countdown(start: int) -> list[int]:
    """Return start, start - 1, ..., 1."""
    if start > LARGEST:
        raise ValueError(f"start is greater than {LARGEST}")
    return list(range(start, 0, -1))


def percentage(part: int, whole: int) -> int:
    """Return part of whole in percent, rounded down."""
    if whole <= 0:
        raise ValueError("the whole is not positive")
    if not 0 <= part <= whole:
        raise ValueError("the part is not within the whole")
    return 100 * part // whole
