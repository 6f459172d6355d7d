"""Operators that are not those of numbers: concatenation, composition, overlays, clamping, rounding."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Route:
    """Stops one after the other."""

    stops: tuple[str, ...] = ()

    def __add__(self, other: Route) -> Route:
        if not isinstance(other, Route):
            return NotImplemented
        return Route(self.stops + other.stops)

    def __sub__(self, other: Route) -> Route:
        """Return the stops that the other has not, except the first, where everybody starts."""
        if not isinstance(other, Route):
            return NotImplemented
        return Route(tuple(s for i, s in enumerate(self.stops) if i == 0 or s not in other.stops))


@dataclass(frozen=True)
class Layer:
    """Colours of places; the upper layer hides the lower one."""

    colours: frozenset[tuple[int, str]] = frozenset()

    def __or__(self, upper: Layer) -> Layer:
        if not isinstance(upper, Layer):
            return NotImplemented
        hidden = {place for place, _ in upper.colours}
        return Layer(upper.colours | {one for one in self.colours if one[0] not in hidden})


class Level:
    """A level between 0 and 100: what is more or less is cut off."""

    def __init__(self, value: int = 0) -> None:
        self.value = min(max(value, 0), 100)

    def __add__(self, other: Level) -> Level:
        if not isinstance(other, Level):
            return NotImplemented
        return Level(self.value + other.value)

    def __sub__(self, other: Level) -> Level:
        if not isinstance(other, Level):
            return NotImplemented
        return Level(self.value - other.value)

    def __neg__(self) -> Level:
        return Level(-self.value)

    def __mul__(self, other: Level) -> Level:
        """Return the share of a share, rounded up to whole percents."""
        if not isinstance(other, Level):
            return NotImplemented
        return Level(-(-self.value * other.value // 100))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Level) and self.value == other.value

    def __hash__(self) -> int:
        return hash(self.value)

    def __repr__(self) -> str:
        return f"Level({self.value})"
