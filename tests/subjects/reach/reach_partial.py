"""A function returns a partial: what is called fails for a rate of none."""

import functools


def _convert(rates: dict[str, int], amount: int, currency: str) -> int:
    return amount * rates[currency]


def converter(rate: int):
    return functools.partial(_convert, {"EUR": rate}, currency="USD")
