"""From a live exception to `Evidence`: which frames, raised on purpose or not, and on whose values.

JCrasher tells the machine's exceptions from those thrown on purpose; in Python the opcode at the raising
instruction says which (RAISE_VARARGS is `raise` or `assert`, anything else the interpreter or a builtin).
"""

from __future__ import annotations

import ast
import dis
import linecache
import types
from collections.abc import Collection, Iterable
from typing import Any

from refute.model.evidence import Evidence
from refute.model.execution import Frame
from refute.model.sequence import Call

_RAISE = dis.opmap["RAISE_VARARGS"]
_MISSING = object()


def traceback_frames(exception: BaseException, inside: str) -> list[types.TracebackType]:
    """Return the traceback entries below refute's own frames, outermost first."""
    entries = []
    entry = exception.__traceback__
    while entry is not None:
        file = entry.tb_frame.f_code.co_filename
        if not (file.startswith(inside) or file == "<refute>"):
            entries.append(entry)
        entry = entry.tb_next
    return entries


def raised_on_purpose(entry: types.TracebackType) -> bool:
    """Return whether the entry's instruction is a `raise` or `assert` statement."""
    return entry.tb_frame.f_code.co_code[entry.tb_lasti] == _RAISE


def evidence_of(
    exception: BaseException,
    call: Call,
    *,
    inside: str,
    is_subject: Any,
    ours: Collection[int],
    arguments: Collection[int],
    contract: bool,
    learned: bool,
    documented: bool,
) -> Evidence:
    """Return the facts about an exception that `call` raised.

    `inside` is the folder of refute's own code, `is_subject(module_name)` tells the subject's modules, `ours`
    holds the ids of the values that the test made, `arguments` those of this call.
    """
    entries = traceback_frames(exception, inside)
    mine = [e for e in entries if is_subject(e.tb_frame.f_globals.get("__name__", ""))]
    innermost_is_mine = bool(entries) and bool(mine) and entries[-1] is mine[-1]
    on_purpose = innermost_is_mine and raised_on_purpose(mine[-1])
    operand, asked, derived = "unknown", False, False
    if mine and not on_purpose:
        operand, asked = _operands(exception, mine[-1], ours, arguments)
        derived = _is_derived(mine[-1], ours)
    return Evidence(
        target=call.target,
        how=call.how,
        exception=type(exception).__name__,
        bases=frozenset(base.__name__ for base in type(exception).__mro__),
        message=text_of(exception),
        frames=tuple(_frame(entry) for entry in mine),
        on_purpose=on_purpose,
        raiser=_raiser(entries, mine),
        operand=operand,
        asked=asked,
        contract=contract,
        learned=learned,
        documented=documented,
        none_passed=id(None) in ours,
        derived=derived,
    )


def text_of(exception: BaseException) -> str:
    """Return the message of an exception, cut; never raises."""
    try:
        return str(exception)[:500]
    except Exception:
        return "<message that raises>"


def _frame(entry: types.TracebackType) -> Frame:
    code = entry.tb_frame.f_code
    return Frame(code.co_filename, entry.tb_lineno, code.co_qualname)


def _raiser(entries: list[types.TracebackType], mine: list[types.TracebackType]) -> str:
    if not mine:
        return "binding"
    if entries[-1] is not mine[-1] and raised_on_purpose(entries[-1]):
        return "foreign"
    # The first of the subject's frames is the operation; a public one further down owns what is below it.
    receiver = mine[0].tb_frame.f_locals.get("self", _MISSING)
    for entry in mine[1:]:
        # A setter or a check that an object calls on itself is part of the operation.
        own = entry.tb_frame.f_locals.get("self", None) is receiver
        if _is_public(entry.tb_frame.f_code) and not own:
            return "public"
    return "operation"


def _is_public(code: types.CodeType) -> bool:
    names = code.co_qualname.split(".")
    return not any(name.startswith(("_", "<")) for name in names)


def _operands(
    exception: BaseException,
    entry: types.TracebackType,
    ours: Collection[int],
    arguments: Collection[int],
) -> tuple[str, bool]:
    frame = entry.tb_frame
    if isinstance(exception, AttributeError):
        found = _attribute_owner(exception, frame, ours)
        if found:
            return found, False
    if isinstance(exception, KeyError) and exception.args:
        key = exception.args[0]
        if id(key) in arguments or _is_parameter_value(frame, key, arguments):
            return "ours", True
    expression = _expression(entry)
    if expression is None:
        return "unknown", False
    if _formats_ours(expression, frame, ours):
        return "ours", True
    asked = isinstance(exception, LookupError) and _index_is_argument(expression, frame, arguments)
    values = list(_values_in(expression, frame))
    if any(value is _MISSING for value in values):
        return ("ours", True) if asked else ("unknown", False)
    made_by_us = any(id(value) in ours for value in values)
    return ("ours" if made_by_us else "own"), asked


def _formats_ours(expression: ast.expr, frame: types.FrameType, ours: Collection[int]) -> bool:
    """Return whether a format of ours was applied: `format % value`, `format.format(value)`."""
    match expression:
        case ast.BinOp(left=ast.Name(name), op=ast.Mod()):
            pass
        case ast.Call(func=ast.Attribute(value=ast.Name(name), attr="format")):
            pass
        case _:
            return False
    value = frame.f_locals.get(name, _MISSING)
    return isinstance(value, str) and id(value) in ours


