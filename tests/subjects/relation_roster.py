"""Teams and who is in them; a team keeps the very list that the caller passed.

Wrong result:  roster.add_team("a", members); roster.leave("a", "b")  takes b out of the caller's list
"""

from __future__ import annotations


class Roster:
    def __init__(self) -> None:
        self._teams: dict[str, list[str]] = {}

    def add_team(self, name: str, members: list[str]) -> None:
        """Add a team with its first members."""
        self._teams[name] = members  # the fault: list(members)

    def join(self, name: str, person: str) -> None:
        team = self._teams.setdefault(name, [])
        if person not in team:
            team.append(person)

    def leave(self, name: str, person: str) -> bool:
        """Return whether the person was in the team."""
        team = self._teams.get(name, [])
        if person in team:
            team.remove(person)
            return True
        return False

    def size(self, name: str) -> int:
        return len(self._teams.get(name, []))
