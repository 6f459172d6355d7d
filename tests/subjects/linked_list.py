"""A doubly linked list of integers with a sentinel: correct.

After LinkedList of figure 8-2 of Pacheco's thesis (Randoop). Every branch of the public operations
is reachable; the early returns of `rep_ok` are not, because no public operation breaks the
representation.
"""

from __future__ import annotations

from collections.abc import Iterator


class _Node:
    def __init__(self, value: int) -> None:
        self.value = value
        self.before = self
        self.after = self


class LinkedList:
    """Integers in the order of insertion at either end or in between."""

    def __init__(self) -> None:
        self._sentinel = _Node(0)
        self._size = 0

    def add_first(self, value: int) -> None:
        self._link(self._sentinel.after, value)

    def add_last(self, value: int) -> None:
        self._link(self._sentinel, value)

    def insert(self, index: int, value: int) -> None:
        """Insert before the position.

        Raises:
            IndexError: the index is negative or beyond the end.
        """
        if index == self._size:
            self.add_last(value)
        else:
            self._link(self._node(index), value)

    def get(self, index: int) -> int:
        """Return the value at the position.

        Raises:
            IndexError: there is no such position.
        """
        return self._node(index).value

    def remove_first(self) -> int:
        """Remove and return the first value.

        Raises:
            IndexError: the list is empty.
        """
        return self._unlink(self._node(0))

    def remove_last(self) -> int:
        """Remove and return the last value.

        Raises:
            IndexError: the list is empty.
        """
        return self._unlink(self._node(self._size - 1))

    def remove(self, value: int) -> bool:
        """Remove the first occurrence; return False if there is none."""
        node = self._sentinel.after
        while node is not self._sentinel:
            if node.value == value:
                self._unlink(node)
                return True
            node = node.after
        return False

    def index_of(self, value: int) -> int:
        """Return the first position of the value, or -1."""
        for index, item in enumerate(self):
            if item == value:
                return index
        return -1

    def clear(self) -> None:
        self._sentinel.before = self._sentinel.after = self._sentinel
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[int]:
        node = self._sentinel.after
        while node is not self._sentinel:
            yield node.value
            node = node.after

    def _node(self, index: int) -> _Node:
        if not 0 <= index < self._size:
            raise IndexError(f"there is no position {index} in a list of {self._size}")
        node = self._sentinel
        if index < self._size // 2:
            for _ in range(index + 1):
                node = node.after
        else:
            for _ in range(self._size - index):
                node = node.before
        return node

    def _link(self, successor: _Node, value: int) -> None:
        node = _Node(value)
        node.before, node.after = successor.before, successor
        node.before.after = node.after.before = node
        self._size += 1

    def _unlink(self, node: _Node) -> int:
        node.before.after, node.after.before = node.after, node.before
        self._size -= 1
        return node.value

    def rep_ok(self) -> bool:
        """Links agree in both directions and lead back to the sentinel after `size` nodes."""
        node = self._sentinel
        for _ in range(self._size + 1):
            if node.after.before is not node:
                return False
            node = node.after
            if node is self._sentinel and _ < self._size:
                return False
        return node is self._sentinel
