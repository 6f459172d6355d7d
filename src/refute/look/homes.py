"""Where code is written: `home_of`.

Packages set the `__module__` of what they publish to their own name, for shorter names in messages and pickles.  The functions
still know the namespace that they were compiled in.
"""

from __future__ import annotations

import types
from collections.abc import Iterator
from typing import Any

from refute.look.objects import attributes_of


def home_of(value: object) -> str:
    """Return the name of the module whose file holds a function or class; "" where nothing says it.

    `__module__` is believed unless all code of the value is in other modules of the same package: what `namedtuple` and
    the like make for a caller belongs to the caller.
    """
    declared = _declared(value)
    written = list(_written_in(value))
    if not written or declared in written:
        return declared
    return written[0] if _are_related(written[0], declared) else declared


def _declared(value: object) -> str:
    try:
        found = getattr(value, "__module__", None)
    except Exception:  # proxies: looking at them can raise anything
        return ""
    return found if isinstance(found, str) else ""


def _written_in(value: Any) -> Iterator[str]:
    """Yield the modules of a function's code, or of the functions that are written in a class."""
    if not issubclass(type(value), type):  # not isinstance, which asks the value
        yield from _module_of(value)
        return
    prefix = f"{type.__getattribute__(value, '__qualname__')}."
    # A copy: a thread of the subject's may set an attribute meanwhile.
    for member in type.__getattribute__(value, "__dict__").copy().values():
        function = _function_in(member)
        if type(function) is types.FunctionType and function.__qualname__.startswith(prefix):
            yield from _module_of(function)


def _function_in(member: Any) -> Any:
    if isinstance(member, staticmethod | classmethod):
        return member.__func__
    return member.fget if isinstance(member, property) else member


def _module_of(function: Any) -> Iterator[str]:
    """Yield the module of the innermost function that decorators say they wrap, some of them by an object between."""
    seen: set[int] = set()
    innermost = None
    while function is not None and id(function) not in seen:
        seen.add(id(function))
        if type(function) is types.FunctionType:
            innermost = function
        function = (attributes_of(function) or {}).get("__wrapped__")
    if innermost is not None and not innermost.__code__.co_filename.startswith("<"):
        name = innermost.__globals__.get("__name__")
        if isinstance(name, str):
            yield name


def _are_related(one: str, other: str) -> bool:
    """Return whether two modules belong to one package; `_pkg` is taken to be the inside of `pkg`."""
    return one.partition(".")[0].lstrip("_") == other.partition(".")[0].lstrip("_")
