"""What can be told of a callable before it is called: whether it is a method, what it wraps, what to do with its result."""

from __future__ import annotations

import functools
import inspect
from typing import Any


def why_not_instantiated(cls: type) -> str | None:
    """Return why a class has no constructor that we call, or None if it has one."""
    if inspect.isabstract(cls):
        return "an abstract class: only its subclasses have instances"
    if cls.__name__.lower().endswith("mixin"):
        return "a mixin by its name: only classes that mix it in have instances"
    if cls.__name__.startswith("Abstract"):
        return "abstract by its name: only its subclasses have instances"
    if issubclass(cls, BaseException) and not _has_own_init(cls):
        return "an exception without a constructor of its own"
    return None


def _has_own_init(cls: type) -> bool:
    return any(
        name in vars(base)
        for base in cls.__mro__
        if base.__module__ != "builtins"
        for name in ("__init__", "__new__")
    )


def is_method(value: Any) -> bool:
    """Return whether what a class holds is a method; looking at it runs nothing."""
    # A descriptor that cannot be called is a property, if not by that name: to look at it is to run it.
    if inspect.isroutine(value) and callable(value):
        return True
    wrappers = (functools.partialmethod, functools.singledispatchmethod)
    return isinstance(value, wrappers) or (callable(value) and hasattr(value, "__wrapped__"))


def is_generated(function: Any) -> bool:
    """Whether a decorator made the function out of text, as dataclasses and attrs do."""
    code = getattr(function, "__code__", None)
    return code is not None and code.co_filename.startswith("<")


def what_then(function: Any) -> str:
    """Return what is to be done with the result of a call at once, so that the body runs: as `Call.then` says it."""
    outer = function.__func__ if hasattr(function, "__func__") else function
    if inspect.isasyncgenfunction(outer):
        return "async-items"
    if inspect.isgeneratorfunction(outer):
        return "items"
    waits = inspect.iscoroutinefunction(outer) or inspect.iscoroutinefunction(unwrapped(function))
    return "await" if waits else ""


def unwrapped(function: Any) -> Any:
    """Return the function beneath partials, bound methods and decorators that say what they wrap."""
    if isinstance(function, functools.partial | functools.partialmethod):
        return unwrapped(function.func)
    try:
        return inspect.unwrap(getattr(function, "__func__", function))
    except ValueError:  # a circle of wrappers
        return function


def docstring_of(function: Any) -> str | None:
    """Return the documentation of a function beneath its decorators."""
    text = getattr(unwrapped(function), "__doc__", None)
    return text if isinstance(text, str) else None
