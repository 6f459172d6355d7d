"""A hash table with collision lists (Korat's HashSet, from java.util).

Elements are known by identity and have a hash code; one of them may be None, whose hash code is 0, as in Java.  At most
three quarters of the capacity are used.  With `threshold` between 0 and three quarters of the largest capacity this
gives the paper's counts, structures and candidates.
"""

from __future__ import annotations


class Element:
    hash: int


class Entry:
    hash: int
    element: Element | None
    next: Entry | None


def hash_of(element):
    return 0 if element is None else element.hash


class HashSet:
    table: list[Entry | None]
    threshold: int
    count: int

    def rep_ok(self):
        capacity = len(self.table)
        if self.threshold != capacity * 3 // 4:
            return False
        if self.count > self.threshold:
            return False
        entries = []
        elements = []
        for index in range(capacity):
            entry = self.table[index]
            while entry is not None:
                if entry in entries:
                    return False
                entries.append(entry)
                if entry.hash % capacity != index:
                    return False
                element = entry.element
                if hash_of(element) != entry.hash:
                    return False
                if element in elements:
                    return False
                elements.append(element)
                if len(entries) > self.count:
                    return False
                entry = entry.next
        return len(entries) == self.count

    def add(self, element):
        if self.has(element):
            return False
        if self.count >= self.threshold:
            self._grow()
        self._insert(element)
        self.count += 1
        return True

    def has(self, element):
        entry = self.table[hash_of(element) % len(self.table)]
        while entry is not None:
            if entry.element is element:
                return True
            entry = entry.next
        return False

    def _grow(self):
        chains = self.table
        self.table = [None] * (len(chains) * 2 + 1)
        self.threshold = len(self.table) * 3 // 4
        for entry in chains:
            while entry is not None:
                self._insert(entry.element)
                entry = entry.next

    def _insert(self, element):
        index = hash_of(element) % len(self.table)
        entry = Entry()
        entry.hash, entry.element, entry.next = hash_of(element), element, self.table[index]
        self.table[index] = entry
