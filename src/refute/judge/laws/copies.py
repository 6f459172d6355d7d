"""Laws of `copy`, `deepcopy` and `pickle`.

A class that cannot be copied is free not to be; what is copied without complaint must be equal, and what is done to
a deep copy must leave the original as it was, as far as values alone can tell.
"""

from __future__ import annotations

import copy
import pickle
import sys
from collections import deque
from collections.abc import Callable, Iterator
from enum import Enum
from functools import lru_cache
from types import CodeType
from typing import Any

from refute.judge.laws.contents import contents_of
from refute.judge.laws.law import ObjectLaw
from refute.judge.laws.refusals import COPYING, described, is_accident_while_copying
from refute.look.classes import (
    authored,
    code_of,
    compares_fields_by_identity,
    has_value_equality,
    supports,
)
from refute.look.objects import attributes_of
from refute.look.written_code import as_written
from refute.model.roles import Breach
from refute.model.subject import definer


def _pickled(value: object) -> object:
    return pickle.loads(pickle.dumps(value))


# Function, as it is written in an assertion.
_WAYS: tuple[tuple[Callable[[Any], object], str], ...] = (
    (copy.copy, "copy.copy({0})"),
    (copy.deepcopy, "copy.deepcopy({0})"),
    (_pickled, "pickle.loads(pickle.dumps({0}))"),
)


_GETATTR = "give __getattr__ a way out for names that are not set yet"


class CopyRaises(ObjectLaw):
    """The class's own `__copy__`, `__reduce__`, `__setstate__`, `__getattr__`, … do not stumble
    while an object is copied, deep-copied or pickled.

    The classic: `__getattr__` asks for a field that an object fresh from `__new__` does not have yet, and
    calls itself until the stack is full.
    """

    name = "copy-raises"
    dear = True
    convention = "what can be made is taken to be such as can be copied"
    method = "__copy__"
    remedy = "mend what copying calls, or let __copy__ refuse on purpose"
    test_name = "can_be_copied"
    silent_when = "They refuse by `raise`; code of other modules raised."
    example = "def __getattr__(self, name): return getattr(self.inner, name)"

    def applies(self, cls: type) -> bool:
        return authored(cls, *COPYING)

    def broken(self, *values: object) -> Breach | None:
        (x,) = values
        for way, text in _WAYS:
            try:
                way(x)
            except Exception as error:
                if is_accident_while_copying(type(x), error):
                    message = f"{text.format(type(x).__name__)} raises {described(error)}"
                    endless = isinstance(error, RecursionError | AttributeError)
                    return Breach(message, text, error, remedy=_GETATTR if endless else "")
        return None


class _CopyEqual(ObjectLaw):
    """A copy equals the original."""

    dear = True
    convention = "who copies an object expects an equal one"
    way: Callable[[Any], object]
    text: str
    deep = True

    def applies(self, cls: type) -> bool:
        return has_value_equality(cls) and not (self.deep and compares_fields_by_identity(cls))

    def broken(self, *values: object) -> Breach | None:
        (x,) = values
        try:
            y = self.way(x)
            # Of another class: a view or a proxy that gives out what it stands for.
            if type(y) is not type(x) or (y == x) is not False or (x == x) is not True:
                return None
        except Exception:
            return None
        contents = contents_of(x)
        if contents.nan or contents.iterator or not contents.whole:
            return None
        if self.deep and (contents.identity or contents.weak):
            return None
        message = f"{self.text.format(type(x).__name__)} is not equal to the original"
        return Breach(message, f"assert {self.text} == {{0}}")


class CopyEqual(_CopyEqual):
    """`copy.copy(x) == x`."""

    name = "copy-equal"
    way = staticmethod(copy.copy)
    text = _WAYS[0][1]
    deep = False
    method = "__copy__"
    remedy = "copy every field that == compares"
    test_name = "is_equal_to_its_copy"
    silent_when = (
        "`==` means `is`; the copy is of another class; copying raises; an iterator inside."
    )
    example = "def __copy__(self): return Box(0)"


class DeepcopyEqual(_CopyEqual):
    """`copy.deepcopy(x) == x`."""

    name = "deepcopy-equal"
    way = staticmethod(copy.deepcopy)
    text = _WAYS[1][1]
    method = "__deepcopy__"
    remedy = "copy every field that == compares"
    test_name = "is_equal_to_its_deep_copy"
    silent_when = (
        "As for `copy-equal`; `==` asks of a field that it *is* the other's; something inside equals "
        "only itself, or may vanish (weak references)."
    )
    example = "def __deepcopy__(self, memo): return Box(0)"


class PickleEqual(_CopyEqual):
    """`pickle.loads(pickle.dumps(x)) == x`."""

    name = "pickle-equal"
    way = staticmethod(_pickled)
    text = _WAYS[2][1]
    method = "__reduce_ex__"
    remedy = "keep every field that == compares"
    test_name = "is_equal_after_pickling"
    silent_when = "As for `deepcopy-equal`."
    example = "def __reduce__(self): return Box, (0,)"


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


class DeepcopyIndependent(ObjectLaw):
    """A deep copy made by the class's own code shares no list, dict, set, … and no object of the
    same module with the original; nor, in a list that it copied, an object of its own class.

    Only of what the object shows: fields that its comparisons, its length or its items read.  A
    registry or a client is often handed on to the copy on purpose.  And of lists that it copies: then the
    objects of its own class in them, a node's children, are meant to be copied too.
    """

    name = "deepcopy-independent"
    dear = True
    method = "__deepcopy__"
    convention = "who copies deeply expects to change only the copy"
    remedy = "copy what can change with copy.deepcopy, too"
    test_name = "shares_nothing_with_its_deep_copy"
    silent_when = (
        "What is shared is not read by the comparisons, the length or the items; hangs on an "
        "object of another module; belongs to the class or the module; hashes by value; "
        "copies as itself."
    )
    example = (
        "def __deepcopy__(self, memo): other = Box(self.value); other.items = self.items; "
        "return other"
    )

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
    names = list(attributes_of(a) or ())
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
    where = definer(cls, name)
    member = where.__dict__[name] if where is not None else None
    code = (
        getattr(member.fget, "__code__", None)
        if isinstance(member, property)
        else code_of(cls, name)
    )
    return [as_written(code)] if code else []


LAWS: tuple[ObjectLaw, ...] = (
    CopyRaises(),
    CopyEqual(),
    DeepcopyEqual(),
    DeepcopyIndependent(),
    PickleEqual(),
)
