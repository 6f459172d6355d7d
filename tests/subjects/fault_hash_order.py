"""Teams equal whatever the order of their members, with a hash that depends on the order.

Shortest sequence:  Team("a", "b") == Team("b", "a"), but their hashes differ
"""

from __future__ import annotations


class Team:
    """Some members, each once."""

    def __init__(self, *members: str) -> None:
        self._members = tuple(dict.fromkeys(members))

    def size(self) -> int:
        return len(self._members)

    def joined(self, member: str) -> Team:
        return Team(*self._members, member)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Team):
            return NotImplemented
        return set(self._members) == set(other._members)

    def __hash__(self) -> int:
        return hash(self._members)  # the fault: frozenset(self._members)
