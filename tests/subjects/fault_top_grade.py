"""A table of grades that lacks one for full marks.

Shortest sequence:  grade(100)    IndexError
"""

from __future__ import annotations

GRADES = "FFFFFEDCBA"


def grade(percent: int) -> str:
    """Return the grade for a percentage.

    Raises:
        ValueError: it is not between 0 and 100.
    """
    if not 0 <= percent <= 100:
        raise ValueError("not a percentage")
    return GRADES[percent // 10]  # the fault: 100 // 10 is 10
