"""A bag of distinct words that counts a word again when it is added again.

Shortest sequence:  w = Words(); w.add("a"); w.add("a"); len(w) is 2, len(list(w)) is 1
"""

from __future__ import annotations

from collections.abc import Iterator


class Words:
    """Distinct words in the order of their first addition."""

    def __init__(self) -> None:
        self._words: dict[str, None] = {}
        self._count = 0

    def add(self, word: str) -> None:
        self._words[word] = None
        self._count += 1  # the fault: also for a word already here

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[str]:
        return iter(tuple(self._words))
