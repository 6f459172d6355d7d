"""Whether a look-up failed by a slip of the code's own: `slips`.

`pop` of an empty stack and `remove` of what is not there are answered with an exception.  No such answer is an
exception about a container that the method has just made for itself, or has just taken something from.
"""

from __future__ import annotations

import ast
import types
from collections.abc import Iterable
from functools import lru_cache

from refute.judge.exceptions.expression import around, expression_at

_EMPTY = frozenset({"dict", "list", "set"})
_CUTTING = frozenset({"split", "rsplit", "splitlines"})
_TAKING = frozenset({"pop", "popleft", "popitem"})


@lru_cache(maxsize=4096)
def slips(code: types.CodeType, instruction: int) -> bool:
    """Return whether the look-up at this instruction is in what the code has just made, or has just taken from."""
    expression, function = expression_at(code, instruction), around(code)
    container = _container(expression)
    if container is None or function is None or expression is None:
        return False
    return _is_made_here(container, function) or _was_taken_from(container, expression, function)


def _container(expression: ast.expr | None) -> ast.expr | None:
    match expression:
        case ast.Subscript(value=container) | ast.Call(func=ast.Attribute(value=container)):
            return container
        case _:
            return None


def _is_made_here(container: ast.expr, function: ast.AST) -> bool:
    if not isinstance(container, ast.Name):
        return _makes(container)
    nodes = list(ast.walk(function))
    bound = sum(_is_stored(node, container.id) for node in nodes)
    made = 0
    for node in nodes:
        match node:
            case ast.Assign([ast.Name(name)], value) | ast.AnnAssign(
                ast.Name(name), value=value
            ) if name == container.id and value is not None and _makes(value):
                made += 1
    return 0 < made == bound


def _is_stored(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store)


def _makes(value: ast.expr) -> bool:
    """Return whether an expression makes an empty container, or cuts a text into pieces."""
    match value:
        case ast.Dict(keys=[]) | ast.List(elts=[]):
            return True
        case ast.Call(func=ast.Name(name), args=[]):
            return name in _EMPTY
        case ast.Call(func=ast.Attribute(attr=name)):
            return name in _CUTTING
        case _:
            return False


def _was_taken_from(container: ast.expr, expression: ast.expr, function: ast.AST) -> bool:
    """Return whether a statement before, on the only way here, took something from the same container."""
    wanted = ast.dump(container)
    return any(
        ast.dump(taken) == wanted
        for statement in _before(expression, function)
        for taken in _taken(statement)
    )


def _before(expression: ast.expr, function: ast.AST) -> Iterable[ast.stmt]:
    """Yield the statements that were run to their end before the one with the expression."""
    for node in ast.walk(function):
        for block in (getattr(node, "body", None), getattr(node, "orelse", None)):
            statements = block if isinstance(block, list) else []
            for place, statement in enumerate(statements):
                if any(inner is expression for inner in ast.walk(statement)):
                    yield from statements[:place]


def _taken(statement: ast.stmt) -> Iterable[ast.expr]:
    """Yield what a plain statement takes something from, for sure."""
    match statement:
        case ast.Expr(value) | ast.Assign(value=value) | ast.AnnAssign(value=value):
            pass
        case ast.Delete([ast.Subscript(container, index)]) if not isinstance(index, ast.Slice):
            yield container
            return
        case _:
            return
    match value:
        case ast.Call(func=ast.Attribute(container, name), args=[] | [_]) if name in _TAKING:
            yield container
