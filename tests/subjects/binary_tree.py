"""An unbalanced search tree of integers: correct.

After BinTree of figure 8-1 of Pacheco's thesis (Randoop). Every branch of the public operations is
reachable; the early returns of `rep_ok` are not, because no public operation breaks the
representation.
"""

from __future__ import annotations


class Node:
    """A key with smaller keys to the left and greater ones to the right."""

    def __init__(self, key: int) -> None:
        self.key = key
        self.left: Node | None = None
        self.right: Node | None = None


class BinaryTree:
    """A set of integers."""

    def __init__(self) -> None:
        self._root: Node | None = None

    def add(self, key: int) -> bool:
        """Insert the key; return False if it was present."""
        if self._root is None:
            self._root = Node(key)
            return True
        node = self._root
        while True:
            if key < node.key:
                if node.left is None:
                    node.left = Node(key)
                    return True
                node = node.left
            elif key > node.key:
                if node.right is None:
                    node.right = Node(key)
                    return True
                node = node.right
            else:
                return False

    def contains(self, key: int) -> bool:
        node = self._root
        while node is not None and node.key != key:
            node = node.left if key < node.key else node.right
        return node is not None

    def remove(self, key: int) -> bool:
        """Delete the key; return False if it was absent."""
        parent: Node | None = None
        node = self._root
        while node is not None and node.key != key:
            parent, node = node, (node.left if key < node.key else node.right)
        if node is None:
            return False
        if node.left is not None and node.right is not None:
            heir_parent, heir = node, node.right
            while heir.left is not None:
                heir_parent, heir = heir, heir.left
            node.key = heir.key
            parent, node = heir_parent, heir
        child = node.left if node.left is not None else node.right
        if parent is None:
            self._root = child
        elif parent.left is node:
            parent.left = child
        else:
            parent.right = child
        return True

    def keys(self) -> list[int]:
        """Return the keys in increasing order."""
        result: list[int] = []
        path: list[Node] = []
        node = self._root
        while path or node is not None:
            while node is not None:
                path.append(node)
                node = node.left
            node = path.pop()
            result.append(node.key)
            node = node.right
        return result

    def rep_ok(self) -> bool:
        """The nodes form a tree, and every key lies between those of its ancestors."""
        seen: set[int] = set()
        work: list[tuple[Node | None, int | None, int | None]] = [(self._root, None, None)]
        while work:
            node, low, high = work.pop()
            if node is None:
                continue
            if id(node) in seen:
                return False
            seen.add(id(node))
            if low is not None and node.key <= low or high is not None and node.key >= high:
                return False
            work.append((node.left, low, node.key))
            work.append((node.right, node.key, high))
        return True
