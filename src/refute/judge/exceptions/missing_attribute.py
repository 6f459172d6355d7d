"""Whose attribute does not exist, and whether anything ever sets it: `missing_attribute`."""

from __future__ import annotations

import ast
import dis
import re
import types
from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import Any, NamedTuple

from refute.judge.exceptions.expression import expression_at
from refute.look.made_classes import base_of, written_subclasses
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


class MissingAttribute(NamedTuple):
    """Whose attribute is missing, as in `Evidence`."""

    origin: Origin
    missing_attribute: str = ""
    set_by: str = ""


def missing_attribute(
    exception: AttributeError, entry: types.TracebackType, ours: Collection[int]
) -> MissingAttribute | None:
    """Return what lacks the attribute: its origin, whose it is, and what sets it; None where nobody can tell."""
    owner = exception.obj
    frame = entry.tb_frame
    if isinstance(owner, types.ModuleType):
        return _of("module") if _is_lacking(owner, entry) and id(owner) not in ours else None
    if owner is not None and owner is frame.f_locals.get("self", _MISSING):
        if id(owner) in ours:
            return MissingAttribute(Origin.PASSED_IN)  # the object was passed to its own method
        return _of_own_object(type(owner), exception.name or "", frame.f_code)
    if owner is None:
        return MissingAttribute(Origin.OWN)
    if _is_declared(type(owner), exception.name or ""):
        return _of("declared")
    return MissingAttribute(Origin.PASSED_IN) if id(owner) in ours else None


def _of_own_object(cls: Any, name: str, code: types.CodeType) -> MissingAttribute:
    """Return whose attribute an object lacks of its own, by its class and the method that reads it.

    Of a class that we have derived the one counts that it is derived from, with what others derive from that.
    """
    cls = base_of(cls) or cls
    home = _home_of(code, cls)
    if hasattr(cls, "__getattr__") or _is_left_to_others(cls, home, name):
        return _of("declared")
    setters = _setters((*cls.__mro__, *_below(home)), name)
    if not setters:
        return _of("self")
    if all(isinstance(one, classmethod | staticmethod) for one in setters.values()):
        return _of("declared")  # who makes such objects completes them
    return MissingAttribute(
        Origin.UNKNOWN, "unset", f"{cls.__module__}:{cls.__qualname__} {min(setters)}"
    )


def _of(whose: str) -> MissingAttribute:
    return MissingAttribute(Origin.UNKNOWN, whose)


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
        below = written_subclasses(more.pop())
        more += below
        found += below
    return found


def _setters(classes: Iterable[type], name: str) -> dict[str, object]:
    """Return the methods of these classes that set the attribute on something: with one it is not misspelt."""
    return {
        method: vars(cls)[method]
        for cls in classes
        for method, names in _set_in(cls).items()
        if name in names
    }


@lru_cache(maxsize=1024)
def _set_in(cls: type) -> dict[str, frozenset[str]]:
    """Return by method of a class the attributes that it sets."""
    functions = {name: getattr(one, "__func__", one) for name, one in vars(cls).items()}
    return {
        name: frozenset(
            step.argval
            for step in dis.get_instructions(one.__code__)
            if step.opname == "STORE_ATTR"
        )
        for name, one in functions.items()
        if isinstance(one, types.FunctionType)
    }


def _is_declared(cls: type, name: str) -> bool:
    """Return whether a class says, by an annotation only, that its objects have an attribute."""
    return any(name in annotations_of(one) for one in cls.__mro__)


# How a docstring says that nobody makes objects of the class itself.
_ABSTRACT = re.compile(
    r"\babstract (?:base )?(?:class|interface)|\bmix-?in\b|(?:instantiated|used) directly", re.I
)


def _is_left_to_others(cls: type, home: type, name: str) -> bool:
    """Return whether a class leaves it to a subclass, or to its user, to set an attribute: a mixin, a template.

    So does a base class, the method's `home`, of which other subclasses have the attribute.
    """
    if cls.__name__.endswith("Mixin") or _ABSTRACT.search(_first_paragraph(cls)):
        return True
    if _setters(_below(cls), name):
        return True
    classes = [*cls.__mro__, *_below(home)]
    return any(name in annotations_of(one) or name in vars(one) for one in classes)


def _first_paragraph(cls: type) -> str:
    """Return what the docstring of a class begins with; a class does not inherit it."""
    said = vars(cls).get("__doc__")
    return said.strip().partition("\n\n")[0] if isinstance(said, str) else ""
