"""Nodes that are equal only to themselves: two with the same label are two."""

from __future__ import annotations


class Node:
    """A node of a directed graph."""

    def __init__(self, label: str) -> None:
        self._label = label
        self._successors: list[Node] = []

    @property
    def label(self) -> str:
        return self._label

    def connect(self, other: Node) -> bool:
        """Add an edge; return False if there is one."""
        if other in self._successors:
            return False
        self._successors.append(other)
        return True

    def degree(self) -> int:
        return len(self._successors)

    def reaches(self, other: Node) -> bool:
        """Say whether the other can be reached; every node reaches itself."""
        seen, work = {self}, [self]
        while work:
            node = work.pop()
            if node is other:
                return True
            for successor in node._successors:
                if successor not in seen:
                    seen.add(successor)
                    work.append(successor)
        return False

    def __repr__(self) -> str:
        return f"<Node {self._label!r}>"
