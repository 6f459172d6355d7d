"""Whose attribute does not exist, and whether anything ever sets it: `missing_attribute`."""

from __future__ import annotations

import ast
import dis
import re
import types
from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import Any

from refute.judge.exceptions.expression import expression_at
from refute.look.objects import annotations_of
from refute.model.evidence import Origin

_MISSING = object()
# Their attributes differ between systems: what is not there on one is on another.
SYSTEMS = frozenset(
    {
        *("asyncio", "ctypes", "locale", "mmap", "msvcrt", "multiprocessing", "os"),
        *(
            "platform",
            "posix",
            "resource",
            "select",
            "signal",
            "socket",
            "subprocess",
            "sys",
            "time",
        ),
    }
)


def missing_attribute(
    exception: AttributeError, entry: types.TracebackType, ours: Collection[int]
) -> tuple[Origin, str] | None:
    """Return what lacks the attribute: its origin, and as in `Evidence.missing_attribute`; None where nobody can tell."""
    owner = exception.obj
    frame = entry.tb_frame
    if isinstance(owner, types.ModuleType):
        return _of("module") if _is_lacking(owner, entry) and id(owner) not in ours else None
    if owner is not None and owner is frame.f_locals.get("self", _MISSING):
        if id(owner) in ours:
            return Origin.PASSED_IN, ""  # the object was passed to its own method
        cls: Any = type(owner)
        name = exception.name or ""
        if hasattr(cls, "__getattr__") or _is_left_to_others(cls, name):
            return _of("declared")
        home = _home_of(frame.f_code, cls)
        return _of("unset" if _is_set_by((*cls.__mro__, *_below(home)), name) else "self")
    if id(owner) in ours:
        return Origin.PASSED_IN, ""
    if owner is None:
        return Origin.OWN, ""
    return _of("declared") if _is_declared(type(owner), exception.name or "") else None


def _of(whose: str) -> tuple[Origin, str]:
    return Origin.UNKNOWN, whose


def _is_lacking(module: types.ModuleType, entry: types.TracebackType) -> bool:
    """Return whether an attribute that is written down will never be found in a module."""
    if type(module) is not types.ModuleType or "__getattr__" in vars(module):
        return False
    match expression_at(entry.tb_frame.f_code, entry.tb_lasti):
        case ast.Call(func=ast.Name("getattr")):
            return False
        case _:
            return module.__name__ not in SYSTEMS


def _home_of(code: types.CodeType, cls: type) -> type:
    """Return the class that a method is written in: what its subclasses set it may well rely on."""
    for base in cls.__mro__:
        functions = (getattr(one, "__func__", one) for one in vars(base).values())
        if any(getattr(one, "__code__", None) is code for one in functions):
            return base
    return cls


def _below(cls: type) -> list[type]:
    """Return the subclasses of a class, and theirs."""
    found: list[type] = []
    more: list[type] = [cls] if cls.__module__ != "builtins" else []
    while more:
        below: list[type] = type.__subclasses__(more.pop())
        more += below
        found += below
    return found


def _is_set_by(classes: Iterable[type], name: str) -> bool:
    """Return whether some method of these classes sets the attribute on something: then it is not misspelt."""
    return any(name in _set_in(cls) for cls in classes)


@lru_cache(maxsize=1024)
def _set_in(cls: type) -> frozenset[str]:
    functions = [getattr(one, "__func__", one) for one in vars(cls).values()]
    codes = [one.__code__ for one in functions if isinstance(one, types.FunctionType)]
    return frozenset(
        step.argval
        for code in codes
        for step in dis.get_instructions(code)
        if step.opname == "STORE_ATTR"
    )


def _is_declared(cls: type, name: str) -> bool:
    """Return whether a class says, by an annotation only, that its objects have an attribute."""
    return any(name in annotations_of(one) for one in cls.__mro__)


# How a docstring says that nobody makes objects of the class itself.
_ABSTRACT = re.compile(
    r"\babstract (?:base )?(?:class|interface)|\bmix-?in\b|(?:instantiated|used) directly", re.I
)


def _is_left_to_others(cls: type, name: str) -> bool:
    """Return whether a class leaves it to a subclass, or to its user, to set an attribute: a mixin, a template."""
    if cls.__name__.endswith("Mixin") or _ABSTRACT.search(_first_paragraph(cls)):
        return True
    if _is_set_by(_below(cls), name):
        return True
    classes = [*cls.__mro__, *_below(cls)]
    return any(name in annotations_of(one) or name in vars(one) for one in classes)


def _first_paragraph(cls: type) -> str:
    """Return what the docstring of a class begins with; a class does not inherit it."""
    said = vars(cls).get("__doc__")
    return said.strip().partition("\n\n")[0] if isinstance(said, str) else ""
