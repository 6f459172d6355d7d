"""A day that is replaced as `datetime` replaces: what was passed is passed on as it came."""

from __future__ import annotations

import datetime


class Day(datetime.date):
    """A day with a weekday's name."""

    def replace(self, *args: object, **kwargs: object) -> Day:  # type: ignore[override]
        """Return another day."""
        other = super().replace(*args, **kwargs)  # type: ignore[arg-type]
        return Day(other.year, other.month, other.day)


def in_step(*rows: str, strict: bool = False) -> list[tuple[str, ...]]:
    """Return what stands in the same place, as `zip` does."""
    return list(zip(*rows, strict=strict))
