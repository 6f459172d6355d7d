"""Items shown by one of their attributes, which the caller names."""

from __future__ import annotations


class Item:
    """Something with a name and a price."""

    def __init__(self, name: str, price: int) -> None:
        self.name = name
        self.price = price


def column(item: Item, attribute: str) -> str:
    """Return one attribute of an item, as text."""
    return str(getattr(item, attribute))
