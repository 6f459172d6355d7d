"""Functions that take any number of arguments, but at least one."""

from __future__ import annotations


def longest(*texts: str) -> str:
    """Return the longest of the texts."""
    return max(texts, key=len)


class Similarity:
    """How alike texts are."""

    def __init__(self, weight: float = 1.0) -> None:
        self.weight = weight

    def common(self, *texts: str) -> str:
        """Return what all the texts begin with."""
        first = texts[0]
        for text in texts[1:]:
            while not text.startswith(first):
                first = first[:-1]
        return first
