"""A choice among parts: the docstring of the class says what its methods raise."""

from __future__ import annotations


class Choice:
    """One of several parts, by its name.

    :raises UnboundLocalError: no part has the name
    """

    def __init__(self, name: str, parts: list[str]) -> None:
        self._name, self._parts = name, parts

    def place(self) -> int:
        """Return where it is."""
        for place, part in enumerate(self._parts):
            if part == self._name:
                found = place
        return found


def place_of(name: str, parts: list[str]) -> int:
    """Return where a part is."""
    return Choice(name, parts).place()
