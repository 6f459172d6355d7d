"""What makes a list of numbers unchangeable; it is nothing without the list."""

from __future__ import annotations


class FrozenMixin:
    """Goes before a list among the bases of a class."""

    def __hash__(self) -> int:
        return hash(tuple(self))  # type: ignore[arg-type]  # a list is mixed in

    def append(self, number: int) -> None:
        raise TypeError("it cannot be changed")


class Frozen(FrozenMixin, list[int]):
    """Numbers that stay as they are."""
