"""A map from integers to strings as a red-black tree: correct.

After TreeMap of figures 8-1 and 8-2 of Pacheco's thesis (Randoop); the algorithm is that of Cormen
et al. with one sentinel leaf.  Every branch of the public operations is reachable; the early
returns of `rep_ok` are not, because no public operation breaks the representation.
"""

from __future__ import annotations

RED, BLACK = True, False


class _Node:
    def __init__(self, key: int, value: str, leaf: _Node | None) -> None:
        self.key = key
        self.value = value
        self.red = leaf is not None
        self.left: _Node = leaf or self
        self.right: _Node = leaf or self
        self.parent: _Node = leaf or self


class TreeMap:
    """Keys in increasing order, each with a value."""

    def __init__(self) -> None:
        self._leaf = _Node(0, "", None)
        self._root = self._leaf
        self._size = 0

    def put(self, key: int, value: str) -> str | None:
        """Store the value under the key and return the one it replaces, if any."""
        parent, node = self._leaf, self._root
        while node is not self._leaf:
            if key == node.key:
                replaced, node.value = node.value, value
                return replaced
            parent, node = node, (node.left if key < node.key else node.right)
        fresh = _Node(key, value, self._leaf)
        fresh.parent = parent
        if parent is self._leaf:
            self._root = fresh
        elif key < parent.key:
            parent.left = fresh
        else:
            parent.right = fresh
        self._size += 1
        self._repair_insertion(fresh)
        return None

    def get(self, key: int) -> str | None:
        return self._find(key).value if self.contains_key(key) else None

    def contains_key(self, key: int) -> bool:
        return self._find(key) is not self._leaf

    def remove(self, key: int) -> str | None:
        """Delete the key and return its value, None if it was absent."""
        node = self._find(key)
        if node is self._leaf:
            return None
        removed = node.value
        if node.left is not self._leaf and node.right is not self._leaf:
            heir = self._least(node.right)
            node.key, node.value = heir.key, heir.value
            node = heir
        child = node.left if node.left is not self._leaf else node.right
        self._transplant(node, child)
        if not node.red:
            self._repair_removal(child)
        self._leaf.parent = self._leaf
        self._size -= 1
        return removed

    def first_key(self) -> int:
        """Return the least key.

        Raises:
            KeyError: the map is empty.
        """
        self._demand_some()
        return self._least(self._root).key

    def last_key(self) -> int:
        """Return the greatest key.

        Raises:
            KeyError: the map is empty.
        """
        self._demand_some()
        node = self._root
        while node.right is not self._leaf:
            node = node.right
        return node.key

    def size(self) -> int:
        return self._size

    def clear(self) -> None:
        self._root = self._leaf
        self._size = 0

    def keys(self) -> list[int]:
        """Return the keys in increasing order."""
        result: list[int] = []
        path: list[_Node] = []
        node = self._root
        while path or node is not self._leaf:
            while node is not self._leaf:
                path.append(node)
                node = node.left
            node = path.pop()
            result.append(node.key)
            node = node.right
        return result

    def _demand_some(self) -> None:
        if self._root is self._leaf:
            raise KeyError("the map is empty")

    def _find(self, key: int) -> _Node:
        node = self._root
        while node is not self._leaf and node.key != key:
            node = node.left if key < node.key else node.right
        return node

    def _least(self, node: _Node) -> _Node:
        while node.left is not self._leaf:
            node = node.left
        return node

    def _transplant(self, old: _Node, new: _Node) -> None:
        if old.parent is self._leaf:
            self._root = new
        elif old is old.parent.left:
            old.parent.left = new
        else:
            old.parent.right = new
        new.parent = old.parent

    def _rotate_left(self, node: _Node) -> None:
        child = node.right
        node.right = child.left
        if child.left is not self._leaf:
            child.left.parent = node
        self._transplant(node, child)
        child.left = node
        node.parent = child

    def _rotate_right(self, node: _Node) -> None:
        child = node.left
        node.left = child.right
        if child.right is not self._leaf:
            child.right.parent = node
        self._transplant(node, child)
        child.right = node
        node.parent = child

    def _repair_insertion(self, node: _Node) -> None:
        while node.parent.red:
            grand = node.parent.parent
            if node.parent is grand.left:
                uncle = grand.right
                if uncle.red:
                    node.parent.red = uncle.red = BLACK
                    grand.red = RED
                    node = grand
                else:
                    if node is node.parent.right:
                        node = node.parent
                        self._rotate_left(node)
                    node.parent.red = BLACK
                    grand.red = RED
                    self._rotate_right(grand)
            else:
                uncle = grand.left
                if uncle.red:
                    node.parent.red = uncle.red = BLACK
                    grand.red = RED
                    node = grand
                else:
                    if node is node.parent.left:
                        node = node.parent
                        self._rotate_right(node)
                    node.parent.red = BLACK
                    grand.red = RED
                    self._rotate_left(grand)
        self._root.red = BLACK

    def _repair_removal(self, node: _Node) -> None:
        while node is not self._root and not node.red:
            parent = node.parent
            if node is parent.left:
                sibling = parent.right
                if sibling.red:
                    sibling.red, parent.red = BLACK, RED
                    self._rotate_left(parent)
                    sibling = parent.right
                if not sibling.left.red and not sibling.right.red:
                    sibling.red = RED
                    node = parent
                else:
                    if not sibling.right.red:
                        sibling.left.red, sibling.red = BLACK, RED
                        self._rotate_right(sibling)
                        sibling = parent.right
                    sibling.red, parent.red = parent.red, BLACK
                    sibling.right.red = BLACK
                    self._rotate_left(parent)
                    node = self._root
            else:
                sibling = parent.left
                if sibling.red:
                    sibling.red, parent.red = BLACK, RED
                    self._rotate_right(parent)
                    sibling = parent.left
                if not sibling.left.red and not sibling.right.red:
                    sibling.red = RED
                    node = parent
                else:
                    if not sibling.left.red:
                        sibling.right.red, sibling.red = BLACK, RED
                        self._rotate_left(sibling)
                        sibling = parent.left
                    sibling.red, parent.red = parent.red, BLACK
                    sibling.left.red = BLACK
                    self._rotate_right(parent)
                    node = self._root
        node.red = BLACK

    def rep_ok(self) -> bool:
        """A search tree of `size` nodes, no red child of a red node, equal black heights."""
        if self._leaf.red or self._root.red or self._root.parent is not self._leaf:
            return False
        heights: set[int] = set()
        count = 0
        work: list[tuple[_Node, int | None, int | None, int]] = [(self._root, None, None, 0)]
        while work:
            node, low, high, blacks = work.pop()
            if node is self._leaf:
                heights.add(blacks)
                continue
            count += 1
            if count > self._size:
                return False
            if low is not None and node.key <= low or high is not None and node.key >= high:
                return False
            for child in (node.left, node.right):
                if node.red and child.red or child is not self._leaf and child.parent is not node:
                    return False
            below = blacks + (not node.red)
            work.append((node.left, low, node.key, below))
            work.append((node.right, node.key, high, below))
        return count == self._size and len(heights) == 1
