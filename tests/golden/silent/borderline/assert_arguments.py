"""Assertions about arguments: on purpose or not, opinions differ; kept apart for that reason."""

from __future__ import annotations


def area(width: int, height: int) -> int:
    """Return the area of a rectangle."""
    assert width >= 0 and height >= 0, "lengths are not negative"
    return width * height


def head(items: list[int]) -> int:
    """Return the first item of a list that is not empty."""
    assert items, "the list is empty"
    return items[0]


class Percentage:
    """A number from 0 to 100."""

    def __init__(self, number: int) -> None:
        assert 0 <= number <= 100
        self._number = number

    def complement(self) -> int:
        return 100 - self._number
