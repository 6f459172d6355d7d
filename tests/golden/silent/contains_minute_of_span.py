"""A span of the day yields its hours, and is asked for a minute."""

from __future__ import annotations

from collections.abc import Iterator


class Span:
    """The hours from first to before last."""

    def __init__(self, first: int, last: int) -> None:
        """Remember the hours.

        Raises:
            ValueError: these are no hours of a day, in order.
        """
        if not 0 <= first <= last <= 24:
            raise ValueError("no span of a day")
        self._first, self._last = first, last

    def __contains__(self, minute: object) -> bool:
        return isinstance(minute, int) and self._first <= minute // 60 < self._last

    def __iter__(self) -> Iterator[int]:
        return iter(range(self._first, self._last))

    def __len__(self) -> int:
        return self._last - self._first
