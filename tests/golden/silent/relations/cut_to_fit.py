"""Texts and lists that are cut up and lose something on the way, on purpose."""

from __future__ import annotations

from collections.abc import Iterator


def split(text: str, separator: str = ",") -> list[str]:
    """Return the parts of a text, without blanks around them and without empty ones."""
    parts = text.split(separator or ",")
    return [part.strip() for part in parts if part.strip()]


def join(parts: list[str], separator: str = ",") -> str:
    return (separator or ",").join(parts)


def whole_batches(items: list[int], size: int) -> list[list[int]]:
    """Return batches of exactly this size; what is left over is dropped."""
    if size < 1:
        raise ValueError("a batch has at least one item")
    return [items[i : i + size] for i in range(0, len(items) - size + 1, size)]


def windows(items: list[int], size: int) -> Iterator[list[int]]:
    """Yield the windows of a size, which overlap."""
    if 1 <= size <= len(items):
        for start in range(len(items) - size + 1):
            yield items[start : start + size]


def chunk(items: list[int], size: int = 2) -> Iterator[tuple[int, ...]]:
    """Yield tuples of a size, the last one filled up with zeros."""
    for start in range(0, len(items), max(1, min(size, 100))):
        piece = items[start : start + max(1, min(size, 100))]
        yield (*piece, *[0] * (max(1, min(size, 100)) - len(piece)))


def partition(numbers: list[int]) -> tuple[list[int], list[int]]:
    """Return the even and the odd ones among the positive numbers."""
    good = [n for n in numbers if n > 0]
    return [n for n in good if n % 2 == 0], [n for n in good if n % 2]


def group(words: list[str]) -> dict[str, list[str]]:
    """Return the words by their first letter, each once."""
    groups: dict[str, list[str]] = {}
    for word in words:
        if word and word not in groups.get(word[0], []):
            groups.setdefault(word[0], []).append(word)
    return groups
