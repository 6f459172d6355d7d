"""A clock that loses its zone when pickled.

Shortest sequence:  c = Clock(0, 1); pickle.loads(pickle.dumps(c)) == c is False
"""

from __future__ import annotations

from typing import Any


class Clock:
    """A time and a zone; never changed, so copies are the clock itself."""

    def __init__(self, hour: int, zone: int = 0) -> None:
        self._hour = hour
        self._zone = zone

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Clock):
            return NotImplemented
        return (self._hour, self._zone) == (other._hour, other._zone)

    def __hash__(self) -> int:
        return hash((self._hour, self._zone))

    def __copy__(self) -> Clock:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Clock:
        return self

    def __getstate__(self) -> dict[str, int]:
        return {"hour": self._hour}  # the fault: the zone

    def __setstate__(self, state: dict[str, int]) -> None:
        self._hour = state["hour"]
        self._zone = state.get("zone", 0)
