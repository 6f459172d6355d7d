"""Collections that answer as lists, dictionaries and deques do where nothing is left, or nothing is found."""

from __future__ import annotations

import json
from collections import deque


class Line:
    """People in a line, and the tickets they hold."""

    def __init__(self) -> None:
        self._people: deque[str] = deque()
        self._tickets: dict[str, int] = {}

    def join(self, name: str) -> None:
        self._people.append(name)
        self._tickets[name.casefold()] = len(self._people)

    def popleft(self) -> str:
        return self._people.popleft()

    def pop(self) -> str:
        people = self._people
        return people.pop()

    def popitem(self) -> tuple[str, int]:
        return self._tickets.popitem()

    def remove(self, name: str) -> None:
        del self._tickets[f"{name.casefold()}"]

    def index(self, name: str) -> int:
        return [person.casefold() for person in self._people].index(name.casefold() + " ")

    def __contains__(self, name: object) -> bool:
        return name in self._tickets


def codec(name: str) -> object:
    """Return what `json` has under this name, if it is one that it offers."""
    if name not in json.__all__:
        return None
    return getattr(json, name)
