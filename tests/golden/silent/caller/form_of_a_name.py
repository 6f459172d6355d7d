"""Names of tables, such as KQvK: a text of another form is none."""

from __future__ import annotations

ORDER = ["k", "q", "r", "b", "n", "p"]


def sides(name: str) -> tuple[str, str]:
    """Return what is on either side of a table."""
    white, black = name.split("v")
    return white, black


def rank(piece: str) -> int:
    """Return the place of a piece in the order."""
    return ORDER.index(piece.lower())
