"""Nodes and clips without an equality of their own: each equals only itself."""


class Node:
    def __init__(self, value=0, children=()):
        self.value = value
        self.children = list(children)

    def copy(self):
        return Node(self.value, self.children)

    def to_dict(self):
        return {"value": self.value, "children": [child.to_dict() for child in self.children]}

    @classmethod
    def from_dict(cls, data):
        return cls(data["value"], [cls.from_dict(child) for child in data["children"]])

    def __add__(self, other):
        return Node(self.value, [*self.children, other])

    def __neg__(self):
        return Node(self.value, self.children[::-1])

    def reverse(self):
        self.children.reverse()

    def reversed(self):
        return iter(self.children[::-1])


class Clip:
    def __init__(self, start=0, end=10):
        self.start, self.end = start, end

    def __str__(self):
        return f"{self.start}..{self.end}"

    @classmethod
    def parse(cls, text):
        start, _, end = str(text).partition("..")
        return cls(start, end)

    def split(self, at):
        return [Clip(self.start, at), Clip(at, self.end)]
