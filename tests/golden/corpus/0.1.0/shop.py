"""A subject with a bit of everything that a saved sequence can say."""

import enum
from collections.abc import Iterator


class Size(enum.Enum):
    SMALL = 1
    LARGE = 2


class Item:
    def __init__(self, name: str, size: Size = Size.SMALL, *, price: int = 1) -> None:
        self.name, self.size, self.price = name, size, price

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Item) and self.name == other.name

    def __lt__(self, other: "Item") -> bool:
        return self.price < other.price


class Cart:
    def __init__(self, items: list[Item]) -> None:
        self._items = items
        self._closed = False

    def add(self, item: Item) -> "Cart":
        self._items.append(item)
        return self

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[Item]:
        return iter(self._items)

    def prices(self) -> dict[str, int]:
        return {item.name: item.price for item in self._items}

    @property
    def average(self) -> float:
        return sum(item.price for item in self._items) / len(self._items)

    async def close(self) -> bool:
        self._closed, was = True, self._closed
        return not was

    def invariant(self) -> bool:
        return not self._closed or bool(self._items)

    @staticmethod
    def parse(text: str) -> "Cart":
        return Cart([Item(word) for word in text.split()])


def cheapest(cart: Cart) -> Item:
    return min(cart)
