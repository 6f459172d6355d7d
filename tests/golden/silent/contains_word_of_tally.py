"""A tally yields words with their numbers, and is asked for a word."""

from __future__ import annotations

from collections.abc import Iterator


class Tally:
    """How often each word was counted."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}

    def count(self, word: str) -> None:
        self._counts[word] = self._counts.get(word, 0) + 1

    def __contains__(self, word: object) -> bool:
        return word in self._counts

    def __iter__(self) -> Iterator[tuple[str, int]]:
        return iter(sorted(self._counts.items()))

    def __len__(self) -> int:
        return len(self._counts)
