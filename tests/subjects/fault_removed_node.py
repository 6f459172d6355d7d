"""A map of towns that keeps roads to a town that is gone.

Shortest sequence:
    m = Map(); m.build("a"); m.build("b"); m.connect("a", "b"); m.flood("b"); m.reachable("a")
    KeyError
"""

from __future__ import annotations


class Map:
    """Towns and one-way roads between different towns."""

    def __init__(self) -> None:
        self._roads: dict[str, set[str]] = {}

    def build(self, town: str) -> None:
        self._roads.setdefault(town, set())

    def connect(self, start: str, end: str) -> bool:
        """Build a road; return False if a town is unknown or both are the same."""
        if start == end or start not in self._roads or end not in self._roads:
            return False
        self._roads[start].add(end)
        return True

    def flood(self, town: str) -> None:
        self._roads.pop(town, None)  # the fault: roads to the town stay

    def reachable(self, start: str) -> int:
        """Return how many towns can be reached, none from an unknown one."""
        if start not in self._roads:
            return 0
        seen, work = {start}, [start]
        while work:
            for town in self._roads[work.pop()] - seen:
                seen.add(town)
                work.append(town)
        return len(seen)
