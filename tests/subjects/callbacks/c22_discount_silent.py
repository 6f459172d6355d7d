"""Prices with a discount that others say."""
from typing import Protocol

import deal


class Discount(Protocol):
    @deal.post(lambda result: 0 <= result <= 1)
    def share(self, price: int) -> float: ...


def reduced(price: int, discount: Discount) -> float:
    """Return the price, less the discount."""
    share = discount.share(price)
    result = max(0, price) * (1 - share)
    assert result >= 0
    return result
