"""Classes that no public name leads to, but public operations may return objects of: `reachable_classes`.

What a user gets hold of is used: the public methods of such objects are operations, which wait until there is one.
"""

from __future__ import annotations

import ast
import enum
import inspect
import sys
import types
from collections.abc import Callable, Iterable, Iterator
from contextlib import _GeneratorContextManager

from refute.discover.public_members import Member, public_names
from refute.discover.signatures import Signatures
from refute.look.classes import unusable
from refute.look.homes import home_of
from refute.look.module_source import ParsedModule, assigned_names
from refute.model.sequence import RECEIVERS, Literal
from refute.model.subject import Input, Routine, class_name
from refute.model.typeform import ANY, NONE, TypeForm


def reachable_routines(
    modules: Iterable[str], members: Iterable[Member], signatures: Signatures
) -> dict[str, list[Routine]]:
    """Return by class name what can be called on objects of the classes that are no members."""
    quiet = signatures.quiet()
    known = {id(one.value) for one in members}
    found: dict[str, list[Routine]] = {}
    for member in _classes(tuple(modules)):
        name = class_name(member.value)
        if id(member.value) not in known and name not in found:
            routines = [one for one in quiet.routines(member) if one.how in RECEIVERS]
            found[name] = [one for one in routines if one.owner == name]
    return found


def local_routines(
    modules: Iterable[str], signatures: Signatures
) -> Callable[[type], list[Routine]]:
    """Return what reads a class that a function of these modules has made, once there is an object of it."""
    below = tuple(f"{name}." for name in modules)
    quiet = signatures.quiet()

    def read(cls: type) -> list[Routine]:
        home = home_of(cls)
        if not f"{home}.".startswith(below):
            return []
        routines = quiet.routines(Member(home, cls.__qualname__, cls))
        return [one for one in routines if one.how in RECEIVERS]

    return read


# So many objects of a module are used as they are.
_MOST_OBJECTS = 20


def public_objects(sources: Iterable[ParsedModule]) -> list[Literal]:
    """Return the objects of the package's own classes that modules have under a public name, as users write them."""
    found: list[Literal] = []
    for source in sources:
        module = sys.modules[source.name]
        made_here = assigned_names(source.tree)
        publishes = "__path__" in vars(module)  # a package offers what it imports
        for name in public_names(module):
            cls = type(vars(module).get(name))  # not by isinstance, which a proxy answers with code
            if (name in made_here or publishes) and _is_of_package(cls, source.name):
                found.append(Literal(f"{source.name}.{name}", TypeForm(class_name(cls))))
    return found[:_MOST_OBJECTS]


def _is_of_package(cls: type, module: str) -> bool:
    if not _is_returned(cls) or issubclass(cls, enum.Enum):
        return False
    return home_of(cls).partition(".")[0] == module.partition(".")[0]


# What runs the body of a function of the subject later, by class: the target of the class, and how it is gone on with.
DEFERRED = {
    class_name(types.GeneratorType): ("types:GeneratorType", {"__next__": "operator"}),
    class_name(_GeneratorContextManager): (
        class_name(_GeneratorContextManager),
        {"__enter__": "method", "__exit__": "method"},
    ),
}


def deferred_routines(sources: Iterable[ParsedModule]) -> list[Routine]:
    """Return how iterators and context managers are gone on with that functions with a `yield` return."""
    nodes = (node for source in sources for node in ast.walk(source.tree))
    if not any(isinstance(node, ast.Yield | ast.YieldFrom) for node in nodes):
        return []
    return [one for name in DEFERRED for one in _deferred(name)]


def _deferred(name: str) -> Iterator[Routine]:
    target, methods = DEFERRED[name]
    receiver = Input("self", TypeForm(name), annotated=True)
    nothing = [Input(one, NONE, annotated=True) for one in ("exc_type", "exc_value", "traceback")]
    for method, how in methods.items():
        inputs = (receiver, *nothing) if method == "__exit__" else (receiver,)
        yield Routine(f"{target}.{method}", how, inputs, ANY, owner=name)


def _classes(modules: tuple[str, ...]) -> Iterator[Member]:
    """Yield the classes that are written in these modules or below them, as far as those are imported."""
    below = tuple(f"{name}." for name in modules)
    for name in sorted(one for one in sys.modules if one in modules or one.startswith(below)):
        for attribute, value in list(vars(sys.modules[name]).items()):
            # Not isinstance, which asks the value.
            if issubclass(type(value), type) and _is_returned(value) and home_of(value) == name:
                yield Member(name, attribute, value)


def _is_returned(cls: type) -> bool:
    """Return whether there may be objects of exactly this class that are worth a call."""
    return (
        not unusable(cls)
        and not inspect.isabstract(cls)
        and not issubclass(cls, BaseException | type)
    )
