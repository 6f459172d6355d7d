"""Whether the failing expression is about something of the code's own making, whatever was passed in.

Three questions, each read from the exception, the frame and the source:
* `is_about_own_object`: a TypeError or AttributeError is about a type that nothing passed in has, holds, or gives on its
  own: `", ".join` misspelt, `d.keys()[0]`, a helper called with too few arguments;
* `goes_on_with_none`: the code searched, found nothing, and went on: `pattern.search(text).group()`;
* `is_lookup_in_own`: a look-up failed in a container that the code has just made, or has just taken something from, which
  is no answer about what the object holds.
"""

from __future__ import annotations

import ast
import builtins
import re
import types
from collections import deque
from collections.abc import Callable, Collection, Iterable
from datetime import date, time, timedelta
from functools import lru_cache

from refute.judge.exceptions.expression import around, expression_at, unpacked_at
from refute.look.made_classes import written_subclasses
from refute.look.objects import attributes_of, contents_of
from refute.look.written_code import as_written

IsSubject = Callable[[str], bool]

BINDING = re.compile(
    r"missing \d+ required|takes .*positional argument|unexpected keyword argument"
    r"|multiple values for|expected at (?:least|most) \d+ argument|needs an argument"
    r"|expected \d+ argument|takes no keyword arguments|takes no arguments"
)
# How the interpreter names the types that it complains of.
_NAMED = [
    re.compile(pattern)
    for pattern in (
        r"unsupported operand type\(s\) for .+: '([\w.]+)' and '([\w.]+)'",
        r"not supported between instances of '([\w.]+)' and '([\w.]+)'",
        r"'([\w.]+)' object (?:is not|does not support|doesn't support|cannot be)",
        r"bad operand type for .+: '([\w.]+)'",
        r"object of type '([\w.]+)' has no len",
        r"unhashable type: '([\w.]+)'",
        r"argument of type '([\w.]+)' is not",
        r"can only concatenate ([\w.]+) \(not \"([\w.]+)\"\) to",
        r"cannot unpack non-iterable ([\w.]+) object",
        r"([\w.]+) indices must be integers(?: or slices)?, not '?([\w.]+)'?",
    )
]
# What is attached to any object: one that was passed in may have it in place of what is asked for.
_ATTACHED = frozenset(
    {
        *("NoneType", "function", "method", "builtin_function_or_method", "method-wrapper"),
        *("type", "ABCMeta", "EnumType", "module", "property", "NotImplementedType"),
        "slice",  # which only a mapping calls unhashable, where a sequence is meant
    }
)
_INTS = frozenset({"int", "bool"})
_NUMBERS = {
    "float": _INTS,
    "complex": _INTS | {"float"},
    "Decimal": _INTS,
    "Fraction": _INTS | {"float"},
    "bool": _INTS,
    **dict.fromkeys(("bytes", "bytearray", "memoryview", "range", "array"), _INTS | {"bytes"}),
}
_DATES = frozenset({"date", "datetime", "time", "timedelta", "timezone"})
_CONTAINERS = (list, tuple, set, frozenset, deque)
# So deep, and so many items of each, is looked at what was passed in.
_DEEPEST = 5
_MOST = 200
_SEARCHING = frozenset({"search", "match", "fullmatch"})
_MISSING = object()
_EMPTY = frozenset({"dict", "list", "set"})
_CUTTING = frozenset({"split", "rsplit", "splitlines"})
_TAKING = frozenset({"pop", "popleft", "popitem"})


def is_about_own_object(
    exception: BaseException,
    entry: types.TracebackType,
    given: Iterable[object],
    is_subject: IsSubject,
) -> bool:
    """Return whether the code made what the exception is about; `given` are the values that were passed in."""
    if isinstance(exception, AttributeError):
        about = _class_without(exception, is_subject)
    elif isinstance(exception, TypeError):
        if _misfits_own_function(exception, entry, is_subject):
            return True
        about = _types_named(exception, entry)
    else:
        return False
    if not about or not about.isdisjoint(_ATTACHED):
        return False
    types_given = _types_of(given, is_subject)
    return types_given is not None and about.isdisjoint(types_given)


def _class_without(exception: AttributeError, is_subject: IsSubject) -> set[str]:
    """Return the name of the class whose object lacks an attribute, none where it may get it from elsewhere."""
    cls = type(getattr(exception, "obj", None))
    if is_subject(cls.__module__) and (hasattr(cls, "__getattr__") or written_subclasses(cls)):
        return set()
    return {cls.__name__}


