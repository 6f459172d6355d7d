"""Numeric functions whose exceptions are documented in Google's style, not raised by hand."""

from __future__ import annotations

import math


def mean(values: list[float]) -> float:
    """Compute the arithmetic mean.

    Args:
        values: The numbers.

    Returns:
        Their mean.

    Raises:
        ZeroDivisionError: If there are no values.
        OverflowError: If an integer or the sum is too large for a float.
        ValueError: If infinities of both signs meet.
    """
    return math.fsum(values) / len(values)


def reciprocal(value: int) -> float:
    """Compute one divided by the value.

    Args:
        value: Any number but zero.

    Returns:
        The reciprocal, 0.0 if it is too small.

    Raises:
        ZeroDivisionError: If the value is zero.
    """
    return 1 / value


def growth(rate: float, periods: int) -> float:
    """Compute the factor of growth after some periods.

    Args:
        rate: The rate per period, at least -1.
        periods: The number of periods, not negative.

    Returns:
        The factor.

    Raises:
        ValueError: If an argument is out of range.
        OverflowError: If the factor is too large.
    """
    if not rate >= -1 or periods < 0:
        raise ValueError("the rate or the number of periods is out of range")
    return float((1.0 + rate) ** float(periods))
