"""Calculations with dates; the calendar ends, and then OverflowError is raised and documented."""

from __future__ import annotations

from datetime import date, timedelta

_DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def is_leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def days_in_month(year: int, month: int) -> int:
    """Return the number of days.

    Raises:
        ValueError: the month is not between 1 and 12.
    """
    if not 1 <= month <= 12:
        raise ValueError(f"there is no month {month}")
    return 29 if month == 2 and is_leap(year) else _DAYS[month - 1]


def add_days(day: date, days: int) -> date:
    """Return the date so many days later.

    Raises:
        OverflowError: the date is beyond the calendar.
    """
    return day + timedelta(days=days)


def add_months(day: date, months: int) -> date:
    """Return the same day some months later, or the last day of that month if it has no such day.

    Raises:
        OverflowError: the year is not between 1 and 9999.
    """
    year, month = divmod(12 * day.year + day.month - 1 + months, 12)
    if not 1 <= year <= 9999:
        raise OverflowError(f"the calendar has no year {year}")
    return date(year, month + 1, min(day.day, days_in_month(year, month + 1)))


def weekdays_between(start: date, end: date) -> int:
    """Return how many days from start up to but excluding end are Monday to Friday."""
    weeks, rest = divmod(max(0, end.toordinal() - start.toordinal()), 7)
    return 5 * weeks + sum((start.weekday() + day) % 7 < 5 for day in range(rest))
