"""A mean of no numbers.

Shortest sequence:  mean([])    ZeroDivisionError
"""

from __future__ import annotations


def mean(values: list[int]) -> int:
    """Return the mean, rounded down."""
    return sum(values) // len(values)  # the fault: no values
