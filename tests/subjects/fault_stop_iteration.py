"""A first element that lets StopIteration escape.

Shortest sequence:  first_even([])    StopIteration
"""

from __future__ import annotations


def first_even(numbers: list[int]) -> int:
    """Return the first even number."""
    return next(number for number in numbers if number % 2 == 0)  # the fault: there may be none
