"""Looking into values and classes without running anything of theirs.

`contents_of`, `fields_in`, `annotations_of`, `is_protocol`.
"""

from __future__ import annotations

from collections import deque
from typing import Any

from refute.look.private_names import class_prefix, mangled

_BUILTINS: tuple[Any, ...] = (list, tuple, set, frozenset, deque)


def contents_of(value: object) -> list[object]:
    """Return what a container of Python's own holds, of a dictionary keys and values; nothing for anything else.

    The class may be derived, and answer `iter` and `values` in its own way, or not at all: it is not asked.

    >>> contents_of({1: "a"}), contents_of((2,)), contents_of("text")
    ([1, 'a'], [2], [])
    """
    cls = type(value)  # not `isinstance`, which asks for `__class__`
    if issubclass(cls, dict):
        held: Any = value
        return [*dict.keys(held), *dict.values(held)]
    for builtin in _BUILTINS:
        if issubclass(cls, builtin):
            return list(builtin.__iter__(value))
    return []


def annotations_of(cls: type) -> dict[str, Any]:
    """Return the annotations that a class itself writes down; `type` has none, but something by that name.

    >>> annotations_of(type)
    {}
    """
    found = vars(cls).get("__annotations__")
    return found if isinstance(found, dict) else {}


def fields_in(value: object) -> dict[str, Any]:
    """Return the attributes in an object's own dictionary, none where it has no dictionary, or is a class.

    >>> fields_in(5)
    {}
    """
    if issubclass(type(value), type):
        return {}
    try:
        found = object.__getattribute__(value, "__dict__")
    except AttributeError:
        return {}
    return found if type(found) is dict else {}


def is_protocol(cls: type) -> bool:
    """Return whether a class is a Protocol; no metaclass is asked.

    >>> is_protocol(int)
    False
    """
    return vars(cls).get("_is_protocol", False) is True


def slots_of(base: type) -> list[str]:
    slots = base.__dict__.get("__slots__", ())
    names = [slots] if isinstance(slots, str) else list(slots)
    prefix = class_prefix(f"{base.__name__}.__slots__")
    return [mangled(name, prefix) for name in names if name not in ("__dict__", "__weakref__")]
