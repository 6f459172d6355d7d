"""A MutableSequence: a list that forgets its oldest items."""

from __future__ import annotations

from collections.abc import Iterable, MutableSequence
from typing import overload

LARGEST = 1000


class Recent(MutableSequence[int]):
    """The last few numbers; indices beyond the end raise IndexError as those of a list do."""

    def __init__(self, limit: int, items: Iterable[int] = ()) -> None:
        if not 1 <= limit <= LARGEST:
            raise ValueError(f"the limit is not between 1 and {LARGEST}")
        self._limit = limit
        self._items = list(items)[-limit:]

    @overload
    def __getitem__(self, index: int) -> int: ...

    @overload
    def __getitem__(self, index: slice) -> Recent: ...

    def __getitem__(self, index: int | slice) -> int | Recent:
        """Return an item or some; IndexError if there is none, ValueError for a step of zero."""
        if isinstance(index, slice):
            return Recent(self._limit, self._items[index])
        return self._items[index]

    def __setitem__(self, index: int, value: int) -> None:  # type: ignore[override]
        """Replace an item; IndexError if there is none."""
        self._items[index] = value

    def __delitem__(self, index: int) -> None:  # type: ignore[override]
        """Remove an item; IndexError if there is none."""
        del self._items[index]

    def __len__(self) -> int:
        return len(self._items)

    def insert(self, index: int, value: int) -> None:
        """Insert before the position, then forget the oldest item if there are too many."""
        place = max(-LARGEST, min(index, LARGEST))
        self._items.insert(place, value)
        del self._items[: -self._limit]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Recent):
            return NotImplemented
        return (self._limit, self._items) == (other._limit, other._items)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Recent({self._limit}, {self._items})"
