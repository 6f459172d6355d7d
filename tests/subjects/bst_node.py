"""A tree node that accepts any object by its annotation and only comparable ones by its code.

After a student's BSTNode in Csallner and Smaragdakis (JCrasher), where the constructor casts an
Object to Comparable; annotating the parameter accordingly would shift the blame to the caller.

Shortest sequence:  BSTNode(None)    TypeError: '<' not supported
"""

from __future__ import annotations


class BSTNode:
    """Data and two subtrees."""

    def __init__(self, data: object) -> None:
        self.left: BSTNode | None = None
        self.right: BSTNode | None = None
        self.set_data(data)

    def set_data(self, data: object) -> None:
        self.data = data
        self.ordered = not data < data  # type: ignore[operator]  # the fault: no < in object
