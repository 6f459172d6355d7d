"""Look-ups that ask before they act."""

from __future__ import annotations


class PriceList:
    """Prices in cents by the name of the article."""

    def __init__(self) -> None:
        self._prices: dict[str, int] = {}

    def set_price(self, article: str, cents: int) -> None:
        if not article:
            raise ValueError("the article has no name")
        if cents < 0:
            raise ValueError("the price is negative")
        self._prices[article] = cents

    def price(self, article: str) -> int | None:
        return self._prices[article] if article in self._prices else None

    def remove(self, article: str) -> bool:
        """Forget the article; return False if it is not listed."""
        if article not in self._prices:
            return False
        del self._prices[article]
        return True

    def cheapest(self) -> str | None:
        """Return the article with the lowest price, None if the list is empty."""
        if not self._prices:
            return None
        return min(self._prices, key=lambda article: (self._prices[article], article))

    def average(self) -> int | None:
        """Return the mean price rounded down, None if the list is empty."""
        if not self._prices:
            return None
        return sum(self._prices.values()) // len(self._prices)
