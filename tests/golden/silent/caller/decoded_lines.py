"""Lines of text, or of bytes with an encoding."""

from __future__ import annotations

from collections.abc import Iterable


def lengths(lines: list[str] | list[bytes], encoding: str | None = None) -> list[int]:
    """Return how long lines are; those of bytes are decoded first."""
    found = []
    for line in lines:
        if encoding is not None:
            line = line.decode("utf-8")
        found.append(len(line))
    return found


def joined(lines: Iterable[str]) -> str:
    """Return the lines as one text."""
    return "\n".join(lines)