def _attribute_owner(
    exception: AttributeError, frame: types.FrameType, ours: Collection[int]
) -> str | None:
    owner = getattr(exception, "obj", _MISSING)
    if owner is _MISSING:
        return None
    if isinstance(owner, types.ModuleType):
        return "self" if owner.__dict__ is frame.f_globals else None
    if owner is not None and owner is frame.f_locals.get("self", _MISSING):
        if id(owner) in ours:
            return "ours"  # the object was passed to its own method
        if hasattr(type(owner), "__getattr__") or _is_left_to_others(
            type(owner), exception.name or ""
        ):
            return "unknown"
        return "self"
    if id(owner) in ours:
        return "ours"
    return "own" if owner is None else None


def _is_left_to_others(cls: type, name: str) -> bool:
    """Return whether a class leaves it to a subclass, or to its user, to set an attribute: a mixin, a template."""
    if cls.__name__.endswith("Mixin"):
        return True
    classes = [*cls.__mro__, *cls.__subclasses__()]
    return any(name in vars(one).get("__annotations__", ()) or name in vars(one) for one in classes)


def _is_parameter_value(frame: types.FrameType, key: object, arguments: Collection[int]) -> bool:
    code = frame.f_code
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    return any(frame.f_locals.get(name, _MISSING) is key and id(key) in arguments for name in names)


def _expression(entry: types.TracebackType) -> ast.expr | None:
    """Return the expression whose evaluation raised, read from the source."""
    code = entry.tb_frame.f_code
    positions = list(code.co_positions())
    line, end_line, column, end_column = positions[entry.tb_lasti // 2]
    if line is None or line != end_line or column is None or end_column is None:
        return None
    text = linecache.getline(code.co_filename, line).encode()[column:end_column]
    try:
        parsed = ast.parse(text.decode().strip(), mode="eval").body
    except (SyntaxError, ValueError):
        return _target_of_assignment(text.decode(errors="replace"))
    return parsed


def _target_of_assignment(text: str) -> ast.expr | None:
    # `d[k] += 1` and `for a, b in pairs` are statements; the parts of the former still tell.
    try:
        statement = ast.parse(text.strip()).body[0]
    except (SyntaxError, IndexError):
        return None
    if isinstance(statement, ast.AugAssign):
        return ast.Tuple(elts=[statement.target, statement.value])
    return None


def _is_derived(entry: types.TracebackType, ours: Collection[int]) -> bool:
    """Return whether the failing expression works on something that the code computed, and on nothing of ours as it is."""
    expression = _expression(entry)
    parts: list[ast.expr] = []
    match expression:
        case ast.Call(func=ast.Attribute(value=owner), args=args, keywords=keywords):
            parts = [owner, *args, *(k.value for k in keywords)]
        case ast.Call(args=args, keywords=keywords):
            parts = [*args, *(k.value for k in keywords)]
        case ast.BinOp(left=left, right=right):
            parts = [left, right]
        case ast.Subscript(value=value, slice=index):
            parts = [value, index]
    derived = False
    for starred in parts:
        part = starred.value if isinstance(starred, ast.Starred) else starred
        if isinstance(part, ast.Name | ast.Attribute):
            values = list(_values_in(part, entry.tb_frame))
            if any(id(value) in ours or _holds(value, ours) for value in values):
                return False
            derived = derived or bool(values)
        elif not isinstance(part, ast.Constant):
            derived = True
    return derived


def _holds(value: object, ours: Collection[int]) -> bool:
    """Return whether a tuple or dict, such as `args` and `kwargs`, holds something of ours."""
    if type(value) is tuple:
        return any(id(item) in ours for item in value)
    return type(value) is dict and any(id(item) in ours for item in value.values())


def _index_is_argument(
    expression: ast.expr, frame: types.FrameType, arguments: Collection[int]
) -> bool:
    for node in ast.walk(expression):
        index: ast.expr | None = None
        if isinstance(node, ast.Subscript):
            index = node.slice
        elif isinstance(node, ast.Call) and node.args:
            index = node.args[0]
        if isinstance(index, ast.Name):
            value = frame.f_locals.get(index.id, _MISSING)
            if _is_parameter_value(frame, value, arguments):
                return True
    return False


def _values_in(expression: ast.expr, frame: types.FrameType) -> Iterable[object]:
    """Yield what the names and attribute chains of the failing expression stand for, `self` apart.

    Attributes are read from instance dictionaries only: nothing of the subject is run here.
    """
    called = {id(node.func) for node in ast.walk(expression) if isinstance(node, ast.Call)}
    inner = {id(n.value) for n in ast.walk(expression) if isinstance(n, ast.Attribute)}
    for node in ast.walk(expression):
        if id(node) in inner:
            continue
        if isinstance(node, ast.Call) and node is not expression:
            yield _MISSING  # the result of a nested call is not at hand
        elif isinstance(node, ast.Name) and id(node) not in called:
            if node.id in frame.f_locals and node.id != "self":
                yield frame.f_locals[node.id]
        elif isinstance(node, ast.Attribute):
            yield from _chain(node, frame, owner_only=id(node) in called)


def _chain(node: ast.Attribute, frame: types.FrameType, owner_only: bool) -> Iterable[object]:
    names = []
    current: ast.expr = node
    while isinstance(current, ast.Attribute):
        names.append(current.attr)
        current = current.value
    if not isinstance(current, ast.Name) or current.id not in frame.f_locals:
        return
    value: object = frame.f_locals[current.id]
    if current.id != "self" and isinstance(value, types.ModuleType):
        return
    for name in reversed(names[1:] if owner_only else names):
        try:
            value = object.__getattribute__(value, "__dict__")[name]
        except (AttributeError, KeyError, TypeError):
            yield _MISSING
            return
    if not (current.id == "self" and value is frame.f_locals["self"]):
        yield value
