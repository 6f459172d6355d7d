"""A factorial that checks for numbers too large but not for negative ones.

Shortest sequence:  factorial(-1)    RecursionError
"""

from __future__ import annotations

LARGEST = 100


def factorial(n: int) -> int:
    """Return the product of 1 to n."""
    if n > LARGEST:
        raise ValueError(f"n is greater than {LARGEST}")
    return 1 if n == 0 else n * factorial(n - 1)  # the fault: never 0 from below
