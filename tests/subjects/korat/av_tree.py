"""The intentional names of INS (Korat's AVTree): a tree of attribute-value pairs.

The wildcard "*" stands for any value: it is no attribute, and nothing stands below it.  Siblings differ in their
attribute.  Strings are known by identity only.  This reading gives all structure counts of the paper.
"""

from __future__ import annotations


class Name:
    """A string other than the wildcard."""


class AVPair:
    attribute: Name
    value: Name
    children: tuple[AVPair, ...]


class AVTree:
    root: AVPair
    size: int

    def rep_ok(self):
        seen = [self.root]
        work_list = [self.root]
        while work_list:
            pair = work_list.pop(0)
            for child in pair.children:
                if child in seen:
                    return False
                seen.append(child)
                work_list.append(child)
        if len(seen) != self.size:
            return False
        for pair in seen:
            if pair.value == "*" and pair.children:
                return False
        for pair in seen:
            if pair.attribute == "*":
                return False
            attributes = []
            for child in pair.children:
                if child.attribute in attributes:
                    return False
                attributes.append(child.attribute)
        return True
