"""Searching in sorted lists; an unsorted list is refused."""

from __future__ import annotations

from itertools import pairwise


def _require_sorted(items: list[int]) -> None:
    if any(left > right for left, right in pairwise(items)):
        raise ValueError("the items are not sorted")


def find(items: list[int], wanted: int) -> int | None:
    """Return the first position of the wanted number, None if it is absent."""
    _require_sorted(items)
    low, high = 0, len(items)
    while low < high:
        middle = (low + high) // 2
        if items[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return low if low < len(items) and items[low] == wanted else None


def inserted(items: list[int], number: int) -> list[int]:
    """Return the items with the number in its place."""
    _require_sorted(items)
    place = sum(item <= number for item in items)
    return [*items[:place], number, *items[place:]]


def merged(left: list[int], right: list[int]) -> list[int]:
    """Return the items of two sorted lists as one."""
    _require_sorted(left)
    _require_sorted(right)
    result: list[int] = []
    i = j = 0
    while i < len(left) and j < len(right):
        if left[i] <= right[j]:
            result.append(left[i])
            i += 1
        else:
            result.append(right[j])
            j += 1
    return result + left[i:] + right[j:]
