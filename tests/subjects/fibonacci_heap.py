"""A Fibonacci heap of integers, its nodes found by their keys: correct.

After FibHeap of figure 8-1 of Pacheco's thesis (Randoop); the algorithm is that of Cormen et al.,
with lists of children in place of rings.  Every branch of the public operations is reachable; the
early returns of `rep_ok` are not, because no public operation breaks the representation, and the
loop of `_cut` never ends by its condition, because a root is never marked.
"""

from __future__ import annotations


class _Node:
    def __init__(self, key: int) -> None:
        self.key = key
        self.marked = False
        self.parent: _Node | None = None
        self.children: list[_Node] = []


class FibonacciHeap:
    """Integers, duplicates kept, of which the least is at hand."""

    def __init__(self) -> None:
        self._roots: list[_Node] = []
        self._least: _Node | None = None
        self._size = 0

    def insert(self, key: int) -> None:
        self._add_root(_Node(key))
        self._size += 1

    def find_min(self) -> int | None:
        return None if self._least is None else self._least.key

    def extract_min(self) -> int | None:
        """Remove and return the least key, None if there is none."""
        if self._least is None:
            return None
        least = self._least
        self._remove_root(least)
        return least.key

    def decrease_key(self, old: int, new: int) -> bool:
        """Lower one key from old to new; return False if old is absent.

        Raises:
            ValueError: the new key is greater than the old.
        """
        if new > old:
            raise ValueError("the new key is greater than the old")
        node = self._find(old)
        if node is None:
            return False
        node.key = new
        if node.parent is not None and node.parent.key > new:
            self._cut(node)
        elif self._least is not None and node.parent is None and new < self._least.key:
            self._least = node
        return True

    def delete(self, key: int) -> bool:
        """Remove one occurrence of the key; return False if it is absent."""
        node = self._find(key)
        if node is None:
            return False
        if node.parent is not None:
            self._cut(node)
        self._remove_root(node)
        return True

    def merge(self, other: FibonacciHeap) -> None:
        """Take all keys of the other heap, which is empty afterwards; with itself, do nothing."""
        if other is self:
            return
        for root in other._roots:
            self._add_root(root)
        self._size += other._size
        other._roots, other._least, other._size = [], None, 0

    def __len__(self) -> int:
        return self._size

    def _add_root(self, node: _Node) -> None:
        node.parent = None
        node.marked = False
        self._roots.append(node)
        if self._least is None or node.key < self._least.key:
            self._least = node

    def _find(self, key: int) -> _Node | None:
        work = list(self._roots)
        while work:
            node = work.pop()
            if node.key == key:
                return node
            if node.key < key:
                work.extend(node.children)
        return None

    def _cut(self, node: _Node) -> None:
        """Make the node a root, and its ancestors too as long as they lost a child before."""
        parent = node.parent
        while parent is not None:
            parent.children.remove(node)
            self._add_root(node)
            if not parent.marked:
                parent.marked = parent.parent is not None
                return
            node, parent = parent, parent.parent

    def _remove_root(self, root: _Node) -> None:
        self._roots.remove(root)
        for child in root.children:
            self._add_root(child)
        self._size -= 1
        self._consolidate()

    def _consolidate(self) -> None:
        """Link roots of equal degree until no two are left, and find the least anew."""
        by_degree: dict[int, _Node] = {}
        for root in self._roots:
            while (other := by_degree.pop(len(root.children), None)) is not None:
                if other.key < root.key:
                    root, other = other, root
                other.parent = root
                other.marked = False
                root.children.append(other)
            by_degree[len(root.children)] = root
        self._roots = list(by_degree.values())
        self._least = min(self._roots, key=lambda root: root.key, default=None)

    def rep_ok(self) -> bool:
        """Parents are not greater than children, roots are unmarked, the least is a root."""
        if (self._least is None) != (not self._roots):
            return False
        if any(root.parent is not None or root.marked for root in self._roots):
            return False
        if self._least is not None:
            if not any(root is self._least for root in self._roots):
                return False
            if any(root.key < self._least.key for root in self._roots):
                return False
        count, work = 0, list(self._roots)
        while work:
            node = work.pop()
            count += 1
            if count > self._size:
                return False
            if any(child.parent is not node or child.key < node.key for child in node.children):
                return False
            work.extend(node.children)
        return count == self._size
