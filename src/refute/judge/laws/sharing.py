"""The law that what is done to a deep copy leaves the original as it was, as far as values alone can tell."""

from __future__ import annotations

import copy
import sys
from collections import deque
from collections.abc import Iterator
from enum import Enum
from functools import lru_cache
from types import CodeType
from typing import Any

from refute.judge.laws.refusals import COPYING
from refute.look.classes import authored, code_of, owner, supports
from refute.model.roles import Breach

_MUTABLE = (list, dict, set, bytearray, deque)
_INDEXED = (list, tuple, deque)
_CONTAINERS = (list, tuple, deque, dict)
_ATOMS = {int, str, float, bool, bytes, complex, type(None)}

_SHOWING = ("__eq__", "__lt__", "__len__", "__iter__", "__contains__", "__getitem__")
# Who reads fields by these reads all of them.
_READ_ALL = {
    "__dict__",
    "__slots__",
    "vars",
    "getattr",
    "fields",
    "asdict",
    "astuple",
    "attrgetter",
}

_MOST_COMPARED = 500


class DeepcopyIndependent:
    """A deep copy made by the class's own code shares nothing that can change with the original.

    Only of what the object shows: fields that its comparisons, its length or its items read.  A
    registry or a client is often handed on to the copy on purpose.  And of lists that it copies: then the
    objects of its own class in them, a node's children, are meant to be copied too.
    """

    name = "deepcopy-independent"
    arity = 1
    dear = True

    def applies(self, cls: type) -> bool:
        asked = [name for name in COPYING if not name.startswith("__getattr")]
        return authored(cls, *asked) and not issubclass(cls, Enum)

    def broken(self, *values: object) -> Breach | None:
        (x,) = values
        try:
            y = copy.deepcopy(x)
            path = _first_shared(x, y) if y is not x and type(y) is type(x) else None
        except Exception:
            return None
        if path is None:
            return None
        message = f"a deep copy of {type(x).__name__} shares x{path} with the original"
        return Breach(message, f"assert copy.deepcopy({{0}}){path} is not {{0}}{path}")


def _first_shared(x: Any, y: Any) -> str | None:
    """Return where, seen from the value, the first changeable object is that the copy has too."""
    cls: type = type(x)
    shown = _shown_names(cls)
    todo = [f for f in _fields(x, y) if shown & {f[0].lstrip("."), "*"} or f[0].startswith("[")]
    seen = {id(x)}
    for path, a, b in todo:  # grows while we walk
        if type(a) in _ATOMS or id(a) in seen or len(seen) > _MOST_COMPARED:
            continue
        seen.add(id(a))
        if a is b and _is_changeable(a, cls):
            return path
        # What is shared for good reason may hold what it likes.
        if a is not b or type(a) is tuple:
            todo += [(path + more, c, d) for more, c, d in _fields(a, b) if _leads_on(a, c, cls)]
    return _first_shared_child(x, y)


def _first_shared_child(x: Any, y: Any) -> str | None:
    cls: type = type(x)
    for path, a, b in _fields(x, y):
        if type(a) in _CONTAINERS and a is not b:
            for more, c, d in _fields(a, b):
                if c is d and isinstance(c, cls) and c is not x and _is_changeable(c, cls):
                    return path + more
    return None


def _leads_on(a: object, part: object, cls: type) -> bool:
    # Through containers, and along the links of nodes (`head.next`); other fields of other objects, caches
    # and listeners among them, are their own affair.
    return type(a) in _CONTAINERS or type(a).__module__ == type(part).__module__ == cls.__module__


def _fields(a: Any, b: Any) -> Iterator[tuple[str, object, object]]:
    """Yield what the two objects hold in the same places."""
    cls = type(a)
    if type(b) is not cls or authored(cls, "__getattribute__"):
        return
    for name in _field_names(a):
        if name.isidentifier() and hasattr(b, name):
            yield f".{name}", getattr(a, name), getattr(b, name)
    if authored(cls, "__getitem__", "__iter__", "__len__"):
        return
    if issubclass(cls, _INDEXED):
        for i, (c, d) in enumerate(zip(a, b, strict=False)):
            yield f"[{i}]", c, d
    elif issubclass(cls, dict):
        for key in a:
            if (type(key) is int or (type(key) is str and key.isidentifier())) and key in b:
                yield f"[{key!r}]", a[key], b[key]


def _field_names(a: Any) -> list[str]:
    names = list(getattr(a, "__dict__", ()))
    for cls in type(a).__mro__:
        slots = cls.__dict__.get("__slots__", ())
        names += [n for n in ((slots,) if isinstance(slots, str) else slots) if hasattr(a, n)]
    return names


def _is_changeable(item: object, cls: type) -> bool:
    if issubclass(type(item), _MUTABLE):
        return not _is_global(item, cls)
    # An instance of a neighbour, unless it hashes by value (so is not meant to change) or copies as itself.
    if type(item).__module__ != cls.__module__ or not hasattr(item, "__dict__"):
        return False
    hashes_by_value = supports(type(item), "__hash__")
    return not hashes_by_value and copy.deepcopy(item) is not item and not _is_global(item, cls)


def _is_global(item: object, cls: type) -> bool:
    """Return whether the object belongs to the class or its module, not to one instance."""
    spaces = [vars(k) for k in cls.__mro__]
    if cls.__module__ in sys.modules:
        spaces.append(vars(sys.modules[cls.__module__]))  # type: ignore[arg-type]
    return any(item is value for space in spaces for value in space.values())


@lru_cache(maxsize=256)
def _shown_names(cls: type) -> set[str]:
    """Return the names read by the methods that show the object, and by what these call; "*" for all."""
    names: set[str] = set()
    todo = [code for name in _SHOWING if (code := code_of(cls, name))]
    while todo:
        code = todo.pop()
        for name in set(code.co_names) - names:
            names.add(name)
            todo += _codes_of(cls, name)
        todo += [const for const in code.co_consts if isinstance(const, CodeType)]
    return names | {"*"} if names & _READ_ALL else names


def _codes_of(cls: type, name: str) -> list[CodeType]:
    where = owner(cls, name)
    member = where.__dict__[name] if where is not None else None
    code = (
        getattr(member.fget, "__code__", None)
        if isinstance(member, property)
        else code_of(cls, name)
    )
    return [code] if code else []
