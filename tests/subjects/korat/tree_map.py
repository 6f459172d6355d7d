"""java.util.TreeMap of Korat's Table 3: a red-black tree with parent pointers."""

from __future__ import annotations


class Entry:
    key: int
    value: object = None
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

    def get(self, key):
        entry = self.root
        while entry is not None and entry.key != key:
            entry = entry.left if key < entry.key else entry.right
        return entry

    def put(self, key: int, value: object = None):
        parent, entry = None, self.root
        while entry is not None:
            parent = entry
            if key == entry.key:
                old, entry.value = entry.value, value
                return old
            entry = entry.left if key < entry.key else entry.right
        added = Entry()
        added.key, added.value, added.parent = key, value, parent
        added.left = added.right = None
        added.red = parent is not None
        if parent is None:
            self.root = added
        elif key < parent.key:
            parent.left = added
        else:
            parent.right = added
        self.size += 1
        self._repair(added)
        return None

    def _repair(self, entry):
        while entry is not self.root and entry.parent.red:
            parent = entry.parent
            grandparent = parent.parent
            if grandparent is None:
                parent.red = False
                return
            on_left = parent is grandparent.left
            uncle = grandparent.right if on_left else grandparent.left
            if uncle is not None and uncle.red:
                self._recolour(parent, uncle, grandparent)
                entry = grandparent
                continue
            entry = self._straighten(entry, parent, on_left)
            entry.parent.red = False
            grandparent.red = True
            self._rotate(grandparent, to_left=not on_left)
        self.root.red = False

    def _recolour(self, parent, uncle, grandparent):
        parent.red = uncle.red = False
        grandparent.red = True

    def _straighten(self, entry, parent, on_left):
        """Turn an inner grandchild into an outer one."""
        if entry is (parent.right if on_left else parent.left):
            self._rotate(parent, to_left=on_left)
            return parent
        return entry

    def _rotate(self, entry, to_left):
        raised = entry.right if to_left else entry.left
        middle = raised.left if to_left else raised.right
        if to_left:
            entry.right, raised.left = middle, entry
        else:
            entry.left, raised.right = middle, entry
        if middle is not None:
            middle.parent = entry
        raised.parent = entry.parent
        if entry.parent is None:
            self.root = raised
        elif entry.parent.left is entry:
            entry.parent.left = raised
        else:
            entry.parent.right = raised
        entry.parent = raised


class MapWithRedUncle(TreeMap):
    """Defect: when parent and uncle are red, only the parent becomes black."""

    def _recolour(self, parent, uncle, grandparent):
        parent.red = False
        grandparent.red = True


class MapThatStaysBent(TreeMap):
    """Defect: an inner grandchild is not turned outward before the rotation, and `put` may run forever."""

    def _straighten(self, entry, parent, on_left):
        return entry
