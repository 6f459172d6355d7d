"""java.util.TreeMap of Korat's Table 3: a red-black tree with parent pointers."""

from __future__ import annotations


class Entry:
    key: int
    value: object
    left: Entry | None
    right: Entry | None
    parent: Entry | None
    red: bool


class TreeMap:
    root: Entry | None
    size: int

    def rep_ok(self):
        if self.root is None:
            return self.size == 0
        if self.root.parent is not None:
            return False
        visited = {self.root}
        order = [self.root]
        work_list = [self.root]
        while work_list:
            current = work_list.pop(0)
            left = current.left
            if left is not None:
                if left in visited:
                    return False
                visited.add(left)
                if left.parent is not current:
                    return False
                order.append(left)
                work_list.append(left)
            right = current.right
            if right is not None:
                if right in visited:
                    return False
                visited.add(right)
                if right.parent is not current:
                    return False
                order.append(right)
                work_list.append(right)
        if self.size != len(visited):
            return False
        return self.colours_ok(order) and self.keys_ok(order)

    def colours_ok(self, order):
        """No red entry has a red child; every way down to a missing child passes as many black ones."""
        for entry in order:
            if entry.red:
                if entry.left is not None and entry.left.red:
                    return False
                if entry.right is not None and entry.right.red:
                    return False
        blacks = -1
        for entry in order:
            if entry.left is None or entry.right is None:
                count = 0
                up = entry
                while up is not None:
                    if not up.red:
                        count += 1
                    up = up.parent
                if blacks == -1:
                    blacks = count
                elif blacks != count:
                    return False
        return True

    def keys_ok(self, order):
        for entry in order:
            key = entry.key
            if entry.left is not None:
                below = entry.left
                while below.right is not None:
                    below = below.right
                if key <= below.key:
                    return False
            if entry.right is not None:
                above = entry.right
                while above.left is not None:
                    above = above.left
                if key >= above.key:
                    return False
        return True
