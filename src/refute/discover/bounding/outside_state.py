"""What a predicate reads that is no part of the object: `outside_of`.

Nothing is run to find out.  Followed are the names in the code of the predicate and of the functions it calls, in their
module, in the classes within bounds, and in modules and classes that they name.
"""

from __future__ import annotations

import dis
import types
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from refute.discover.contracts import written_function
from refute.look.objects import attributes_of

# Modules whose functions give another answer each time, and names that do so elsewhere.
_FICKLE = frozenset({"random", "secrets", "time", "uuid"})
_FICKLE_NAMES = frozenset({"now", "utcnow", "today", "urandom", "getpid"})
_NO_VARIABLES = (
    types.ModuleType,
    types.FunctionType,
    types.BuiltinFunctionType,
    types.MethodType,
    type,
)


@dataclass
class Outside:
    """`places` are the variables that are read, by the name they are shown under; `nondeterministic` what depends on chance or time."""

    places: dict[str, tuple[Any, str]] = field(default_factory=dict)
    nondeterministic: list[str] = field(default_factory=list)
    before: dict[str, Any] = field(default_factory=dict)
    met: list[str] = field(default_factory=list)

    def remember(self) -> None:
        """Take note of what the variables hold, and of what has changed since the last time."""
        self.met = self.changed()
        self.before = {name: look(*place) for name, place in self.places.items()}

    def changed(self) -> list[str]:
        """Return the variables that hold something else than when they were remembered."""
        now = [name for name, was in self.before.items() if look(*self.places[name]) != was]
        return list(dict.fromkeys([*self.met, *now]))

    def changeable(self) -> list[str]:
        """Return the variables whose value can be changed in place, by anybody."""
        return [name for name, place in self.places.items() if is_changeable(held(*place))]


def outside_of(predicate: Any, classes: Iterable[type]) -> Outside:
    """Return what a predicate, and what it calls, reads outside the object."""
    found, owners = Outside(), [base for one in classes for base in one.__mro__[:-1]]
    todo, seen = [predicate], set()  # type: tuple[list[Any], set[int]]
    while todo:
        function = todo.pop()
        function = function.fget if isinstance(function, property) else function
        function = written_function(function)
        if function is None or id(function) in seen:
            continue
        seen.add(id(function))
        for code in codes_in(function.__code__):
            for first, *rest in chains_in(code):
                if first in function.__globals__:
                    follow(found, function.__globals__, first, rest, first)
            for owner in owners:  # `self.seen` may be the class's
                for name in code.co_names:
                    if is_changeable(held(owner, name)):
                        found.places[f"{owner.__name__}.{name}"] = (owner, name)
            places = (function.__globals__, *map(vars, owners))
            todo += [place[name] for name in code.co_names for place in places if name in place]
    return found


def looks_at_object(predicate: Any) -> bool:
    """Tell whether a predicate does anything with its object; True where its code cannot be seen."""
    function = written_function(predicate)
    if function is None or not function.__code__.co_argcount:
        return True
    name = function.__code__.co_varnames[0]
    inside = (one.argval for one in dis.get_instructions(function))
    return any(name in value if isinstance(value, tuple) else value == name for value in inside)


def codes_in(code: types.CodeType) -> Iterator[types.CodeType]:
    """Yield a code object and those inside it: of comprehensions, lambdas, inner functions."""
    yield code
    for one in code.co_consts:
        if isinstance(one, types.CodeType):
            yield from codes_in(one)


def chains_in(code: types.CodeType) -> Iterator[list[str]]:
    """Yield names of the module with the attributes that are read or written of them at once: `random.random`."""
    chain: list[str] = []
    for one in dis.get_instructions(code):
        if one.opname in ("LOAD_ATTR", "LOAD_METHOD", "STORE_ATTR"):
            if chain:
                chain.append(str(one.argval))
            continue
        if one.opname == "COPY":  # `Settings.depth += 1` needs it twice
            continue
        if chain:
            yield chain
        is_global = one.opname in ("LOAD_GLOBAL", "LOAD_NAME", "STORE_GLOBAL")
        chain = [str(one.argval)] if is_global else []
    if chain:
        yield chain


def follow(found: Outside, holder: Any, name: str, rest: list[str], shown: str) -> None:
    """Note the variable that a chain of names leads to, or that it leads to chance or time."""
    value = held(holder, name)
    module = value.__name__ if isinstance(value, types.ModuleType) else home_of(value)
    if (module in _FICKLE and callable(value)) or shown.rpartition(".")[2] in _FICKLE_NAMES:
        found.nondeterministic += [shown] if shown not in found.nondeterministic else []
    elif isinstance(value, types.ModuleType | type) and rest:
        holders = [value] if isinstance(value, types.ModuleType) else value.__mro__
        holder = next((one for one in holders if rest[0] in vars(one)), None)
        if holder is not None:
            follow(found, holder, rest[0], rest[1:], f"{shown}.{rest[0]}")
    elif not isinstance(value, _NO_VARIABLES):
        found.places[shown] = (holder, name)


def home_of(value: Any) -> str:
    """Return the module that a function or the class of an object comes from."""
    bound = getattr(value, "__self__", None)
    if isinstance(value, types.BuiltinFunctionType | types.MethodType) and bound is not None:
        return home_of(bound) if not isinstance(bound, types.ModuleType) else bound.__name__
    home = value if isinstance(value, _NO_VARIABLES) else type(value)
    return str(getattr(home, "__module__", ""))


def held(holder: Any, name: str) -> Any:
    """Return what the names of a module, or a class, have under a name; nothing is called."""
    return (holder if isinstance(holder, dict) else vars(holder)).get(name)


def is_changeable(value: Any) -> bool:
    """Tell whether a value is plain data that can be changed in place, or an iterator, which is used up."""
    return isinstance(value, list | dict | set | bytearray) or hasattr(type(value), "__next__")


def look(holder: Any, name: str) -> Any:
    """Return something that differs when a variable, or what it holds, has changed; no code of the user runs."""
    value = held(holder, name)
    if type(value) in (list, set, tuple):
        return id(value), [id(one) for one in value]
    if type(value) is dict:
        return id(value), [(id(key), id(one)) for key, one in value.items()]
    if type(value) in (int, float, str, bytes, bool, complex):
        return type(value), value
    if type(value).__module__ == "itertools":
        return repr(value)
    inside = attributes_of(value)
    return id(value), None if inside is None else [(k, id(v)) for k, v in inside.items()]
