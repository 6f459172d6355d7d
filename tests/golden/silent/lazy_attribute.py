"""Attributes computed when they are first asked for."""

from __future__ import annotations


class Document:
    """A text with statistics that are computed once and forgotten when the text changes."""

    def __init__(self, text: str = "") -> None:
        self._text = text
        self._counts: dict[str, int] | None = None

    def append(self, text: str) -> None:
        self._text += text
        self._counts = None

    @property
    def text(self) -> str:
        return self._text

    @property
    def counts(self) -> dict[str, int]:
        """How often each word occurs."""
        if self._counts is None:
            self._counts = {}
            for word in self._text.split():
                self._counts[word] = self._counts.get(word, 0) + 1
        return dict(self._counts)

    @property
    def most_common(self) -> str | None:
        """The most frequent word, the first in the alphabet among several; None without words."""
        counts = self.counts
        return min(counts, key=lambda word: (-counts[word], word), default=None)
