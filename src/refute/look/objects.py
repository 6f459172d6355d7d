"""What an object is and holds, seen without running anything of its class.

Of one object: `identity`, `attributes_of`, `slots_of`, `fields_of`, `contents_of`, `parts_of`.  Of what it leads to:
`reachable`, `held_by`, `way_to`.  Of a class: `annotations_of`, `is_protocol`.
"""

from __future__ import annotations

import types
from collections import UserDict, UserList, deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from refute.model.forgetful import Forgetful

# Which object it is.  As `id`, which leaves an audit event each time: with a sandbox that hears them all, three times
# the cost.  This is what a class without a `__hash__` of its own is hashed by: the address, turned.
identity: Callable[[object], int] = object.__hash__

# Not to be looked into: they lead to everything.
OPAQUE = (
    *(type, types.FunctionType, types.BuiltinFunctionType),
    *(types.MethodType, types.ModuleType, types.CodeType),
)
# What an object holds is followed so far.
_MOST_HELD = 10_000
_BUILTINS: tuple[Any, ...] = (list, tuple, set, frozenset, deque)
# Classes may be made by calls, without end.
_slots: dict[type, tuple[types.MemberDescriptorType, ...]] = Forgetful(2000)


def attributes_of(value: object) -> dict[str, Any] | None:
    """Return the `__dict__` of an object, past whatever its class says; None where there is none.

    >>> attributes_of(5), attributes_of(int)
    (None, None)
    """
    try:
        found = object.__getattribute__(value, "__dict__")
    except AttributeError:
        return None
    return found if type(found) is dict else None


def slots_of(cls: type) -> tuple[types.MemberDescriptorType, ...]:
    """Return what reads the slots of a class and of its bases."""
    members = _slots.get(cls)
    if members is None:
        members = _slots[cls] = tuple(
            member
            for base in cls.__mro__
            for member in tuple(vars(base).values())
            if type(member) is types.MemberDescriptorType
        )
    return members


def fields_of(value: object) -> dict[str, Any]:
    """Return the fields of an object, in its dictionary and in slots, with what they hold; those not set left out.

    >>> fields_of(5)
    {}
    """
    fields = dict(attributes_of(value) or ())
    for member in slots_of(type(value)):
        try:
            fields[member.__name__] = member.__get__(value)
        except AttributeError:
            continue
    return fields


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
    if issubclass(cls, UserDict | UserList):
        return contents_of((attributes_of(value) or {}).get("data"))
    return []


def parts_of(value: object) -> list[object]:
    """Return everything that an object holds, contents and fields; nothing for functions, classes and modules.

    >>> parts_of([1, 2])
    [1, 2]
    """
    if issubclass(type(value), OPAQUE):
        return []
    return [*contents_of(value), *fields_of(value).values()]


def reachable(roots: Iterable[object], classes: tuple[type, ...]) -> Iterator[Any]:
    """Yield the objects of some classes that can be reached through each other's fields and through containers."""
    queue, seen = list(roots), set()  # type: tuple[list[object], set[int]]
    alive: list[object] = []  # identities of what is gone may come again
    while queue:
        one = queue.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        alive.append(one)
        if isinstance(one, classes):
            yield one
            queue.extend(fields_of(one).values())
        else:
            queue.extend(contents_of(one))


def held_by(value: object) -> Iterator[object]:
    """Yield everything that an object holds, directly or through what it holds."""
    queue, seen = parts_of(value), {id(value)}
    for one in queue:  # grows while we walk
        if id(one) not in seen and len(seen) < _MOST_HELD:
            seen.add(id(one))
            yield one
            queue += parts_of(one)


def way_to(
    one: object, roots: Iterable[object], names: Iterable[str], classes: tuple[type, ...]
) -> str | None:
    """Return an expression that leads from one of the named roots to an object in reach; None where there is none to write."""
    queue = list(zip(roots, names, strict=True))
    seen: set[int] = set()
    for place, text in queue:  # grows while we walk
        if place is one:
            return text
        if id(place) in seen:
            continue
        seen.add(id(place))
        queue += [(value, text + step) for step, value in _steps_from(place, classes)]
    return None


def _steps_from(place: Any, classes: tuple[type, ...]) -> Iterator[tuple[str, object]]:
    """Yield what stands behind an expression to get at one part of an object, and that part."""
    if isinstance(place, classes):
        yield from ((f".{name}", value) for name, value in fields_of(place).items())
    elif isinstance(place, list | tuple):
        yield from ((f"[{index}]", value) for index, value in enumerate(place))
    elif isinstance(place, dict):
        plain = (str, int, bool, type(None))
        yield from ((f"[{key!r}]", value) for key, value in place.items() if type(key) in plain)


def annotations_of(cls: type) -> dict[str, Any]:
    """Return the annotations that a class itself writes down; `type` has none, but something by that name.

    >>> annotations_of(type)
    {}
    """
    found = vars(cls).get("__annotations__")
    return found if isinstance(found, dict) else {}


def is_protocol(cls: type) -> bool:
    """Return whether a class is a Protocol; no metaclass is asked.

    >>> is_protocol(int)
    False
    """
    return vars(cls).get("_is_protocol", False) is True
