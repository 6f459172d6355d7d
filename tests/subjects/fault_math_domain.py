"""The missing side of a triangle that cannot exist.

Shortest sequence:  leg(0, 1)    ValueError: math domain error
"""

from __future__ import annotations

import math

LARGEST = 1_000_000


def leg(hypotenuse: int, other: int) -> float:
    """Return the other leg of a right-angled triangle, NaN if a side is negative or too long."""
    if not 0 <= hypotenuse <= LARGEST or not 0 <= other <= LARGEST:
        return math.nan
    return math.sqrt(hypotenuse**2 - other**2)  # the fault: the leg may be the longer
