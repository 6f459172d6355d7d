"""A search tree of integers that counts its nodes: correct.

After BST of figure 8-2 of Pacheco's thesis (Randoop) and SearchTree of Korat's section 2: plain
public fields, so that structures can also be built field by field and sifted by `rep_ok`, which
therefore stands any graph of nodes. Every branch of the public operations is reachable; the early
returns of `rep_ok` need a structure built field by field.
"""

from __future__ import annotations


class Node:
    """A value and two subtrees."""

    def __init__(self, info: int) -> None:
        self.info = info
        self.left: Node | None = None
        self.right: Node | None = None


class SearchTree:
    """A set of integers."""

    def __init__(self) -> None:
        self.root: Node | None = None
        self.size: int = 0

    def insert(self, value: int) -> bool:
        """Insert the value; return False if it was present."""
        parent: Node | None = None
        node = self.root
        while node is not None:
            if value == node.info:
                return False
            parent, node = node, (node.left if value < node.info else node.right)
        self._replace(parent, value, Node(value))
        self.size += 1
        return True

    def member(self, value: int) -> bool:
        node = self.root
        while node is not None and node.info != value:
            node = node.left if value < node.info else node.right
        return node is not None

    def remove(self, value: int) -> bool:
        """Delete the value; return False if it was absent."""
        parent: Node | None = None
        node = self.root
        while node is not None and node.info != value:
            parent, node = node, (node.left if value < node.info else node.right)
        if node is None:
            return False
        if node.left is None:
            heir = node.right
        elif node.right is None:
            heir = node.left
        else:
            heir = self._cut_greatest(node)
            heir.left, heir.right = node.left, node.right
        self._replace(parent, value, heir)
        self.size -= 1
        return True

    def minimum(self) -> int | None:
        node = self.root
        while node is not None and node.left is not None:
            node = node.left
        return None if node is None else node.info

    def maximum(self) -> int | None:
        node = self.root
        while node is not None and node.right is not None:
            node = node.right
        return None if node is None else node.info

    def is_empty(self) -> bool:
        return self.root is None

    def _replace(self, parent: Node | None, value: int, child: Node | None) -> None:
        if parent is None:
            self.root = child
        elif value < parent.info:
            parent.left = child
        else:
            parent.right = child

    def _cut_greatest(self, top: Node) -> Node:
        """Unhook and return the greatest node below the left child of top."""
        parent, node = top, top.left
        assert node is not None
        while node.right is not None:
            parent, node = node, node.right
        if parent is top:
            parent.left = node.left
        else:
            parent.right = node.left
        return node

    def rep_ok(self) -> bool:
        """The nodes form a tree of `size` nodes, ordered from left to right."""
        seen: set[int] = set()
        work: list[tuple[Node | None, int | None, int | None]] = [(self.root, None, None)]
        while work:
            node, low, high = work.pop()
            if node is None:
                continue
            if id(node) in seen:
                return False
            seen.add(id(node))
            if low is not None and node.info <= low or high is not None and node.info >= high:
                return False
            work.append((node.left, low, node.info))
            work.append((node.right, node.info, high))
        return len(seen) == self.size
