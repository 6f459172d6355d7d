"""Private names.  Main names: `is_public`, `class_prefix`, `mangled`.

Python mangles some: `__n` inside `class Tree` is really `_Tree__n`.  Code that is taken out of its class, to be read
or compiled again, needs to be told.
"""

from __future__ import annotations

import ast
from functools import lru_cache


@lru_cache(maxsize=4096)
def is_public(qualname: str) -> bool:
    """Return whether users call the function of this qualified name: not helpers, inner functions, special methods.

    >>> is_public("Tree.add"), is_public("Tree.__init__")
    (True, True)
    >>> is_public("Tree._add"), is_public("_Node.add"), is_public("add.<locals>.one"), is_public("Tree.__len__")
    (False, False, False, False)
    """
    names = qualname.split(".")
    if names[-1] == "__init__":
        names.pop()  # a class is called by its name
    return not any(name.startswith(("_", "<")) for name in names)


def class_prefix(qualname: str) -> str:
    """Return `_Class` for names that Python mangles inside the function of this qualified name.

    >>> class_prefix("Tree._check"), class_prefix("make.<locals>.helper"), class_prefix("check")
    ('_Tree', '', '')
    >>> class_prefix("Tree.check.<locals>.<lambda>")
    '_Tree'
    """
    parts = qualname.split(".")
    while len(parts) > 2 and parts[-2] == "<locals>":
        parts = parts[:-2]
    if len(parts) < 2 or not parts[-2].strip("_"):
        return ""
    return "_" + parts[-2].lstrip("_")


def mangled(name: str, prefix: str) -> str:
    """Return the name that Python really uses inside the class of that prefix.

    >>> mangled("__n", "_Tree"), mangled("__len__", "_Tree"), mangled("_n", "_Tree")
    ('_Tree__n', '__len__', '_n')
    """
    private = name.startswith("__") and not name.endswith("__")
    return prefix + name if private and prefix else name


class Mangling(ast.NodeTransformer):
    """Writes out the private names of a tree that will be compiled outside its class."""

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        node.attr = mangled(node.attr, self.prefix)
        return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        node.id = mangled(node.id, self.prefix)
        return node

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.arg = mangled(node.arg, self.prefix)
        return self.generic_visit(node)

    def visit_keyword(self, node: ast.keyword) -> ast.AST:
        node.arg = mangled(node.arg, self.prefix) if node.arg else None
        return self.generic_visit(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        return node  # has a name of its own to mangle with
