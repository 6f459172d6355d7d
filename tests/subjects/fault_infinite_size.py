"""A rounding that has no answer for infinity.

Shortest sequence:  boxes_for(inf)    OverflowError
"""

from __future__ import annotations

import math


def boxes_for(kilograms: float) -> int:
    """Return how many boxes of 20 kg are needed.

    Raises:
        ValueError: the weight is not a number, or negative.
    """
    if math.isnan(kilograms) or kilograms < 0:
        raise ValueError("not a weight")
    return math.ceil(kilograms / 20)  # the fault: infinity
