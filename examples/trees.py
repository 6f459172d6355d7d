"""The class of the page "All the small trees"."""

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
        seen = {self.root}
        todo = [self.root]
        while todo:
            node = todo.pop(0)
            for child in (node.left, node.right):
                if child is not None:
                    if child in seen:
                        return False  # reached twice: not a tree
                    seen.add(child)
                    todo.append(child)
        return len(seen) == self.size

    def has(self, n):
        todo = [self.root]
        while todo:
            node = todo.pop()
            if node is n:
                return node is not None
            if node is not None:
                todo += [node.left, node.right]
        return False

    def remove(self, n: Node):
        child = n.left if n.left is not None else n.right
        if self.root is n:
            self.root = child
        else:
            parent = self.parent_of(n)
            if parent.left is n:
                parent.left = child
            else:
                parent.right = child
        self.size -= 1

    def remove_spec(self, n):
        assert self.has(n), "PRE"
        self.remove(n)
        assert not self.has(n), "POST"

    def parent_of(self, n):
        todo = [self.root]
        while todo:
            node = todo.pop()
            if node.left is n or node.right is n:
                return node
            todo += [one for one in (node.left, node.right) if one is not None]
