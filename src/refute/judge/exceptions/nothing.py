"""Whether the code looked for something, found nothing, and went on with None: `goes_on_with_nothing`.

`pattern.search(text).group()`, `self._stock.get(thing) + number`: what None cannot do it cannot do whatever the types of
what was passed in, so nothing of these types need ever have been accepted.
"""

from __future__ import annotations

import ast
import builtins
import re
import types
from collections.abc import Collection, Iterable

from refute.judge.exceptions.expression import around, expression_at, unpacked_at

_SEARCHING = frozenset({"search", "match", "fullmatch"})
_MISSING = object()


def goes_on_with_nothing(
    exception: BaseException, entry: types.TracebackType, ours: Collection[int]
) -> bool:
    """Return whether the failing expression works on the None by which a search of the code's own said "nothing"."""
    if not isinstance(exception, AttributeError | TypeError) or id(None) in ours:
        return False
    said = exception.args[0] if exception.args else None
    if type(said) is not str or "NoneType" not in said:
        return False
    frame = entry.tb_frame
    expression = expression_at(frame.f_code, entry.tb_lasti)
    if isinstance(expression, ast.Tuple | ast.List) and isinstance(expression.ctx, ast.Store):
        expression = unpacked_at(frame.f_code, expression)
    takes_apart = "iterable" in said or "unpack" in said
    operands = [expression] if takes_apart and expression is not None else _operands(expression)
    return any(
        _finds_nothing(search, frame, ours)
        for operand in operands
        for search in _made_by(operand, frame)
    )


def _operands(expression: ast.expr | None) -> Iterable[ast.expr]:
    match expression:
        case (
            ast.Call(func=ast.Attribute(value=owner))
            | ast.Attribute(value=owner)
            | ast.Subscript(value=owner)
        ):
            yield owner
        case ast.Call(func=ast.Name(name), args=arguments) if hasattr(builtins, name):
            yield from arguments
        case ast.BinOp(left=left, right=right):
            yield from (left, right)
        case ast.Compare(left=left, comparators=others):
            yield from (left, *others)


def _made_by(operand: ast.expr, frame: types.FrameType) -> Iterable[ast.expr]:
    """Yield what makes the operand: itself, or what the only assignment to its name says."""
    if not isinstance(operand, ast.Name):
        yield operand
        return
    if frame.f_locals.get(operand.id, _MISSING) is not None:
        return
    function = around(frame.f_code)
    nodes = list(ast.walk(function)) if function is not None else []
    stores = [n for n in nodes if isinstance(n, ast.Name) and n.id == operand.id]
    if sum(isinstance(name.ctx, ast.Store) for name in stores) != 1:
        return
    for node in nodes:
        match node:
            case ast.Assign([ast.Name(name)], value) if name == operand.id:
                yield value


def _finds_nothing(search: ast.expr, frame: types.FrameType, ours: Collection[int]) -> bool:
    """Return whether an expression is a search that says None, in something that the code itself holds."""
    match search:
        case ast.Call(func=ast.Attribute(place, attr), args=arguments, keywords=[]):
            where = _value(place, frame)
        case _:
            return False
    if id(where) in ours:  # such as a dictionary that was passed in and kept
        return False
    if where is re:
        pattern = _value(arguments[0], frame) if arguments else _MISSING
        return attr in _SEARCHING and pattern is not _MISSING
    if isinstance(where, re.Pattern):
        return attr in _SEARCHING
    return isinstance(where, dict) and attr == "get" and len(arguments) == 1


def _value(expression: ast.expr, frame: types.FrameType) -> object:
    """Return what a name of the module, or an attribute of `self`, stands for; nothing of the subject is run."""
    match expression:
        case ast.Name(name) if name not in frame.f_locals:
            return frame.f_globals.get(name, _MISSING)
        case ast.Attribute(ast.Name("self" | "cls"), attr):
            owner = frame.f_locals.get("self", frame.f_locals.get("cls"))
            classes = owner.__mro__ if isinstance(owner, type) else type(owner).__mro__
            places = [getattr(owner, "__dict__", {}), *map(vars, classes)]
            return next((place[attr] for place in places if attr in place), _MISSING)
        case ast.Constant(value):
            return value
        case _:
            return _MISSING
