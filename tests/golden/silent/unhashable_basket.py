"""A mutable value: equal by content, therefore unhashable on purpose."""

from __future__ import annotations

from collections.abc import Iterator


class Basket:
    """Fruits and how many of each."""

    def __init__(self, *fruits: str) -> None:
        self._counts: dict[str, int] = {}
        for fruit in fruits:
            self.add(fruit)

    def add(self, fruit: str, number: int = 1) -> None:
        if number < 1:
            raise ValueError("the number is not positive")
        self._counts[fruit] = self._counts.get(fruit, 0) + number

    def eat(self, fruit: str) -> bool:
        """Take one out; return False if there is none."""
        if fruit not in self._counts:
            return False
        self._counts[fruit] -= 1
        if self._counts[fruit] == 0:
            del self._counts[fruit]
        return True

    def count(self, fruit: str) -> int:
        return self._counts.get(fruit, 0)

    def __iter__(self) -> Iterator[str]:
        """Iterate over the kinds of fruit."""
        return iter(tuple(self._counts))

    def __len__(self) -> int:
        """Return the number of kinds."""
        return len(self._counts)

    def __contains__(self, fruit: object) -> bool:
        return isinstance(fruit, str) and fruit in self._counts

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Basket):
            return NotImplemented
        return self._counts == other._counts

    __hash__ = None  # type: ignore[assignment]
