"""Building of texts piece by piece."""

from __future__ import annotations

LARGEST = 10_000


class TextBuilder:
    """Pieces of text; every method that adds returns the builder."""

    def __init__(self, start: str = "") -> None:
        self._pieces = [start] if start else []
        self._length = len(start)

    def add(self, piece: str) -> TextBuilder:
        if self._length + len(piece) > LARGEST:
            raise ValueError(f"the text would be longer than {LARGEST}")
        self._pieces.append(piece)
        self._length += len(piece)
        return self

    def line(self, piece: str = "") -> TextBuilder:
        return self.add(piece + "\n")

    def undo(self) -> TextBuilder:
        """Take the last piece back, if there is one."""
        if self._pieces:
            self._length -= len(self._pieces.pop())
        return self

    def build(self) -> str:
        return "".join(self._pieces)

    def __len__(self) -> int:
        return self._length

    def __str__(self) -> str:
        return self.build()

    def rep_ok(self) -> bool:
        return self._length == sum(map(len, self._pieces))
