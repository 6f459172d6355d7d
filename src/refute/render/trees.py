"""Syntax trees of expressions: `literal` from text, `display_tree`, `keyword_trees`, `with_names_replaced`."""

from __future__ import annotations

import ast
import keyword
from typing import TypeVar

from refute.model.literals import modules_in
from refute.render.layout import expression
from refute.render.names import Imports

Tree = TypeVar("Tree", bound=ast.AST)


def literal(text: str, imports: Imports) -> ast.expr:
    """Return source text as a tree, with what it names imported."""
    tree = ast.parse(text, mode="eval").body
    changed = _Shorten(imports, modules_in(text)).visit(tree)
    assert isinstance(changed, ast.expr)
    return changed


def modules_of(line: str) -> set[str]:
    """Return what stands before a dot in a statement: modules, and variables."""
    dotted = (node for node in ast.walk(ast.parse(line)) if isinstance(node, ast.Attribute))
    return {module for node in dotted for module in modules_in(ast.unparse(node))}


def halves(built: ast.expr | ast.stmt) -> tuple[str, ast.expr]:
    """Return what stands before the last expression of a statement, and that expression."""
    match built:
        case ast.Assign([target], value):
            return f"{expression(target)} = ", value
        case ast.Delete([target]):
            return "del ", target
        case ast.Assert(test):
            return "assert ", test
        case ast.Raise(exc=ast.expr() as raised):
            return "raise ", raised
    assert isinstance(built, ast.expr)
    return "", built


def is_plain(tree: ast.expr) -> bool:
    """Return whether an expression makes the same immutable value each time: constants and names of things."""
    match tree:
        case ast.Constant() | ast.Name():
            return True
        case ast.Attribute(value, _):
            return is_plain(value)
        case ast.UnaryOp(_, operand):
            return is_plain(operand)
        case ast.BinOp(left, _, right):
            return is_plain(left) and is_plain(right)
        case ast.Tuple(elements):
            return all(map(is_plain, elements))
    return False


def display_tree(kind: str, items: list[ast.expr]) -> ast.expr:
    """Return the display of a collection with these items; of a dictionary, with keys and values by turns."""
    match kind:
        case "list":
            return ast.List(items)
        case "tuple":
            return ast.Tuple(items)
        case "set" | "frozenset" if not items:
            return ast.Call(ast.Name(kind), [], [])
        case "set":
            return ast.Set(items)
        case "frozenset":
            return ast.Call(ast.Name("frozenset"), [ast.Set(items)], [])
        case "dict":
            return ast.Dict(list(items[::2]), items[1::2])
    raise ValueError(f"unknown display {kind!r}")


def keyword_trees(names: tuple[str, ...], values: list[ast.expr]) -> list[ast.keyword]:
    """Return arguments passed by name, in `**{...}` where the name is none that Python allows there."""
    return [_keyword(n, v) for n, v in zip(names, values, strict=True)]


def _keyword(name: str, value: ast.expr) -> ast.keyword:
    if name.isidentifier() and not keyword.iskeyword(name):
        return ast.keyword(name, value)
    return ast.keyword(None, ast.Dict([ast.Constant(name)], [value]))


def with_names_replaced(tree: Tree, places: dict[str, ast.expr]) -> Tree:
    """Return a tree with expressions in the place of some names."""
    return _Fill(places).visit(tree)  # type: ignore[no-any-return]


class _Fill(ast.NodeTransformer):
    """Puts expressions in the place of names."""

    def __init__(self, places: dict[str, ast.expr]) -> None:
        self.places = places

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.places.get(node.id, node)


class _Shorten(ast.NodeTransformer):
    """Replaces `shop.color.Color.RED` by `Color.RED` and sees to the imports; the standard library stays dotted."""

    def __init__(self, imports: Imports, modules: set[str]) -> None:
        self.imports = imports
        self.modules = modules

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        dotted = ast.unparse(node)
        for module in sorted(self.modules, key=len, reverse=True):
            if dotted.startswith(f"{module}.") and all(
                part.isidentifier() for part in dotted.split(".")
            ):
                return self._reference(module, dotted.removeprefix(f"{module}."))
        self.generic_visit(node)
        return node

    def _reference(self, module: str, rest: str) -> ast.expr:
        if self.imports.is_standard(module):
            tree = ast.parse(f"{self.imports.module(module)}.{rest}", mode="eval").body
            return tree
        return self.imports.reference(f"{module}:{rest}")
