"""What the code makes of the results of functions that nothing describes: `UsedResults`, read from the source of modules.

`for x in make()` goes through what it is given, `with lock():` enters it, `2 * area()` is a number.  Such a form is a guess: it says
what to give, not whom to blame.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from refute.look.module_source import ParsedModule
from refute.model.typeform import ANY, BOOL, INT, NONE, STR, TypeForm
from refute.model.wrapped_results import (
    ASYNC_CONTEXT_MANAGER,
    ASYNC_ITERABLE,
    AWAITABLE,
    CONTEXT_MANAGER,
    ITERABLE,
)

_OF_ANY_ITEMS = TypeForm(ITERABLE, (ANY,))
_GO_THROUGH = frozenset(
    {"list", "tuple", "set", "sorted", "sum", "min", "max", "enumerate", "iter"}
)
_OF_NUMBERS = frozenset({"int", "float", "round", "abs", "range"})


class UsedResults:
    """By the name of a function, what its results are used as; by whatever name it is kept, without leading underscores."""

    def __init__(self, modules: Iterable[ParsedModule]) -> None:
        self._found: dict[str, set[TypeForm]] = {}
        for module in modules:
            for node in ast.walk(module.tree):
                for call, form in _uses(node):
                    if (name := _name_of(call)) and name.isidentifier():
                        self._found.setdefault(name.lstrip("_"), set()).add(form)

    def of(self, name: str) -> TypeForm:
        """Return what a function should give, by how that is used; ANY where nothing or too much is known."""
        used = self._found.get(name.lstrip("_"), set())
        telling = used - {ANY, NONE}
        if len({one.name for one in telling}) == 1:
            return min(telling, key=lambda one: (ANY in one.args, str(one)))
        return NONE if used == {NONE} else ANY


def _name_of(call: ast.Call) -> str:
    match call.func:
        case ast.Name(name) | ast.Attribute(attr=name):
            return name
    return ""


def _uses(node: ast.AST) -> Iterator[tuple[ast.Call, TypeForm]]:
    """Yield the calls whose results a node uses at once, with what it takes them for."""
    for value, form in _asked_by(node):
        if isinstance(value, ast.Await) and isinstance(value.value, ast.Call):
            yield value.value, TypeForm(AWAITABLE, (form,))
        elif isinstance(value, ast.Call):
            yield value, form


def _asked_by(node: ast.AST) -> Iterator[tuple[ast.AST | None, TypeForm]]:
    match node:
        case ast.Expr(value):
            yield value, NONE
        case ast.AsyncFor(iter=value) | ast.comprehension(iter=value, is_async=1):
            yield value, TypeForm(ASYNC_ITERABLE, (ANY,))
        case ast.For(iter=value) | ast.comprehension(iter=value) | ast.YieldFrom(value):
            yield value, _OF_ANY_ITEMS
        case ast.AsyncWith(items):
            yield from (
                (one.context_expr, TypeForm(ASYNC_CONTEXT_MANAGER, (ANY,))) for one in items
            )
        case ast.With(items):
            yield from ((one.context_expr, TypeForm(CONTEXT_MANAGER, (ANY,))) for one in items)
        case ast.If(test=value) | ast.While(test=value) | ast.IfExp(test=value):
            yield value, BOOL
        case ast.UnaryOp(ast.Not(), value):
            yield value, BOOL
        case ast.BoolOp(values=values):
            yield from ((value, BOOL) for value in values)
        case ast.BinOp(left, _, right) | ast.Compare(left, _, [right]):
            yield left, _like(right)
            yield right, _like(left)
        case ast.Call(func=ast.Name(name), args=[value]) if name in _GO_THROUGH:
            yield value, _OF_ANY_ITEMS
        case ast.Call(func=ast.Name(name), args=[value]) if name in _OF_NUMBERS:
            yield value, INT
        case ast.Assign(value=value) | ast.Return(value) | ast.keyword(value=value):
            yield value, ANY
        case ast.Await(value) if isinstance(value, ast.Call):
            yield value, TypeForm(AWAITABLE, (ANY,))


def _like(other: ast.expr) -> TypeForm:
    """Return the form of what is compared with, or added to, something else."""
    match other:
        case ast.Constant(bool()):
            return BOOL
        case ast.Constant(int()):
            return INT
        case ast.Constant(str()) | ast.JoinedStr():
            return STR
    return ANY
