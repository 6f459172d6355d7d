"""A birthday on 29 February in a year that has none.

Shortest sequence:  birthday(2, 29, 1999)    ValueError: day is out of range for month
"""

from __future__ import annotations

from datetime import date

DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def birthday(month: int, day: int, year: int) -> str:
    """Return the date of the birthday in the year, as text.

    Raises:
        ValueError: there is no such day or the year is not between 1900 and 2100.
    """
    if not 1 <= month <= 12 or not 1 <= day <= DAYS[month - 1]:
        raise ValueError("no such day")
    if not 1900 <= year <= 2100:
        raise ValueError("the year is too far away")
    return date(year, month, day).isoformat()  # the fault: 29 February
