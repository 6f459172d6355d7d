"""Functions whose very purpose is to change what they are given, or to hand it on."""

from __future__ import annotations


def sort_in_place(numbers: list[int]) -> None:
    """Sort the list."""
    numbers.sort()


def insert_sorted(numbers: list[int], number: int) -> int:
    """Insert a number where it belongs; return its place."""
    place = sum(1 for one in numbers if one < number)
    numbers.insert(place, number)
    return place


def drain(numbers: list[int]) -> list[int]:
    """Take everything out of the list and return it."""
    taken = numbers[:]
    numbers.clear()
    return taken


def push(heap: list[int], number: int) -> None:
    heap.append(number)
    heap.sort(reverse=True)


def pop_smallest(heap: list[int]) -> int | None:
    return heap.pop() if heap else None


def fill(cells: list[int], value: int = 0) -> list[int]:
    """Set every cell, and return the same list."""
    for i in range(len(cells)):
        cells[i] = value
    return cells


def same(numbers: list[int]) -> list[int]:
    """Return the list itself if it is sorted, else a sorted one."""
    return numbers if numbers == sorted(numbers) else sorted(numbers)


class Window:
    """A view of somebody's list: what is done to the one is done to the other."""

    def __init__(self, items: list[int]) -> None:
        self._items = items

    def append(self, item: int) -> None:
        self._items.append(item)

    def __len__(self) -> int:
        return len(self._items)
