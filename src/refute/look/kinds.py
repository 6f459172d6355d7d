"""What a value is seen to be, as a small integer: `Kinds`.

The generator chooses arguments by kind and never sees a value.  A kind stands for a class or, of the builtin
collections, for a class together with what it holds (`list[int]`), because a list of the wrong things is the
wrong argument.  Integers, since kinds are dictionary keys on the hot path.
"""

from __future__ import annotations

import builtins
import collections.abc
import functools
from itertools import islice
from types import FunctionType, MethodType
from typing import Any

from refute.look.classes import unusable
from refute.look.function_forms import forms_of
from refute.look.made_classes import base_of
from refute.model.typeform import NEVER, NONE, OTHER, TypeForm, union

# So many elements of a collection are looked at: the rest is taken to be alike.
_LOOKED_AT = 8
# Tuples up to this length are of a kind by what stands in each place.
_FIXED = 4
# Longer texts and collections are not offered as arguments.
_LONGEST = 1000
# So many kinds there are of collections, by what they hold, and of all others: whatever is learned is learned for each
# kind.  Once there are so many, values of further kinds are neither offered as arguments nor learned from.
_MOST_COMPOSED = 1000
_MOST_PLAIN = 2000
_COLLECTIONS = frozenset({list, tuple, set, frozenset, dict})
_TEXTS = frozenset({str, bytes, bytearray, range})
_FUNCTIONS = frozenset({FunctionType, MethodType, functools.partial})


def class_name(cls: type) -> str:
    """Return the name of a class as forms write it: bare for builtins, else `module:qualname`."""
    module = getattr(cls, "__module__", None)
    if module in ("builtins", None):
        return str(cls.__qualname__)
    return f"{module}:{cls.__qualname__}"


class UnusableClass(TypeError):
    """Nobody can work with a class; the message says why."""


def hides_items(value: object) -> bool:
    """Return whether a value is a container whose kind does not show what it holds."""
    cls = type(value)
    return cls not in _COLLECTIONS and cls not in _TEXTS and hasattr(cls, "__iter__")


class Kinds:
    """Gives out the integers; `forms[kind]` and `classes[kind]` say what each means."""

    def __init__(self, names: dict[type, str] | None = None, largest: int = 1_000_000) -> None:
        self.largest = largest
        self.forms: list[TypeForm] = []
        self.classes: list[type] = []
        self._names = dict(names or {})
        self._classes: dict[str, Any] = {}
        self._plain: dict[type, int] = {}
        self._composed: dict[Any, int] = {}
        self.none = self.of_class(type(None))
        # Numbers and texts beyond a size are not offered as arguments: they make calls slow, not wrong (7.4).
        self.large = self._mixed(TypeForm("large"))
        self._int = self.of_class(int)
        self.other: int | None = None  # of all kinds that there are too many of
        self._text = frozenset(self.of_class(cls) for cls in (str, bytes, bytearray))

    def of(self, value: object) -> int:
        """Return the kind of a value."""
        cls = type(value)
        kind = self._plain.get(cls)
        if kind is not None:
            if kind == self._int:
                return kind if -self.largest <= value <= self.largest else self.large  # type: ignore[operator]
            if kind in self._text and len(value) > _LONGEST:  # type: ignore[arg-type]
                return self.large
            return kind
        if cls in _COLLECTIONS:
            return self._collection(value, cls, 2)
        return self._function(value) if cls in _FUNCTIONS else self.of_class(cls)

    def _function(self, function: Any) -> int:
        """Return the kind of a function or method: by what it takes, if it takes a fixed number of arguments."""
        cls: type = MethodType if type(function) is MethodType else FunctionType
        takes = forms_of(function)
        # Never among the plain ones, where `of` would find it for every other function, too.
        kind = self._composed.get((cls, takes))
        if kind is None:
            kind = self._new(TypeForm(cls.__name__, takes), cls)
            self._composed[cls, takes] = kind
        return kind

    def of_class(self, cls: type) -> int:
        """Return the kind of the instances of a class that is no builtin collection."""
        try:
            kind = self._plain.get(cls)
        except Exception:
            raise UnusableClass(unusable(cls)) from None
        if kind is None and (base := base_of(cls)) is not None:
            return self.of_class(base)
        if kind is None:
            if len(self._plain) >= _MOST_PLAIN:
                return self._any_other()
            if why := unusable(cls):
                raise UnusableClass(why)
            form = NONE if cls is type(None) else TypeForm(self.name(cls))
            if "<locals>" in form.name:
                return self._local(form, cls)
            kind = self._plain[cls] = self._new(form, cls)
        return kind

    def _local(self, form: TypeForm, cls: type) -> int:
        """Return the kind of a class that a function makes: each call makes another one, and all are alike."""
        kind = self._composed.get(form)
        if kind is None:
            kind = self._composed[form] = self._new(form, cls)
        return kind

    def name(self, cls: type) -> str:
        """Return the form name of a class: the subject's own name for it where it has one."""
        return self._names.get(cls) or class_name(cls)

    def class_named(self, name: str) -> type | None:
        """Return the class that a form name stands for, if a value of it was seen or it is a builtin."""
        if name not in self._classes and ":" not in name:
            self._classes[name] = getattr(builtins, name, None)
        if name not in self._classes and name.startswith("collections.abc:"):
            self._classes[name] = getattr(collections.abc, name.partition(":")[2], None)
        found = self._classes.get(name)
        return found if isinstance(found, type) else None

    def _new(self, form: TypeForm, cls: type) -> int:
        self.forms.append(form)
        self.classes.append(cls)
        self._classes.setdefault(form.name, cls)
        return len(self.forms) - 1

    def _mixed(self, form: TypeForm) -> int:
        """Return a new kind for values of any class: it is a subclass of none."""
        self.forms.append(form)
        self.classes.append(object)
        return len(self.forms) - 1

    def _any_other(self) -> int:
        if self.other is None:
            self.other = self._mixed(OTHER)
        return self.other

    def _collection(self, value: Any, cls: type, depth: int) -> int:
        if len(value) > _LONGEST:
            return self.large
        try:
            parts = self._parts(value, cls, depth)
        except RuntimeError:  # changed by another thread while we looked
            parts = ()
        key = (cls, parts)
        kind = self._composed.get(key)
        if kind is None:
            if len(self._composed) >= _MOST_COMPOSED:
                return self._any_other()
            args = tuple(self._element(part) for part in parts)
            kind = self._composed[key] = self._new(TypeForm(cls.__name__, args), cls)
        return kind

    def _parts(self, value: Any, cls: type, depth: int) -> tuple[frozenset[int], ...]:
        if depth == 0:
            return ()
        if cls is dict:
            return self._of_all(value.keys(), depth), self._of_all(value.values(), depth)
        if cls is tuple and len(value) <= _FIXED:
            return tuple(self._of_all((item,), depth) for item in value)
        return (self._of_all(value, depth),)

    def _of_all(self, items: Any, depth: int) -> frozenset[int]:
        return frozenset(self._of_item(item, depth) for item in islice(items, _LOOKED_AT))

    def _of_item(self, item: Any, depth: int) -> int:
        cls = type(item)
        try:
            is_collection = cls in _COLLECTIONS
        except Exception:
            raise UnusableClass(unusable(cls)) from None
        if cls in _FUNCTIONS:
            return self._function(item)
        return self._collection(item, cls, depth - 1) if is_collection else self.of_class(cls)

    def _element(self, kinds: frozenset[int]) -> TypeForm:
        return union(*(self.forms[kind] for kind in sorted(kinds))) if kinds else NEVER
