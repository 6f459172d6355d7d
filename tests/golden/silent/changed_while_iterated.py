"""Iterators that lose their place when what they go through is changed meanwhile, as those of Python's own dicts do."""

from collections.abc import Iterator


class Register:
    def __init__(self) -> None:
        self._prices: dict[str, int] = {}
        self._names: list[str] = []

    def add(self, name: str, price: int) -> None:
        if name not in self._prices:
            self._names.append(name)
        self._prices[name] = price

    def clear(self) -> None:
        self._prices.clear()
        self._names.clear()

    def __iter__(self) -> Iterator[str]:
        for name in self._prices:
            yield name

    def by_number(self) -> Iterator[str]:
        """Yield the names in the order in which they were added."""
        for number in range(len(self._names)):
            yield self._names[number]

    def prices(self) -> Iterator[int]:
        """Yield the prices by name."""
        for name in sorted(self._prices):
            yield self._prices[name]
