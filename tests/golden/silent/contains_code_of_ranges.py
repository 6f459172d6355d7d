"""A set of characters yields ranges, and is asked for a code."""

from __future__ import annotations

from collections.abc import Iterator


class CharSet:
    """Codes of characters, kept as ranges."""

    def __init__(self) -> None:
        self._ranges: list[tuple[int, int]] = []

    def add(self, first: int, last: int) -> None:
        """Add the codes from first to last.

        Raises:
            ValueError: the last comes before the first.
        """
        if last < first:
            raise ValueError("an empty range")
        self._ranges.append((first, last))

    def __contains__(self, code: object) -> bool:
        return isinstance(code, int) and any(low <= code <= high for low, high in self._ranges)

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return iter(self._ranges)
