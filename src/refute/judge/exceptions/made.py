"""Whether the code itself made what a TypeError or AttributeError is about: `is_made_by_code`.

Where nothing is annotated, a wrong type may be the test's doing.  It is not where it is of a type that nothing passed
in has, holds, or gives on its own: `", ".join` misspelt, `d.keys()[0]`, a helper called with too few arguments.
"""

from __future__ import annotations

import ast
import builtins
import re
import types
from collections import deque
from collections.abc import Callable, Iterable
from datetime import date, time, timedelta

from refute.judge.exceptions.expression import expression_at
from refute.look.objects import contents_of

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


def is_made_by_code(
    exception: BaseException,
    entry: types.TracebackType,
    given: Iterable[object],
    is_subject: IsSubject,
) -> bool:
    """Return whether the code made what the exception is about; `given` are the values that were passed in."""
    if isinstance(exception, AttributeError):
        about = _class_without(exception, is_subject)
    elif isinstance(exception, TypeError):
        if _misfits_its_own(exception, entry, is_subject):
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
    if is_subject(cls.__module__) and (hasattr(cls, "__getattr__") or cls.__subclasses__()):
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


def _misfits_its_own(
    exception: TypeError, entry: types.TracebackType, is_subject: IsSubject
) -> bool:
    """Return whether the code calls a function or class of its own with arguments that do not fit the signature."""
    if not BINDING.search(str(exception)):
        return False
    frame = entry.tb_frame
    match expression_at(frame.f_code, entry.tb_lasti):
        case ast.Call(func=ast.Name(name), args=args, keywords=keywords):
            called = frame.f_globals.get(name) if name not in frame.f_locals else None
        case ast.Call(func=ast.Attribute(ast.Name("self"), name), args=args, keywords=keywords):
            called = getattr(type(frame.f_locals.get("self")), name, None)
        case _:
            return False
    spread = any(isinstance(one, ast.Starred) for one in args) or any(
        one.arg is None for one in keywords
    )
    own = isinstance(called, types.FunctionType | type) and is_subject(called.__module__)
    return own and not spread


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
            inside = list(getattr(value, "__dict__", {}).values())
        within = list(inside)
        if len(within) > _MOST:
            return None
        todo += [(one, depth - 1) for one in within]
    return found
