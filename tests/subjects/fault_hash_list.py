"""A frozen dataclass, hashable by its class, that holds a list.

Shortest sequence:  hash(Route("", []))    TypeError: unhashable type
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Route:
    """A named way through some places."""

    name: str
    stops: list[str]  # the fault: a tuple would do

    def length(self) -> int:
        return len(self.stops)
