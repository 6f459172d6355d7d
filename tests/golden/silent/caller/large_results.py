"""Spans and scales: what one call returns may be a number that no other can take, though both are numbers."""

from __future__ import annotations

import datetime
from decimal import Decimal


class Span:
    """A span of time, with the days of its years."""

    def __init__(self, days: float, years: int = 0) -> None:
        self._delta = datetime.timedelta(days=days + 365 * min(abs(years), 3))

    def microseconds(self) -> float:
        return self._delta.total_seconds() * 1_000_000


def scale(places: Decimal) -> Decimal:
    """Return the unit of so many places, twice."""
    twice = places * 2
    return Decimal(10) ** twice
