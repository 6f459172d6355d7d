"""A document yields lines, and is asked for a word."""

from __future__ import annotations

from collections.abc import Iterator


class Document:
    """A text in lines."""

    def __init__(self, text: str) -> None:
        self._lines = text.splitlines()

    def append(self, line: str) -> None:
        self._lines.append(line)

    def __contains__(self, word: str) -> bool:
        return any(word in line.split() for line in self._lines)

    def __iter__(self) -> Iterator[str]:
        return iter(self._lines)

    def __len__(self) -> int:
        return len(self._lines)


class Page:
    """A text that keeps its words apart."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = list(lines)
        self._words = {word for line in lines for word in line.split()}

    def __contains__(self, word: object) -> bool:
        return word in self._words

    def __iter__(self) -> Iterator[str]:
        return iter(self._lines)
