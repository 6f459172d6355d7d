"""Parsing and printing of durations such as 1h30m; what is malformed raises ValueError."""

from __future__ import annotations

import re

_PATTERN = re.compile(r"(?:([0-9]{1,9})h)?(?:([0-9]{1,9})m)?(?:([0-9]{1,9})s)?")


def parse_duration(text: str) -> int:
    """Return the seconds a text such as ``1h30m`` or ``45s`` stands for.

    Raises:
        ValueError: the text is not a duration.
    """
    match = _PATTERN.fullmatch(text)
    if match is None or not text:
        raise ValueError(f"{text!r} is not a duration")
    hours, minutes, seconds = (int(part or 0) for part in match.groups())
    return 3600 * hours + 60 * minutes + seconds


def format_duration(seconds: int) -> str:
    """Return the shortest text for so many seconds.

    Raises:
        ValueError: the number is negative.
    """
    if seconds < 0:
        raise ValueError("a duration is not negative")
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    parts = [(hours, "h"), (minutes, "m"), (seconds, "s")]
    return "".join(f"{number}{unit}" for number, unit in parts if number) or "0s"
