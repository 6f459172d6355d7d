"""Lengths with units; exact, because everything is counted in micrometres."""

from __future__ import annotations

from enum import Enum


class Unit(Enum):
    """A unit of length in micrometres."""

    MILLIMETRE = 1_000
    METRE = 1_000_000
    KILOMETRE = 1_000_000_000
    INCH = 25_400


class Length:
    """So many of a unit; lengths in different units can be equal."""

    __slots__ = ("_micrometres",)

    def __init__(self, number: int, unit: Unit = Unit.METRE) -> None:
        self._micrometres = number * unit.value

    @classmethod
    def zero(cls) -> Length:
        return cls(0)

    def whole(self, unit: Unit) -> int:
        """Return how many whole units fit."""
        return self._micrometres // unit.value

    def __add__(self, other: Length) -> Length:
        if not isinstance(other, Length):
            return NotImplemented
        total = Length(0)
        total._micrometres = self._micrometres + other._micrometres
        return total

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Length):
            return NotImplemented
        return self._micrometres == other._micrometres

    def __lt__(self, other: Length) -> bool:
        if not isinstance(other, Length):
            return NotImplemented
        return self._micrometres < other._micrometres

    def __hash__(self) -> int:
        return hash(self._micrometres)

    def __repr__(self) -> str:
        return f"<Length of {self._micrometres} µm>"
