"""A doubly linked, circular list whose elements may be missing."""

from __future__ import annotations


class Element:
    """An element about which only identity is known."""


class Entry:
    element: Element | None
    next: Entry | None
    previous: Entry | None


class DoublyLinkedList:
    header: Entry | None
    size: int

    def rep_ok(self):
        if self.header is None or self.header.element is not None:
            return False
        visited = {self.header}
        current = self.header
        while True:
            following = current.next
            if following is None:
                return False
            if following.previous is not current:
                return False
            current = following
            if current in visited:
                break
            visited.add(current)
        if current is not self.header:
            return False
        if len(visited) - 1 != self.size:
            return False
        entry = self.header.next
        elements = []
        while entry is not self.header:
            elements.append(entry.element)
            entry = entry.next
        return True
