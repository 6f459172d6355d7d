"""Durations, sizes and numbers of things as people write them: `parse_duration`, `parse_size`, `counted`."""

from __future__ import annotations

import re


def parse_size(text: str) -> int:
    """Return the number of bytes a person means by `512M`, `2G`, `1.5GiB` or `1048576`.

    >>> parse_size("2G"), parse_size("1.5 KiB"), parse_size("100")
    (2147483648, 1536, 100)
    """
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([kmgt]?)(?:i?b)?", text.strip().lower(), re.ASCII)
    size = int(float(found[1]) * _UNITS[found[2]]) if found else 0
    if size < 1:
        raise ValueError(
            f"cannot read {text!r} as a size: write a number and K, M or G, such as 512M or 2G"
        )
    return size


def parse_duration(text: str) -> float:
    """Return the number of seconds a person means by `60s`, `500ms`, `2m`, `1h` or `90`.

    >>> parse_duration("500ms"), parse_duration("2m"), parse_duration("90")
    (0.5, 120.0, 90.0)
    """
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*(ms|s|m|h|)", text.strip().lower(), re.ASCII)
    if not found:
        raise ValueError(
            f"cannot read {text!r} as a duration: write a number and ms, s, m or h, such as 500ms or 60s"
        )
    seconds = float(found[1]) * _SECONDS[found[2]]
    if seconds <= 0:
        raise ValueError(f"{text} leaves no time: give for example 10s")
    return seconds


def counted(number: int, noun: str) -> str:
    """Return a number of things in words.

    >>> counted(1, "structure"), counted(0, "structure")
    ('1 structure', '0 structures')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


_UNITS = {"": 1, "k": 1024, "m": 1024**2, "g": 1024**3, "t": 1024**4}


_SECONDS = {"ms": 0.001, "s": 1.0, "": 1.0, "m": 60.0, "h": 3600.0}
