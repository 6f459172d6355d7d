"""Python source without its annotations: `strip`, for measuring what is still known where nobody wrote types."""

from __future__ import annotations

import ast
from pathlib import Path

# Of these forms the name says something besides the type; it stays, the type inside goes.
_KEPT = ("ClassVar", "InitVar", "KW_ONLY")


def strip(text: str) -> str:
    """Return the text of a module with every annotation removed that can be missing.

    Fields of data classes, named tuples and the like need one to exist: theirs becomes a name that says nothing.
    Functions that are registered by their annotation keep it.
    """
    tree = _Stripper().visit(ast.parse(text))
    return ast.unparse(ast.fix_missing_locations(tree))


def strip_folder(source: Path, target: Path) -> None:
    """Write the stripped modules of one folder into another."""
    for path in source.glob("*.py"):
        (target / path.name).write_text(strip(path.read_text()))


class _Stripper(ast.NodeTransformer):
    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return self._function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        return self._function(node)

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> ast.AST:
        if not any(
            isinstance(d, ast.Attribute) and d.attr == "register" for d in node.decorator_list
        ):
            node.returns = None
            arguments = node.args
            for one in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
                one.annotation = None
            for one in (arguments.vararg, arguments.kwarg):
                if one is not None:
                    one.annotation = None
        node.body = _in_function(node.body)
        return self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        # In a module or a class: a field may depend on being annotated.
        if not _says_more(node.annotation):
            node.annotation = ast.Constant("Unknown")
        return node


def _in_function(body: list[ast.stmt]) -> list[ast.stmt]:
    return [_Plain().visit(statement) for statement in body]


class _Plain(ast.NodeTransformer):
    """Assignments inside functions become plain ones; classes in there are left to the other."""

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return node  # its turn comes

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if node.value is None:
            return ast.Pass()
        return ast.Assign([node.target], node.value)


def _says_more(annotation: ast.expr) -> bool:
    if isinstance(annotation, ast.Subscript) and _says_more(annotation.value):
        annotation.slice = ast.Constant("Unknown")
        return True
    name = annotation.attr if isinstance(annotation, ast.Attribute) else None
    name = annotation.id if isinstance(annotation, ast.Name) else name
    return name in _KEPT
