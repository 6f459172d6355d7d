"""Units looked up by a name in any letters."""

from __future__ import annotations

from enum import Enum


class Unit(Enum):
    SECONDS = 1
    MINUTES = 60
    HOURS = 3600


def seconds(amount: int, unit: str = "seconds") -> int:
    """Return so many of a unit in seconds."""
    return amount * Unit[unit.upper()].value


def shortest(units: str) -> str:
    """Return the shortest of the units that are named, such as "hours,minutes"."""
    found = [Unit[name.strip().upper()] for name in units.split(",") if name.strip()]
    return min(found, key=lambda one: one.value).name if found else ""
