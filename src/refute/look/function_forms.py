"""What a function takes and gives, as far as the function itself says it: `forms_of`."""

from __future__ import annotations

import functools
from inspect import CO_VARARGS, CO_VARKEYWORDS
from types import FunctionType, MethodType
from typing import Any

from refute.model.typeform import ANY, TypeForm

_ANY_NUMBER = CO_VARARGS | CO_VARKEYWORDS
_PLAIN = frozenset({"int", "float", "str", "bytes", "bool", "None"})


def forms_of(function: Any) -> tuple[TypeForm, ...]:
    """Return the forms of what a function, method or partial takes, then of what it gives; () where their number is not fixed."""
    bound: dict[str, Any] = {}
    count = 0
    if type(function) is functools.partial:
        bound, count, function = function.keywords, len(function.args), function.func
    if type(function) is MethodType:
        count, function = count + 1, function.__func__
    function = _beneath(function)
    if type(function) is not FunctionType:
        return ()
    code = function.__code__
    if code.co_flags & _ANY_NUMBER or code.co_kwonlyargcount or function.__defaults__:
        return ()
    names = code.co_varnames[count : code.co_argcount]
    free = [name for name in names if name not in bound]
    if names[: len(free)] != tuple(free):
        return ()  # what comes after an argument that is bound by name must be, too
    said = function.__annotations__
    return tuple(_form(said.get(name)) for name in (*free, "return"))


def _beneath(function: Any) -> Any:
    """Return what a wrapper hands its arguments to, where it says so."""
    while type(function) is FunctionType and function.__code__.co_flags & _ANY_NUMBER:
        inner = function.__dict__.get("__wrapped__")
        if inner is None or inner is function:
            break
        function = inner
    return function


def _form(annotation: object) -> TypeForm:
    """Return the form of a plain type; others would have to be looked up where the function was written."""
    if issubclass(type(annotation), type):
        annotation = getattr(annotation, "__name__", None)
    return TypeForm(annotation) if type(annotation) is str and annotation in _PLAIN else ANY
