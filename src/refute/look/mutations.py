"""Small changes of a function's source, each of which a good test should notice: `mutations_of`.

A mutation replaces one node of the syntax tree in place, so that a file is parsed once; `Edit.applied` puts the node
back.  The operators are those that mutation testing has found to stand for most faults: comparisons and their
boundaries, arithmetic, constants, truth values, results, calls made for their effect, and which end is meant.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

_COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
_ARITHMETIC: dict[type[ast.operator], tuple[type[ast.operator], ...]] = {
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.FloorDiv,),
    ast.Div: (ast.Mult, ast.FloorDiv),
    ast.FloorDiv: (ast.Mult,),
    ast.Mod: (ast.FloorDiv,),
    ast.Pow: (ast.Mult,),
    ast.LShift: (ast.RShift,),
    ast.RShift: (ast.LShift,),
    ast.BitAnd: (ast.BitOr,),
    ast.BitOr: (ast.BitAnd,),
    ast.BitXor: (ast.BitAnd,),
}
_OTHER_END = {
    one: other
    for pair in (
        ("min", "max"),
        ("all", "any"),
        ("append", "appendleft"),
        ("pop", "popleft"),
        ("startswith", "endswith"),
        ("lstrip", "rstrip"),
        ("find", "rfind"),
        ("index", "rindex"),
        ("partition", "rpartition"),
        ("split", "rsplit"),
        ("ljust", "rjust"),
        ("bisect_left", "bisect_right"),
        ("ceil", "floor"),
    )
    for one, other in (pair, pair[::-1])
}
# What is only right for a deque would raise for a list: the tests that call it at all notice.
_ONE_WAY = frozenset(["append", "pop"])
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True, slots=True, eq=False)
class Edit:
    """Another node in the place of one: `owner.field`, or an item of the list that stands there."""

    owner: ast.AST
    field: str
    index: int | None
    node: Any
    name: str

    @contextmanager
    def applied(self) -> Iterator[None]:
        """Change the tree while the block runs."""
        before = self._exchanged(self.node)
        try:
            yield
        finally:
            self._exchanged(before)

    def _exchanged(self, node: Any) -> Any:
        place = getattr(self.owner, self.field)
        if self.index is None:
            setattr(self.owner, self.field, node)
            return place
        before, place[self.index] = place[self.index], node
        return before


@dataclass(frozen=True, slots=True, eq=False)
class Mutation:
    """One change of a function: `path` leads from the module to the outermost function, through classes.

    `lines` are those of the statement, or of the condition of a compound one: where none of them runs, nothing changes.
    """

    path: tuple[ast.AST, ...]
    edit: Edit
    line: int
    column: int
    end: int
    lines: range

    @property
    def function(self) -> str:
        """The qualified name of the outermost function."""
        return ".".join(getattr(node, "name", "") for node in self.path)

    @property
    def class_lines(self) -> range:
        """The lines of the class that the function is a method of; none where it is not."""
        owner = self.path[-2] if len(self.path) > 1 else None
        return (
            range(owner.lineno, (owner.end_lineno or 0) + 1)
            if isinstance(owner, ast.ClassDef)
            else range(0)
        )

    @property
    def name(self) -> str:
        """What tells it from all others in the file."""
        return f"{self.function}:{self.line}:{self.column}-{self.end} {self.edit.name}"


def mutations_of(tree: ast.Module) -> Iterator[Mutation]:
    """Yield the mutations of all functions in a file, in the order of the source."""
    for path in _outermost(tree, ()):
        for statement in _statements(path[-1]):
            for node, edit in _edits_in(statement):
                end = node.end_lineno or node.lineno
                first = node.lineno if isinstance(node, ast.stmt) else statement.lineno
                lines = range(first, end + 1)
                yield Mutation(
                    path, edit, node.lineno, node.col_offset, node.end_col_offset or 0, lines
                )


def _outermost(tree: ast.AST, path: tuple[ast.AST, ...]) -> Iterator[tuple[ast.AST, ...]]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, _FUNCTIONS):
            yield (*path, node)
        elif isinstance(node, ast.ClassDef):
            yield from _outermost(node, (*path, node))
        elif isinstance(node, ast.If | ast.Try):
            yield from _outermost(node, path)


def _statements(function: ast.AST) -> Iterator[ast.stmt]:
    for node in ast.walk(function):
        # What an assert or an exception says is no behaviour.
        if isinstance(node, ast.stmt) and not isinstance(node, ast.Assert | ast.Raise):
            yield node


def _edits_in(statement: ast.stmt) -> Iterator[tuple[Any, Edit]]:
    """Yield the edits of a statement, not of those in its body, each with the node that it replaces."""
    if not isinstance(statement, (*_FUNCTIONS, ast.ClassDef)):
        for owner, field, index, node in _parts(statement):
            for new, name in _replacements(owner, field, node):
                yield node, Edit(owner, field, index, ast.copy_location(new, node), name)
    for field in ("body", "orelse", "finalbody"):
        inner = getattr(statement, field, None)
        for index, node in enumerate(inner if isinstance(inner, list) else ()):
            name = _deleted(node)
            if name:
                new = ast.copy_location(ast.Pass(), node)
                yield node, Edit(statement, field, index, new, name)


def _deleted(node: ast.stmt) -> str:
    match node:
        case ast.Expr(ast.Call() as call):
            return f"{ast.unparse(call.func)}() deleted"
        case ast.AugAssign(target):
            return f"change of {ast.unparse(target)} deleted"
    return ""


def _parts(node: ast.AST) -> Iterator[tuple[ast.AST, str, int | None, Any]]:
    """Yield the expressions of a statement with their places; of nested functions nothing."""
    for field, value in ast.iter_fields(node):
        # Annotations and defaults are no part of what runs.
        if field == "annotation" or isinstance(value, ast.arguments):
            continue
        for index, item in enumerate(value if isinstance(value, list) else [value]):
            if isinstance(item, ast.stmt | ast.excepthandler) or not isinstance(item, ast.AST):
                continue
            yield node, field, index if isinstance(value, list) else None, item
            yield from _parts(item)


def _replacements(owner: ast.AST, field: str, node: Any) -> Iterator[tuple[Any, str]]:
    match node:
        case ast.Compare(left, operators, others):
            for place, operator in enumerate(operators):
                for other in _COMPARISONS[type(operator)]:
                    changed = [*operators[:place], other(), *operators[place + 1 :]]
                    new = ast.Compare(left, changed, others)
                    yield new, f"{_word(operator)} → {other.__name__}"
        case ast.BinOp(left, operator, right) if not _is_format(left):
            for instead in _ARITHMETIC.get(type(operator), ()):
                yield ast.BinOp(left, instead(), right), f"{_word(operator)} → {instead.__name__}"
            yield left, f"{_word(operator)} → left side"
            yield right, f"{_word(operator)} → right side"
        case ast.BoolOp(operator, values):
            other_bool = ast.Or if isinstance(operator, ast.And) else ast.And
            yield ast.BoolOp(other_bool(), values), f"{_word(operator)} → {other_bool.__name__}"
        case ast.UnaryOp(ast.Not() | ast.USub(), operand) if not _is_end(node):
            yield operand, f"{_word(node.op)} removed"
        case ast.Constant() | ast.UnaryOp():
            yield from _constants(node)
        case ast.Name(name, ast.Load()) | ast.Attribute(_, name, ast.Load()):
            yield from _other_end(owner, field, node, name)
        case ast.Call(function, [first, second, *rest], keywords) if not any(
            isinstance(one, ast.Starred) for one in (first, second)
        ):
            if ast.dump(first) != ast.dump(second):
                yield ast.Call(function, [second, first, *rest], keywords), "arguments swapped"
    yield from _negations(owner, field, node)


def _negations(owner: ast.AST, field: str, node: Any) -> Iterator[tuple[Any, str]]:
    if isinstance(owner, ast.Return) and not _is_none(node):
        yield ast.Constant(None), "result → None"
    is_condition = field == "test" or isinstance(owner, ast.BoolOp)
    if is_condition and isinstance(node, ast.Name | ast.Attribute | ast.Call | ast.Subscript):
        yield ast.UnaryOp(ast.Not(), node), "condition negated"


def _constants(node: Any) -> Iterator[tuple[Any, str]]:
    if _is_end(node):
        yield ast.Constant(0), "-1 → 0"
        return
    value = getattr(node, "value", None)
    if isinstance(value, bool):
        yield ast.Constant(not value), f"{value} → {not value}"
    elif isinstance(value, int | float):
        others = [
            value + 1,
            *([value - 1] if value else [-1]),
            *([value / 10] if value > 9 else []),
        ]
        for other in others:
            other = int(other) if isinstance(value, int) else other
            yield ast.parse(repr(other), mode="eval").body, f"{value} → {other}"


def _other_end(owner: ast.AST, field: str, node: Any, name: str) -> Iterator[tuple[Any, str]]:
    other = _OTHER_END.get(name)
    if other is None or name in _ONE_WAY or field != "func" or not isinstance(owner, ast.Call):
        return
    if isinstance(node, ast.Name):
        yield ast.Name(other, ast.Load()), f"{name} → {other}"
    else:
        yield ast.Attribute(node.value, other, ast.Load()), f"{name} → {other}"


def _is_end(node: Any) -> bool:
    match node:
        case ast.UnaryOp(ast.USub(), ast.Constant(1)):
            return True
    return False


def _is_none(node: Any) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _is_format(left: ast.expr) -> bool:
    """Return whether a binary operation formats a text, or joins texts: anything else raises at once."""
    return isinstance(left, ast.JoinedStr) or (
        isinstance(left, ast.Constant) and isinstance(left.value, str | bytes)
    )


def _word(operator: ast.AST) -> str:
    return type(operator).__name__
