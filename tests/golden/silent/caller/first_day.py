"""Days counted from the first of the calendar: before it there is none, and nobody asks for it."""

from __future__ import annotations

import datetime


class Day:
    """A day by its number."""

    def __init__(self, day: datetime.date) -> None:
        self._day = day

    @classmethod
    def first(cls) -> Day:
        return cls(datetime.date.fromordinal(1))

    def before(self) -> Day:
        return Day(self._day - datetime.timedelta(days=1))

    def years_before(self, years: int) -> Day:
        return Day(self._day.replace(year=self._day.year - years, day=1))

    def number(self) -> int:
        return self._day.toordinal()
