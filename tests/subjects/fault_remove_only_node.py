"""A linked list that cannot lose its only node.

Shortest sequence:  c = Chain(); c.add(0); c.drop()    AttributeError
"""

from __future__ import annotations


class Link:
    """A number and the next link."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.following: Link | None = None


class Chain:
    """Numbers; new ones come to the front, old ones go from the end."""

    def __init__(self) -> None:
        self._head: Link | None = None

    def add(self, number: int) -> None:
        link = Link(number)
        link.following = self._head
        self._head = link

    def drop(self) -> bool:
        """Remove the number at the end; return False if there is none."""
        if self._head is None:
            return False
        link = self._head
        while link.following.following is not None:  # type: ignore  # the fault: only one link
            link = link.following  # type: ignore
        link.following = None
        return True
