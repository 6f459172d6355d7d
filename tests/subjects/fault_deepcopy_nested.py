"""A tree whose deep copy is deep for one level only.

Shortest sequence:  t = Tree(0); t.branch(0); u = copy.deepcopy(t); the branches are shared
"""

from __future__ import annotations

from typing import Any


class Tree:
    """A number and branches."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.branches: list[Tree] = []

    def branch(self, number: int) -> Tree:
        """Grow a branch and return it."""
        tree = Tree(number)
        self.branches.append(tree)
        return tree

    def __deepcopy__(self, memo: dict[int, Any]) -> Tree:
        twin = Tree(self.number)
        twin.branches = list(self.branches)  # the fault: should copy each branch
        return twin
