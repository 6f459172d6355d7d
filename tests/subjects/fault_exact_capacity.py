"""A parking garage that lets one car too many in.

Shortest sequence:  g = Garage(0); g.enter(""); g.rep_ok() is False
"""

from __future__ import annotations


class Garage:
    """Cars by their plates."""

    def __init__(self, places: int) -> None:
        if places < 0:
            raise ValueError("the number of places is negative")
        self._places = places
        self._plates: set[str] = set()

    def enter(self, plate: str) -> bool:
        """Let the car in; return False if the garage is full."""
        if len(self._plates) > self._places:  # the fault: >=
            return False
        self._plates.add(plate)
        return True

    def leave(self, plate: str) -> None:
        self._plates.discard(plate)

    def rep_ok(self) -> bool:
        """There are not more cars than places."""
        return len(self._plates) <= self._places
