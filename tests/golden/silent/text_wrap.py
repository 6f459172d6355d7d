"""Wrapping and aligning of text."""

from __future__ import annotations

WIDEST = 500


def _require_width(width: int) -> None:
    if not 1 <= width <= WIDEST:
        raise ValueError(f"the width is not between 1 and {WIDEST}")


def wrapped(text: str, width: int = 70) -> list[str]:
    """Return the words in lines of at most that width; longer words get a line of their own."""
    _require_width(width)
    lines: list[str] = []
    for word in text.split():
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return lines


def centred(text: str, width: int) -> str:
    """Return the text in the middle of a line."""
    _require_width(width)
    return text.center(width)


def columns(rows: list[list[str]], gap: int = 1) -> list[str]:
    """Return the rows as lines in which columns are aligned; short rows are filled up."""
    if not 0 <= gap <= WIDEST:
        raise ValueError(f"the gap is not between 0 and {WIDEST}")
    widths: list[int] = []
    for row in rows:
        for place, cell in enumerate(row):
            if place == len(widths):
                widths.append(0)
            widths[place] = max(widths[place], len(cell))
    return [
        (" " * gap).join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip()
        for row in rows
    ]
