"""A binary search tree, as in the examples that come with Korat; its order check is recursive."""

from __future__ import annotations


class Node:
    left: Node | None
    right: Node | None
    info: int


class SearchTree:
    root: Node | None
    size: int

    def rep_ok(self):
        if self.root is None:
            return self.size == 0
        if not self.is_acyclic():
            return False
        if self.count(self.root) != self.size:
            return False
        return self.is_ordered(self.root, None, None)

    def is_acyclic(self):
        visited = {self.root}
        work_list = [self.root]
        while work_list:
            current = work_list.pop(0)
            if current.left is not None:
                if current.left in visited:
                    return False
                visited.add(current.left)
                work_list.append(current.left)
            if current.right is not None:
                if current.right in visited:
                    return False
                visited.add(current.right)
                work_list.append(current.right)
        return True

    def count(self, n):
        if n is None:
            return 0
        return 1 + self.count(n.left) + self.count(n.right)

    def is_ordered(self, n, low, high):
        if low is not None and n.info <= low:
            return False
        if high is not None and n.info >= high:
            return False
        if n.left is not None and not self.is_ordered(n.left, low, n.info):
            return False
        if n.right is not None and not self.is_ordered(n.right, n.info, high):
            return False
        return True
