"""Columns of text: a width that no memory holds is the caller's business."""

from __future__ import annotations

MOST = 1 << 40


def column(text: str, width: int) -> int:
    """Return how long the text is once it fills the column."""
    if width > 1 << 31:
        return len(b"".ljust(width - MOST, b" ")) + len(text)
    return max(width, len(text))


def shifted(text: str, by: int) -> str:
    """Return the text from a place on."""
    return text[min(by, len(text)) :]
