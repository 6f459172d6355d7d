"""A read-only view of a sorted set that is not equal to itself if an element cannot be compared.

After figures 1-2 and 6-1 of Pacheco's thesis (Randoop): Java's TreeSet accepts one element without
ever comparing it, and the view's `equals` looks every element up by comparison and takes a failing
comparison for "not there".

Shortest sequence:  s = SortedSet(); s.add(None); v = unmodifiable(s); v == v is False
"""

from __future__ import annotations

from collections.abc import Iterator


class SortedSet:
    """Distinct elements in increasing order, found by `<` alone."""

    def __init__(self) -> None:
        self._items: list[object] = []

    def add(self, item: object) -> bool:
        """Insert the element unless an equal one is present; say whether it was inserted.

        Raises:
            TypeError: the element cannot be compared with those already here.
            ValueError: the element is not equal to itself, as NaN.
        """
        if item != item:
            raise ValueError("the element is not equal to itself")
        place = self._place(item)
        if place < len(self._items) and self._items[place] == item:
            return False
        self._items.insert(place, item)
        return True

    def find(self, item: object) -> bool:
        """Look the element up by comparisons.

        Raises:
            TypeError: the element cannot be compared with those here.
        """
        place = self._place(item)
        if place == len(self._items):
            return False
        found = self._items[place]
        if _less(item, found):
            return False
        return found == item

    def _place(self, item: object) -> int:
        low, high = 0, len(self._items)
        while low < high:
            middle = (low + high) // 2
            if _less(self._items[middle], item):
                low = middle + 1
            else:
                high = middle
        return low

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[object]:
        return iter(tuple(self._items))


class UnmodifiableSet:
    """What a sorted set holds, without a way to change it."""

    def __init__(self, base: SortedSet) -> None:
        self._base = base

    def __len__(self) -> int:
        return len(self._base)

    def __iter__(self) -> Iterator[object]:
        return iter(self._base)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, UnmodifiableSet):
            return NotImplemented
        if len(self) != len(other):
            return False
        try:
            return all(self._base.find(item) for item in other)
        except TypeError:  # the fault: "cannot be compared" is not "absent"
            return False

    __hash__ = None  # type: ignore[assignment]


def unmodifiable(s: SortedSet) -> UnmodifiableSet:
    """Return a view through which the set cannot be changed."""
    return UnmodifiableSet(s)


def _less(left: object, right: object) -> bool:
    try:
        return bool(left < right)  # type: ignore[operator]
    except TypeError:
        raise TypeError(f"{type(left).__name__} and {type(right).__name__} have no order") from None
