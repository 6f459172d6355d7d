"""An enumeration with arithmetic."""

from __future__ import annotations

from enum import Enum


class Weekday(Enum):
    """A day of the week, Monday first."""

    MONDAY = 0
    TUESDAY = 1
    WEDNESDAY = 2
    THURSDAY = 3
    FRIDAY = 4
    SATURDAY = 5
    SUNDAY = 6

    def is_weekend(self) -> bool:
        return self in (Weekday.SATURDAY, Weekday.SUNDAY)

    def after(self, days: int) -> Weekday:
        return Weekday((self.value + days) % 7)

    def days_until(self, other: Weekday) -> int:
        return (other.value - self.value) % 7


def weekday_named(name: str) -> Weekday:
    """Return the day with that English name, in any case.

    Raises:
        ValueError: no day has that name.
    """
    for day in Weekday:
        if day.name == name.upper():
            return day
    raise ValueError(f"no day is called {name!r}")


def working_days(days: list[Weekday]) -> list[Weekday]:
    """Return the days that are not at the weekend, in the order of the week, each once."""
    return [day for day in Weekday if day in days and not day.is_weekend()]
