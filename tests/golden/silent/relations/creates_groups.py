"""Groups that come into being when they are asked for, as in a defaultdict."""

from __future__ import annotations


class Groups:
    """Lists by name."""

    def __init__(self) -> None:
        self._groups: dict[str, list[str]] = {}

    def get(self, name: str) -> list[str]:
        """Return the group of this name, which is created if there is none yet."""
        return self._groups.setdefault(name, [])

    def __getitem__(self, name: str) -> list[str]:
        return self.get(name)

    def add(self, name: str, member: str) -> None:
        self.get(name).append(member)

    def __contains__(self, name: object) -> bool:
        return name in self._groups

    def __len__(self) -> int:
        return len(self._groups)
