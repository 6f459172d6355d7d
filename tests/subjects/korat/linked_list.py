"""java.util.LinkedList of Korat's Table 3: doubly linked, circular, with a header entry."""

from __future__ import annotations


class Element:
    """An element about which only identity is known."""


class Entry:
    element: Element | None
    next: Entry | None
    previous: Entry | None


class LinkedList:
    header: Entry | None
    size: int

    def rep_ok(self):
        if self.header is None:
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
            if current is self.header:
                break
            if current in visited:
                return False
            visited.add(current)
        if self.header.element is not None:
            return False
        elements = []
        current = self.header.next
        while current is not self.header:
            elements.append(current.element)
            current = current.next
        return self.size == len(visited) - 1

    def elements(self):
        found = []
        current = self.header.next
        while current is not self.header:
            found.append(current.element)
            current = current.next
        return found

    def reverse(self):
        forward, backward = self.header.next, self.header.previous
        for _ in range(self.size // 2):
            forward.element, backward.element = backward.element, forward.element
            forward, backward = forward.next, backward.previous
