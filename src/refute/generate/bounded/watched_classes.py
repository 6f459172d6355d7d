"""Classes whose fields a search gives their values when they are first read: `watched`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from refute.generate.bounded.lists import PredicateRefused
from refute.model.errors import UsageError


class SlotStore:
    """Makes the slots of one object look like the `__dict__` of the others."""

    __slots__ = ("members", "owner")

    def __init__(self, owner: Any, members: dict[str, Any]) -> None:
        self.owner, self.members = owner, members

    def __setitem__(self, name: str, value: Any) -> None:
        self.members[name].__set__(self.owner, value)

    def __delitem__(self, name: str) -> None:
        self.members[name].__delete__(self.owner)

    def __getitem__(self, name: str) -> Any:
        return self.members[name].__get__(self.owner)


class Chooser(Protocol):
    """The search that watches: `tables` has by object and field the store of its value and its choices."""

    tables: dict[int, dict[str, tuple[Any, Any]]]
    stack: list[Any]
    state: int
    forced: bool

    def choose(self, store: Any, key: Any, choices: Any) -> Any:
        """Give a field its first value and remember the others."""


def watched(owner: type, search: Chooser, fields: list[str]) -> type:
    """Return a subclass whose absent fields are choices.  Only the search ever holds its instances."""
    namespace: dict[str, Any] = {
        "__slots__": (),
        "__refute_watched__": True,
        "__module__": owner.__module__,
        "__qualname__": owner.__qualname__,
        "__getattr__": (read := reading(owner, search)),
        "__setattr__": refusing(owner, "writes", "; it must only read"),
        "__delattr__": refusing(owner, "deletes"),
    }
    for name in fields:
        # A default in the class would answer before __getattr__; a non-data descriptor answers before it.
        if slot_of(owner, name) is None and hasattr(owner, name):
            namespace[name] = Absent(read, name)
    made = type(owner)(owner.__name__, (owner,), namespace)
    made.__abstractmethods__ = frozenset()  # type: ignore[attr-defined]
    return made


def reading(owner: type, search: Chooser) -> Callable[[Any, str], Any]:
    """Return what answers when an absent field is read: it chooses the first value."""
    tables, stack = search.tables, search.stack
    parent = getattr(owner, "__getattr__", None)

    def read(self: Any, name: str) -> Any:
        try:
            store, choices = tables[id(self)][name]
        except KeyError:
            if parent is not None:
                return parent(self, name)
            raise AttributeError(f"{owner.__name__!r} object has no attribute {name!r}") from None
        if search.forced:
            return search.choose(store, name, choices)
        # `choose` by hand: the predicate lands here at least once per candidate.
        options = iter(choices[search.state])
        stack.append((store, name, options, choices))
        value, search.state = next(options)
        store[name] = value
        return value

    return read


def refusing(owner: type, does: str, more: str = "") -> Callable[..., None]:
    """Return what answers when a predicate writes or deletes a field: it leaves the predicate."""

    def refuse(self: Any, name: str, *value: Any) -> None:
        said = f"the predicate {does} {owner.__name__}.{name}{more}"
        raise PredicateRefused(UsageError(said, "predicate-writes"))

    return refuse


class Absent:
    """Stands in a watched class for a field that has a class-level default."""

    def __init__(self, read: Callable[[Any, str], Any], name: str) -> None:
        self.read, self.name = read, name

    def __get__(self, one: Any, owner: type | None = None) -> Any:
        return self if one is None else self.read(one, self.name)


def slot_of(owner: type, name: str) -> Any:
    """Return the slot descriptor of a field, or None when it lives in `__dict__`."""
    for base in owner.__mro__:
        member = base.__dict__.get(name)
        if type(member).__name__ == "member_descriptor":
            return member
    return None


def allocated(made: type, owner: type) -> Any:
    """Return an empty instance, without running `__init__`."""
    try:
        return object.__new__(made)
    except TypeError:
        raise UsageError(
            f"{owner.__name__} extends a class written in C, whose contents cannot be watched; "
            "hold such a value in a field instead",
            "builtin-base",
        ) from None
