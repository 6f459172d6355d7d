"""Goods in stock; += replaces the amounts that + adds up.

Wrong result:  a += a  leaves another stock than  a + a
"""

from __future__ import annotations


class Stock:
    """How many there are of each article."""

    def __init__(self, amounts: dict[str, int] | None = None) -> None:
        self._amounts = dict(amounts or {})

    def amount(self, article: str) -> int:
        return self._amounts.get(article, 0)

    def __add__(self, other: Stock) -> Stock:
        if not isinstance(other, Stock):
            return NotImplemented
        result = Stock(self._amounts)
        for article, amount in other._amounts.items():
            result._amounts[article] = result.amount(article) + amount
        return result

    def __iadd__(self, other: Stock) -> Stock:
        if not isinstance(other, Stock):
            return NotImplemented
        self._amounts.update(other._amounts)  # the fault
        return self

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Stock) and self._amounts == other._amounts

    def __len__(self) -> int:
        return len(self._amounts)
