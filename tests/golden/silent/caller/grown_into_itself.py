"""A tree whose children are set as a list: who puts a tree into itself has one without an end."""

from __future__ import annotations

import json


class Tree:
    """A name and what is below it."""

    def __init__(self, name: str, children: list[Tree]) -> None:
        self.name, self.children = name, children

    def set(self, name: str, children: list[Tree]) -> None:
        """Put others in their place."""
        self.name, self.children = name, children

    def with_all(self) -> list[Tree]:
        """Return the tree and what is directly below it."""
        return [self, *self.children]

    def pretty(self, indent: str = "") -> str:
        """Return it as lines."""
        return "\n".join([indent + self.name, *(one.pretty(indent + " ") for one in self.children)])


def dumped(rows: list[object]) -> str:
    """Return rows as JSON."""
    return json.dumps(rows, default=str)
