"""Recursive functions that remember their results and check their arguments."""

from __future__ import annotations

from functools import cache, lru_cache

LARGEST = 200


def _require(number: int) -> None:
    if not 0 <= number <= LARGEST:
        raise ValueError(f"{number} is not between 0 and {LARGEST}")


@cache
def fibonacci(number: int) -> int:
    """Return a Fibonacci number."""
    _require(number)
    return number if number < 2 else fibonacci(number - 1) + fibonacci(number - 2)


@lru_cache(maxsize=None)
def binomial(total: int, chosen: int) -> int:
    """Return in how many ways some of a total can be chosen."""
    _require(total)
    if not 0 <= chosen <= total:
        return 0
    if chosen in (0, total):
        return 1
    return binomial(total - 1, chosen - 1) + binomial(total - 1, chosen)


def partitions(total: int) -> int:
    """Return in how many ways a number is a sum of positive ones."""
    _require(total)
    ways = [1] + [0] * total
    for part in range(1, total + 1):
        for amount in range(part, total + 1):
            ways[amount] += ways[amount - part]
    return ways[total]
