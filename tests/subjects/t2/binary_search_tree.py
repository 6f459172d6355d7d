"""A binary search tree with eighteen methods and an invariant: the role of BinarySearchTree in T2's table.  No fault."""

from __future__ import annotations


class Node:
    """A key, and what is below it."""

    __slots__ = ("key", "left", "right")

    def __init__(self, key: int) -> None:
        self.key = key
        self.left: Node | None = None
        self.right: Node | None = None


class BinarySearchTree:
    """A set of numbers."""

    def __init__(self) -> None:
        self._root: Node | None = None
        self._size = 0

    def classinv(self) -> bool:
        return self._count(self._root, None, None) == self._size

    def _count(self, node: Node | None, low: int | None, high: int | None) -> int:
        """Return how many nodes there are, or a number that is none where they are out of order."""
        if node is None:
            return 0
        key = node.key
        if (low is not None and key <= low) or (high is not None and key >= high):
            return -(10**9)
        left = self._count(node.left, low, key)
        if left < 0:
            return left
        return left + self._count(node.right, key, high) + 1

    def insert(self, key: int) -> bool:
        parent, node = None, self._root
        while node is not None:
            if key == node.key:
                return False
            parent, node = node, node.left if key < node.key else node.right
        self._size += 1
        if parent is None:
            self._root = Node(key)
        else:
            self._hang(parent, key < parent.key, Node(key))
        return True

    def _hang(self, parent: Node, left: bool, node: Node | None) -> None:
        if left:
            parent.left = node
        else:
            parent.right = node

    def remove(self, key: int) -> bool:
        parent, node = self._find(key)
        if node is None:
            return False
        if node.left is not None and node.right is not None:
            self._replace_by_next(node)
        else:
            self._lift(parent, node)
        self._size -= 1
        return True

    def _find(self, key: int) -> tuple[Node | None, Node | None]:
        parent, node = None, self._root
        while node is not None and node.key != key:
            parent, node = node, node.left if key < node.key else node.right
        return parent, node

    def _lift(self, parent: Node | None, node: Node) -> None:
        below = node.left or node.right
        if parent is None:
            self._root = below
        else:
            self._hang(parent, parent.left is node, below)

    def _replace_by_next(self, node: Node) -> None:
        parent, after = node, node.right
        while after.left is not None:
            parent, after = after, after.left
        node.key = after.key
        self._lift(parent, after)

    def contains(self, key: int) -> bool:
        return self._find(key)[1] is not None

    def size(self) -> int:
        return self._size

    def clear(self) -> None:
        self._root, self._size = None, 0

    def least(self) -> int | None:
        keys = self.keys()
        return keys[0] if keys else None

    def floor(self, key: int) -> int | None:
        """Return the greatest key that is not above this one."""
        return max((one for one in self.keys() if one <= key), default=None)

    def depth(self) -> int:
        return self._depth(self._root)

    def _depth(self, node: Node | None) -> int:
        if node is None:
            return 0
        return 1 + max(self._depth(node.left), self._depth(node.right))

    def keys(self) -> list[int]:
        found: list[int] = []
        self._walk(self._root, found)
        return found

    def _walk(self, node: Node | None, found: list[int]) -> None:
        if node is not None:
            self._walk(node.left, found)
            found.append(node.key)
            self._walk(node.right, found)
