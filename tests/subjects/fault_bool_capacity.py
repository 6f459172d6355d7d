"""A shelf that is false when it is full instead of when it is empty.

Shortest sequence:  s = Shelf(); bool(s) is True, len(s) is 0
"""

from __future__ import annotations

PLACES = 3


class Shelf:
    """Up to three books."""

    def __init__(self) -> None:
        self._books: list[str] = []

    def put(self, book: str) -> bool:
        """Add the book if there is room; say whether there was."""
        if len(self._books) == PLACES:
            return False
        self._books.append(book)
        return True

    def __len__(self) -> int:
        return len(self._books)

    def __bool__(self) -> bool:
        return len(self._books) < PLACES  # the fault
