"""A None that stands in an object until others complete it: `is_placeholder_read`.

`Worksheet()` may have no name before the workbook that makes it has given it one: whoever makes one alone is to blame.
"""

from __future__ import annotations

import ast
import types
from functools import lru_cache

from refute.judge.exceptions.expression import around, expression_at
from refute.look.objects import fields_of
from refute.look.tracebacks import text_of

_MISSING = object()


def is_placeholder_read(exception: BaseException, mine: list[types.TracebackType]) -> bool:
    """Return whether it is about a None that only `__init__` writes to an attribute, and nothing that users call replaces."""
    if not isinstance(exception, TypeError | AttributeError):
        return False
    return "NoneType" in text_of(exception) and any(map(_reads_placeholder, mine))


def _reads_placeholder(entry: types.TracebackType) -> bool:
    frame = entry.tb_frame
    receiver = frame.f_locals.get("self", _MISSING)
    expression = expression_at(frame.f_code, entry.tb_lasti)
    if receiver is _MISSING or expression is None:
        return False
    cls: type = type(receiver)
    held = fields_of(receiver)
    names = [name for name in _attributes_of_self(expression) if name in _placeholders(cls)]
    return any(held.get(name, _MISSING) is None for name in names)


def _attributes_of_self(tree: ast.AST) -> list[str]:
    return [
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "self"
    ]


@lru_cache(maxsize=1024)
def _placeholders(cls: type) -> frozenset[str]:
    """Return the attributes to which `__init__` writes None, and which no method that users call sets, or has set."""
    functions = _functions(cls)
    begins = set().union(*(_set_to_none(one) for one in functions.get("__init__", ())))
    reached = _reached(functions)
    set_later = {
        name
        for method in reached
        for one in functions[method]
        for name in _stored(one)
        if method != "__init__"
    }
    return frozenset(begins - set_later)


def _functions(cls: type) -> dict[str, list[types.FunctionType]]:
    """Return the functions of a class and its bases by name, those behind properties included."""
    found: dict[str, list[types.FunctionType]] = {}
    for base in cls.__mro__:
        for name, one in vars(base).items():
            parts = [one.fget, one.fset] if isinstance(one, property) else [one]
            for part in (getattr(part, "__func__", part) for part in parts):
                if isinstance(part, types.FunctionType):
                    found.setdefault(name, []).append(part)
    return found


def _reached(functions: dict[str, list[types.FunctionType]]) -> set[str]:
    """Return the methods that users call, and those that these call."""
    reached: set[str] = set()
    more = [name for name in functions if not name.startswith("_") or name.endswith("__")]
    while more:
        name = more.pop()
        if name not in reached:
            reached.add(name)
            named = {called for one in functions[name] for called in one.__code__.co_names}
            more += [called for called in named if called in functions]
    return reached


def _set_to_none(function: types.FunctionType) -> set[str]:
    tree = around(function.__code__)
    return {
        name
        for node in (ast.walk(tree) if tree is not None else ())
        if isinstance(node, ast.Assign | ast.AnnAssign)
        and isinstance(node.value, ast.Constant)
        and node.value.value is None
        for name in _stored_by(node)
    }


def _stored(function: types.FunctionType) -> set[str]:
    tree = around(function.__code__)
    return {
        node.attr
        for node in (ast.walk(tree) if tree is not None else ())
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
    }


def _stored_by(node: ast.Assign | ast.AnnAssign) -> list[str]:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return [name for target in targets for name in _attributes_of_self(target)]
