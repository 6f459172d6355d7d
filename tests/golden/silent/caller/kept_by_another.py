"""Tables looked up by what the caller gave to the constructor of another object: of a tree, and of what it holds."""

from __future__ import annotations


class Leaf:
    """A name."""

    def __init__(self, name: str) -> None:
        self.name = name


class Joined:
    """Two parts and a sign between them."""

    def __init__(self, left: Leaf | Joined, sign: str, right: Leaf) -> None:
        self.left = left
        self.sign = sign
        self.right = right


class Marked:
    """Something with a mark."""

    def __init__(self, joined: Joined, mark: str) -> None:
        self.joined = joined
        self.mark = mark


class Translator:
    """Writes trees down."""

    signs = {"+": "plus", "-": "minus"}
    marks = {"!": "not"}

    def leaf(self, leaf: Leaf) -> str:
        return leaf.name

    def joined(self, joined: Joined) -> str:
        between = self.signs[joined.sign]
        left = joined.left
        first = self.joined(left) if isinstance(left, Joined) else left.name
        return f"{first} {between} {joined.right.name}"

    def marked(self, marked: Marked) -> str:
        mark = marked.mark
        return f"{self.marks[mark]} {self.joined(marked.joined)}"

    def sign_of(self, marked: Marked) -> str:
        return self.signs[marked.joined.sign]
