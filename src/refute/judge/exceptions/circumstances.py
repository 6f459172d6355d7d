"""What speaks for the code though it fails: documentation elsewhere, an abstract class, text together with bytes."""

from __future__ import annotations

import ast
import inspect
import types
from collections.abc import Collection, Iterable, Mapping

from refute.judge.exceptions.expression import (
    computed_names,
    expression_at,
    is_target_of_loop,
    unpacked_at,
)
from refute.judge.exceptions.operands import ends, values_in
from refute.look.objects import contents_of
from refute.look.tracebacks import text_of

_ANY_EXCEPTION = frozenset(["Exception", "BaseException"])
_TEXT, _BYTES = (str,), (bytes, bytearray, memoryview)
# What builtins say of bytes where text is meant, and of text where bytes are.
_ABOUT_BYTES = ("bytes", "a string pattern on", "must be str")


def is_documented_on_the_way(
    bases: Collection[str],
    mine: list[types.TracebackType],
    documented_by: Mapping[str, frozenset[str]],
) -> bool:
    """Return whether the class of a method on the way, or an operation that was called on the way, documents the exception.

    What the class documents of a constructor that was called itself is known before.  That somebody "raises an exception" says
    nothing of this one: it is often said of a function that is passed in.
    """
    bases = frozenset(bases) - _ANY_EXCEPTION
    for place, entry in enumerate(ends(mine)):
        code, module = entry.tb_frame.f_code, entry.tb_frame.f_globals.get("__name__", "")
        owner, _, _ = code.co_qualname.rpartition(".")
        names = [owner, code.co_qualname] if place else [owner]
        for name in names:
            if not documented_by.get(f"{module}:{name}", frozenset()).isdisjoint(bases):
                return True
    return False


def is_raised_by_builtin_passed(innermost: types.TracebackType, ours: Collection[int]) -> bool:
    """Return whether a builtin that was passed in as a function raised it: the code has only called it."""
    frame = innermost.tb_frame
    expression = expression_at(frame.f_code, innermost.tb_lasti)
    if not isinstance(expression, ast.Call):
        return False
    called = next(iter(values_in(expression.func, frame)), None)
    return isinstance(called, type | types.BuiltinFunctionType) and id(called) in ours


def asks_abstract_class(exception: BaseException, entries: Iterable[types.TracebackType]) -> bool:
    """Return whether an object was to be made of the abstract class that a class method was called on."""
    if not isinstance(exception, TypeError) or "abstract class" not in text_of(exception):
        return False
    return any(inspect.isabstract(entry.tb_frame.f_locals.get("cls")) for entry in entries)


def mixes_text_and_bytes(exception: BaseException, given: Collection[object]) -> bool:
    """Return whether it is about text and bytes: both were passed in, where a type variable stands for one of them.

    Or text was passed that is to be decoded, as bytes are, or bytes that are to be encoded.
    """
    if isinstance(exception, AttributeError):
        kind = {"decode": str, "encode": bytes}.get(exception.name or "")
        held = (one for value in given for one in (value, *contents_of(value)))
        return type(exception.obj) is kind and any(type(one) is kind for one in held)
    if not isinstance(exception, TypeError):
        return False
    said = text_of(exception)
    if not any(words in said for words in _ABOUT_BYTES):
        return False
    kinds = [isinstance(one, str) for one in given if isinstance(one, _TEXT + _BYTES)]
    return any(kinds) and not all(kinds)


def is_unlike_form(
    exception: BaseException, entry: types.TracebackType, ours: Collection[int]
) -> bool:
    """Return whether a text that was passed in has not as many parts as are asked for: `name, value = text.split("=")`.

    Of one of its lines, in a loop, that is another question: the others may be as they should.
    """
    code, frame = entry.tb_frame.f_code, entry.tb_frame
    target = expression_at(code, entry.tb_lasti)
    if not isinstance(exception, ValueError) or not isinstance(target, ast.Tuple | ast.List):
        return False
    match unpacked_at(code, target):
        case ast.Call(func=ast.Attribute(ast.Name(name), "split" | "rsplit")):
            is_cut = name in computed_names(code) or is_target_of_loop(code, target)
            return not is_cut and id(frame.f_locals.get(name)) in ours
        case _:
            return False
