"""Values that are named one by one in annotations: others are not passed, or the caller is to blame."""

from __future__ import annotations

from enum import Enum
from typing import Literal, TypeAlias

Side: TypeAlias = Literal["left", "right"]


class Speed(Enum):
    SLOW = 1
    FAST = 2


_ANGLE = {"left": -90, "right": 90}


def angle(side: Side, times: Literal[1, 2, 3] = 1) -> float:
    """Return by how many degrees to turn."""
    return _ANGLE[side.strip()] * (6 // times)


def angles(sides: list[Side]) -> int:
    return sum(_ANGLE["".join(side)] for side in sides)


def delay(speed: Speed, unit: Literal["s", "ms"] | None = None) -> int:
    return {Speed.SLOW: 10, Speed.FAST: 1}[speed] * {None: 1, "s": 1, "ms": 1000}[unit]


class Door:
    """A door that opens to one side."""

    def __init__(self, side: Side = "left") -> None:
        self._side = side

    def opened(self) -> int:
        return _ANGLE[self._side]
