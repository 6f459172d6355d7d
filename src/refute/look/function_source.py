"""Functions as they are written: `tree_of`, of conditions `written` and `lambda_of`, of methods `attribute_stores`.

Several conditions may stand on one line, and look alike to `inspect`; where in the line each stands, its code knows by
column.
"""

from __future__ import annotations

import ast
import functools
import inspect
import textwrap
import types
from collections.abc import Iterable, Iterator
from types import CodeType, FunctionType
from typing import Any, NamedTuple

from refute.look.private_names import Mangling, class_prefix
from refute.look.written_code import as_written

# Line and column, from and to.
_Span = tuple[tuple[int, int], tuple[int, int]]


def written(condition: Any) -> str:
    """Return the body of a condition as it is written, or its name; "" where neither can be had.

    >>> def positive(x): return x > 0
    >>> written(positive)
    'positive'
    """
    name = str(getattr(condition, "__name__", ""))
    if name != "<lambda>":
        return name
    tree = lambda_of(condition)
    return "" if tree is None else ast.unparse(tree.body)


def lambda_of(function: Any) -> ast.Lambda | None:
    """Return a function without a name as it is written; None where it has one, or its source is not at hand."""
    if not isinstance(function, FunctionType) or function.__name__ != "<lambda>":
        return None
    try:
        lines, _ = inspect.findsource(function.__code__)
    except OSError:
        return None
    code = as_written(function.__code__)
    found = [
        one
        for one in _lambdas("".join(lines))
        if one.lineno <= code.co_firstlineno <= (one.end_lineno or one.lineno)
        and _names(one) == code.co_varnames[: len(_names(one))]
    ]
    ran = _ran(code)
    if ran is not None:
        found = [one for one in found if _contains(_span(one.body), ran)]
        # The innermost around all that runs: what stands in another one runs as part of that.
        return max(found, key=lambda one: (one.lineno, one.col_offset), default=None)
    if len(found) > 1:  # Python 3.12 knows no columns of what only returns a constant
        found = [one for one in found if _returns(one, code.co_consts[-1:])]
    return found[0] if len({ast.unparse(one) for one in found}) == 1 else None


@functools.lru_cache(maxsize=16)
def _lambdas(text: str) -> tuple[ast.Lambda, ...]:
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return ()
    return tuple(node for node in ast.walk(tree) if isinstance(node, ast.Lambda))


def _returns(tree: ast.Lambda, constants: tuple[object, ...]) -> bool:
    # By their text: 1 is equal to True.
    return isinstance(tree.body, ast.Constant) and ast.unparse(tree.body) in map(repr, constants)


def _names(tree: ast.Lambda) -> tuple[str, ...]:
    given = tree.args
    return tuple(one.arg for one in (*given.posonlyargs, *given.args, *given.kwonlyargs))


def _ran(code: CodeType) -> _Span | None:
    """Return from where to where the instructions of a function stand; None where they do not know their columns."""
    spans = [
        ((line, column), (end, end_column))
        for line, end, column, end_column in code.co_positions()
        if None not in (line, end, column, end_column) and (line, column) != (end, end_column)
    ]
    if not spans:
        return None
    return min(start for start, _ in spans), max(end for _, end in spans)  # type: ignore[return-value]


def _span(node: ast.expr) -> _Span:
    end = (node.end_lineno or node.lineno, node.end_col_offset or node.col_offset)
    return (node.lineno, node.col_offset), end


def _contains(outer: _Span, inner: _Span) -> bool:
    return outer[0] <= inner[0] and inner[1] <= outer[1]


Function = ast.FunctionDef | ast.AsyncFunctionDef


def tree_of(function: Any) -> Function | None:
    """Return a function as it is written, None where its source is not at hand."""
    try:
        node = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    except (OSError, TypeError, SyntaxError, IndexError):
        return None
    return node if isinstance(node, Function) else None


def private_names_written(function: types.FunctionType) -> Function | None:
    """Return a function as it must be written outside its class."""
    tree = tree_of(function)
    if tree is not None:
        Mangling(class_prefix(function.__qualname__)).visit(tree)
    return tree


class StoredAttribute(NamedTuple):
    """One attribute that a statement gives a value to; `value` is None where it cannot be told, as of `*rest`."""

    name: str
    value: ast.expr | None
    annotation: ast.expr | None
    alone: bool  # the statement has no other target


def attribute_stores(nodes: Iterable[ast.AST], receiver: str) -> Iterator[StoredAttribute]:
    """Yield the attributes of the receiver, `self` for the most part, that some statements assign."""
    for node in nodes:
        if not isinstance(node, ast.Assign | ast.AnnAssign):
            continue
        whole = node.targets if isinstance(node, ast.Assign) else [node.target]
        annotation = node.annotation if isinstance(node, ast.AnnAssign) else None
        targets = [pair for one in whole for pair in _unpacked(one, node.value)]
        for target, value in targets:
            match target:
                case ast.Attribute(ast.Name(name), attribute) if name == receiver:
                    yield StoredAttribute(attribute, value, annotation, len(targets) == 1)


def _unpacked(
    target: ast.expr, value: ast.expr | None
) -> Iterator[tuple[ast.expr, ast.expr | None]]:
    """Yield each target of an assignment with its value, where that can be told."""
    if not isinstance(target, ast.Tuple | ast.List):
        yield target, value
        return
    parts: list[ast.expr] = []
    if isinstance(value, ast.Tuple | ast.List) and len(value.elts) == len(target.elts):
        starred = (isinstance(one, ast.Starred) for one in (*value.elts, *target.elts))
        parts = [] if any(starred) else value.elts
    for index, one in enumerate(target.elts):
        one = one.value if isinstance(one, ast.Starred) else one
        yield from _unpacked(one, parts[index] if parts else None)
