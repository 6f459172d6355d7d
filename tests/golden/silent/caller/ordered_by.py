"""Picks by index, lazily or at once: an index that is not there is the caller's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence


def order_by(items: Sequence[str], indices: Sequence[int]) -> list[str]:
    return [items[i] for i in indices]


def lazily(items: Sequence[str], indices: Iterable[int]) -> Iterator[str]:
    for i in indices:
        yield items[i]


def joined(items, separator):
    """Return the items with the separator between them."""
    return str(separator).join(map(str, items))
