"""Objects that change and are found again all the same, and one that is never the same twice."""

from __future__ import annotations

import itertools
import random

_numbers = itertools.count()


class Member:
    """Told apart by number, whatever the name is by now."""

    def __init__(self, number: int, name: str = "") -> None:
        self._number = number
        self.name = name
        self.visits = 0

    def rename(self, name: str) -> None:
        self.name = name

    def visit(self) -> int:
        self.visits += 1
        return self.visits

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Member) and self._number == other._number

    def __hash__(self) -> int:
        return hash(self._number)


class Ticket:
    """Every ticket has a number of its own, and a lucky one that is drawn when somebody asks."""

    def __init__(self) -> None:
        self.number = next(_numbers)

    def get_lucky(self) -> int:
        return random.randrange(1000)

    def copy(self) -> Ticket:
        """Return another ticket: there are no two of a number."""
        return Ticket()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ticket) and self.number == other.number

    def __hash__(self) -> int:
        return hash(self.number)


def normalize(text: str) -> str:
    """Return the text with a mark that nobody can guess."""
    return f"{text.strip()}-{random.randrange(1000)}"
