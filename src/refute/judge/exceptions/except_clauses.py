"""Whether the code is prepared for what a call refuses, and misses one way of it: `is_missed_by_handler`."""

from __future__ import annotations

import ast
import builtins
import types
from collections.abc import Iterator
from functools import lru_cache

from refute.judge.exceptions.expression import around
from refute.judge.exceptions.raise_statements import raises_again

# What builtins and libraries raise about a value, and not about its type.
_ABOUT_VALUE = (ValueError, ArithmeticError)
# Who catches these is prepared for a value that is refused.
_EXPECTED = (*_ABOUT_VALUE, OSError)
_TOO_WIDE = (Exception, BaseException)


def is_missed_by_handler(exception: BaseException, entry: types.TracebackType) -> bool:
    """Return whether the failing call stands in a `try` for values that it refuses, and this is another refusal of its.

    Such as `socket.inet_aton(text)` below which OSError is caught, and a NUL in the text, for which it raises ValueError; or
    a library's own exception, of which only a subclass is caught.
    """
    frame = entry.tb_frame
    for node in _tries_around(frame.f_code, entry.tb_lineno):
        caught = [
            one
            for handler in node.handlers
            if not raises_again(handler)
            for one in _classes(handler.type, frame)
        ]
        if _is_narrower(caught, type(exception)):
            return True
        is_for_call = len(node.body) == 1 and isinstance(exception, _ABOUT_VALUE)
        if is_for_call and any(issubclass(one, _EXPECTED) for one in caught):
            return True
    return False


def _is_narrower(caught: list[type[BaseException]], raised: type[BaseException]) -> bool:
    """Return whether a library's own exception was raised, and only a subclass of it is caught."""
    is_own = raised.__module__ != "builtins" and raised not in _TOO_WIDE
    return is_own and any(issubclass(one, raised) for one in caught)


@lru_cache(maxsize=1 << 12)
def _tries_around(code: types.CodeType, line: int) -> tuple[ast.Try, ...]:
    """Return the `try` statements that have a line in their body."""
    return tuple(
        node
        for node in ast.walk(around(code) or ast.Module([], []))
        if isinstance(node, ast.Try)
        and node.body[0].lineno <= line <= (node.body[-1].end_lineno or 0)
    )


def _classes(caught: ast.expr | None, frame: types.FrameType) -> Iterator[type[BaseException]]:
    """Yield the exceptions that a handler names, as far as they can be seen without running anything."""
    for one in caught.elts if isinstance(caught, ast.Tuple) else [caught]:
        found = _named(one, frame)
        if isinstance(found, type) and issubclass(found, BaseException):
            yield found


def _named(expression: ast.expr | None, frame: types.FrameType) -> object:
    match expression:
        case ast.Name(name):
            return frame.f_globals.get(name, getattr(builtins, name, None))
        case ast.Attribute(value, name):
            owner = _named(value, frame)
            return vars(owner).get(name) if isinstance(owner, types.ModuleType) else None
        case _:
            return None
