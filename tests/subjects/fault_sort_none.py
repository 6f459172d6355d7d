"""A median of readings some of which are missing.

Shortest sequence:  median([0, None])    TypeError: '<' not supported
"""

from __future__ import annotations


def median(readings: list[int | None]) -> int | None:
    """Return the upper median of the readings, None if there are none."""
    if not readings:
        return None
    return sorted(readings)[len(readings) // 2]  # type: ignore  # the fault: None among numbers
