"""Korat, figures 1 and 4."""

from __future__ import annotations


class Node:
    left: Node | None
    right: Node | None


class BinaryTree:
    root: Node | None
    size: int

    def rep_ok(self):
        if self.root is None:
            return self.size == 0
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
        return len(visited) == self.size

    def has(self, n: Node):
        work_list = [self.root]
        while work_list:
            current = work_list.pop()
            if current is None:
                continue
            if current is n:
                return True
            work_list.append(current.left)
            work_list.append(current.right)
        return False

    def remove(self, n: Node):
        self._replace(n, self._joined(n.left, n.right))
        n.left = n.right = None
        self.size -= 1

    def remove_spec(self, n):
        assert self.has(n), "PRE"
        self.remove(n)
        assert not self.has(n), "POST"

    def _joined(self, left, right):
        if left is None:
            return right
        last = left
        while last.right is not None:
            last = last.right
        last.right = right
        return left

    def _replace(self, n, by):
        if self.root is n:
            self.root = by
            return
        work_list = [self.root]
        while work_list:
            current = work_list.pop()
            if current.left is n:
                current.left = by
                return
            if current.right is n:
                current.right = by
                return
            work_list += [one for one in (current.left, current.right) if one is not None]


class TreeThatForgets(BinaryTree):
    """Defect: removing a node with two children loses the right one."""

    def _joined(self, left, right):
        return left if left is not None else right
