"""A binomial heap of integers, its nodes found by their keys: correct.

After BHeap and BinHeap of figures 8-1 and 8-2 of Pacheco's thesis (Randoop); the algorithm is that
of Cormen et al.  Every branch of the public operations is reachable; the early returns of `rep_ok`
are not, because no public operation breaks the representation.
"""

from __future__ import annotations


class _Node:
    def __init__(self, key: int) -> None:
        self.key = key
        self.degree = 0
        self.parent: _Node | None = None
        self.child: _Node | None = None
        self.sibling: _Node | None = None


class BinomialHeap:
    """Integers, duplicates kept, of which the least is at hand."""

    def __init__(self) -> None:
        self._head: _Node | None = None
        self._size = 0

    def insert(self, key: int) -> None:
        self._unite(_Node(key))
        self._size += 1

    def find_min(self) -> int | None:
        least = self._least_root()
        return None if least is None else least.key

    def extract_min(self) -> int | None:
        """Remove and return the least key, None if there is none."""
        least = self._least_root()
        if least is None:
            return None
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
        while node.parent is not None and node.parent.key > node.key:
            node.key, node.parent.key = node.parent.key, node.key
            node = node.parent
        return True

    def delete(self, key: int) -> bool:
        """Remove one occurrence of the key; return False if it is absent."""
        node = self._find(key)
        if node is None:
            return False
        while node.parent is not None:
            node.key, node.parent.key = node.parent.key, node.key
            node = node.parent
        self._remove_root(node)
        return True

    def merge(self, other: BinomialHeap) -> None:
        """Take all keys of the other heap, which is empty afterwards; with itself, do nothing."""
        if other is self:
            return
        self._unite(other._head)
        self._size += other._size
        other._head, other._size = None, 0

    def __len__(self) -> int:
        return self._size

    def _least_root(self) -> _Node | None:
        least = node = self._head
        while node is not None:
            assert least is not None
            if node.key < least.key:
                least = node
            node = node.sibling
        return least

    def _find(self, key: int) -> _Node | None:
        work = [self._head]
        while work:
            node = work.pop()
            if node is None:
                continue
            if node.key == key:
                return node
            work.append(node.sibling)
            if node.key < key:
                work.append(node.child)
        return None

    def _remove_root(self, root: _Node) -> None:
        if self._head is root:
            self._head = root.sibling
        else:
            before = self._head
            assert before is not None
            while before.sibling is not root:
                before = before.sibling
                assert before is not None
            before.sibling = root.sibling
        turned: _Node | None = None
        child = root.child
        while child is not None:
            following = child.sibling
            child.parent, child.sibling = None, turned
            turned, child = child, following
        self._unite(turned)
        self._size -= 1

    def _unite(self, other: _Node | None) -> None:
        """Merge a list of roots into ours, then link trees of equal degree."""
        self._head = _by_degree(self._head, other)
        before: _Node | None = None
        node = self._head
        while node is not None and node.sibling is not None:
            following = node.sibling
            third = following.sibling
            if node.degree != following.degree or third is not None and third.degree == node.degree:
                before, node = node, following
            elif node.key <= following.key:
                node.sibling = third
                _link(following, node)
            else:
                if before is None:
                    self._head = following
                else:
                    before.sibling = following
                _link(node, following)
                node = following

    def rep_ok(self) -> bool:
        """Roots have increasing degrees, every tree is binomial and ordered, the sizes add up."""
        count, last, root = 0, -1, self._head
        while root is not None:
            if root.parent is not None or root.degree <= last:
                return False
            last = root.degree
            work = [root]
            while work:
                node = work.pop()
                count += 1
                if count > self._size:
                    return False
                child = node.child
                for degree in reversed(range(node.degree)):
                    if child is None or child.parent is not node:
                        return False
                    if child.degree != degree or child.key < node.key:
                        return False
                    work.append(child)
                    child = child.sibling
                if child is not None:
                    return False
            root = root.sibling
        return count == self._size


def _by_degree(left: _Node | None, right: _Node | None) -> _Node | None:
    """Merge two lists of roots sorted by degree into one."""
    start = end = _Node(0)
    while left is not None and right is not None:
        if left.degree <= right.degree:
            end.sibling, left = left, left.sibling
        else:
            end.sibling, right = right, right.sibling
        assert end.sibling is not None
        end = end.sibling
    end.sibling = left if left is not None else right
    return start.sibling


def _link(child: _Node, parent: _Node) -> None:
    child.parent, child.sibling = parent, parent.child
    parent.child = child
    parent.degree += 1