def _types_named(exception: TypeError, entry: types.TracebackType) -> set[str]:
    """Return the types that the message names, without those that are written down in the failing expression."""
    message = str(exception)
    named = next((found.groups() for one in _NAMED if (found := one.search(message))), ())
    names = {name.rpartition(".")[2] for name in named}
    expression = expression_at(entry.tb_frame.f_code, entry.tb_lasti)
    written = set()
    if isinstance(expression, ast.BinOp | ast.Compare) and len(names) > 1:
        for node in ast.iter_child_nodes(expression):
            if isinstance(node, ast.Constant):
                written.add(type(node.value).__name__)
            elif isinstance(node, ast.JoinedStr):
                written.add("str")
    return names - written


def _misfits_own_function(
    exception: TypeError, entry: types.TracebackType, is_subject: IsSubject
) -> bool:
    """Return whether the code calls a function or class of its own with arguments that do not fit the signature."""
    called, expression = _misfitting(exception, entry)
    if expression is None:
        return False
    spread = any(isinstance(one, ast.Starred) for one in expression.args) or any(
        one.arg is None for one in expression.keywords
    )
    own = isinstance(called, types.FunctionType | type) and is_subject(called.__module__)
    return own and not spread


def calls_stub(exception: BaseException, entry: types.TracebackType) -> bool:
    """Return whether a function was given too much that only says that it is not implemented: subclasses may take more."""
    called, _ = _misfitting(exception, entry)
    code = getattr(called, "__code__", None)
    return code is not None and as_written(code).co_names == ("NotImplementedError",)


def _misfitting(
    exception: BaseException, entry: types.TracebackType
) -> tuple[object, ast.Call | None]:
    """Return what was called with arguments that do not fit its signature, and the call; None where it is no such thing."""
    frame = entry.tb_frame
    if not isinstance(exception, TypeError) or not BINDING.search(str(exception)):
        return None, None
    match expression_at(frame.f_code, entry.tb_lasti):
        case ast.Call(func=ast.Name(name)) as call:
            return frame.f_globals.get(name) if name not in frame.f_locals else None, call
        case ast.Call(func=ast.Attribute(ast.Name("self"), name)) as call:
            return getattr(type(frame.f_locals.get("self")), name, None), call
        case _:
            return None, None


def _types_of(given: Iterable[object], is_subject: IsSubject) -> set[str] | None:
    """Return the names of the types of all values, and of what is in them; None where that cannot be seen."""
    found: set[str] = set()
    todo = [(value, _DEEPEST) for value in given]
    while todo:
        value, depth = todo.pop()
        cls = type(value)
        if callable(value) or hasattr(cls, "__next__") or is_subject(cls.__module__) or depth == 0:
            return None  # who knows what it returns, yields or holds
        found.add(cls.__name__)
        found |= _NUMBERS.get(cls.__name__, frozenset())
        inside: Iterable[object] = ()
        if isinstance(value, date | time | timedelta):
            found |= _DATES
        elif isinstance(value, (dict, *_CONTAINERS)):
            inside = contents_of(value)
        elif cls.__module__ != builtins.__name__:
            inside = list((attributes_of(value) or {}).values())
        within = list(inside)
        if len(within) > _MOST:
            return None
        todo += [(one, depth - 1) for one in within]
    return found


def goes_on_with_none(
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
        for search in _sources_of(operand, frame)
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


def _sources_of(operand: ast.expr, frame: types.FrameType) -> Iterable[ast.expr]:
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
            places = [attributes_of(owner) or {}, *map(vars, classes)]
            return next((place[attr] for place in places if attr in place), _MISSING)
        case ast.Constant(value):
            return value
        case _:
            return _MISSING


@lru_cache(maxsize=4096)
def is_lookup_in_own(code: types.CodeType, instruction: int) -> bool:
    """Return whether the look-up at this instruction is in what the code has just made, or has just taken from."""
    expression, function = expression_at(code, instruction), around(code)
    container = _container(expression)
    if container is None or function is None or expression is None:
        return False
    return _is_made_in(container, function) or _was_taken_from(container, expression, function)


def _container(expression: ast.expr | None) -> ast.expr | None:
    match expression:
        case ast.Subscript(value=container) | ast.Call(func=ast.Attribute(value=container)):
            return container
        case _:
            return None


def _is_made_in(container: ast.expr, function: ast.AST) -> bool:
    if not isinstance(container, ast.Name):
        return _makes_container(container)
    nodes = list(ast.walk(function))
    bound = sum(_is_stored(node, container.id) for node in nodes)
    made = 0
    for node in nodes:
        match node:
            case ast.Assign([ast.Name(name)], value) | ast.AnnAssign(
                ast.Name(name), value=value
            ) if name == container.id and value is not None and _makes_container(value):
                made += 1
    return 0 < made == bound


def _is_stored(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store)


def _makes_container(value: ast.expr) -> bool:
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
