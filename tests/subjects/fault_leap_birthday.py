"""A birthday on 29 February in a year that has none.

Shortest sequence:  birthday(2, 29, 1999)    ValueError: day is out of range for month
"""

from __future__ import annotations

from datetime import date

DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def birthday(month: int, day: int, year: int) -> str:
    """Return the date of the birthday in the year, as text; empty if there is no such day."""
    if not 1 <= month <= 12 or not 1 <= day <= DAYS[month - 1] or not 1 <= year <= 9999:
        return ""
    return date(year, month, day).isoformat()  # the fault: 29 February
