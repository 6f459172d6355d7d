"""A search tree that loses the right subtree of the heir when a node with two children goes.

Shortest sequence:
    t = Tree(); t.add(1); t.add(0); t.add(2); t.add(3); t.remove(1); t.rep_ok() is False
"""

from __future__ import annotations


class Node:
    """A key and two subtrees."""

    def __init__(self, key: int) -> None:
        self.key = key
        self.left: Node | None = None
        self.right: Node | None = None


class Tree:
    """A set of integers that counts them."""

    def __init__(self) -> None:
        self._root: Node | None = None
        self._size = 0

    def add(self, key: int) -> bool:
        """Insert the key; return False if it was present."""
        parent, node = None, self._root
        while node is not None:
            if key == node.key:
                return False
            parent, node = node, (node.left if key < node.key else node.right)
        self._hang(parent, key, Node(key))
        self._size += 1
        return True

    def remove(self, key: int) -> bool:
        """Delete the key; return False if it was absent."""
        parent, node = None, self._root
        while node is not None and node.key != key:
            parent, node = node, (node.left if key < node.key else node.right)
        if node is None:
            return False
        if node.left is None or node.right is None:
            self._hang(parent, key, node.left or node.right)
        else:
            above, heir = node, node.right
            while heir.left is not None:
                above, heir = heir, heir.left
            node.key = heir.key
            if above is node:
                node.right = None  # the fault: heir.right
            else:
                above.left = heir.right
        self._size -= 1
        return True

    def _hang(self, parent: Node | None, key: int, child: Node | None) -> None:
        if parent is None:
            self._root = child
        elif key < parent.key:
            parent.left = child
        else:
            parent.right = child

    def rep_ok(self) -> bool:
        """There are as many nodes as the size says."""
        count, work = 0, [self._root]
        while work:
            node = work.pop()
            if node is not None:
                count += 1
                work += [node.left, node.right]
        return count == self._size
