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
