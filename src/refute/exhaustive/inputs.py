"""All inputs of a method within bounds that satisfy invariant and precondition: what `refute.inputs` does.

Korat, section 4: the inputs of a method are objects of a class whose fields are its parameters.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from refute.discover.bounding.annotation_shapes import (
    classes_in,
    is_subject_class,
    shape_of,
    wanted_for,
)
from refute.discover.bounding.class_fields import resolve
from refute.discover.bounding.finitize import Reading, Unbounded
from refute.discover.bounding.predicate import Invariant, inputs_predicate, invariant_of, kept
from refute.discover.contracts import contract_of
from refute.exhaustive.structures import Structures
from refute.look.objects import reachable
from refute.model.bounds import Bounds, Domain, Objects, parts_of
from refute.model.contract import Contract
from refute.model.errors import UsageError
from refute.model.structure import Description

NAMELESS = inspect.Parameter.empty


@dataclass(frozen=True, slots=True)
class Method:
    """A method under test with its owner, parameters, and what is written about it."""

    owner: type | None
    function: Callable[..., Any]
    parameters: list[str]
    keywords: frozenset[str]  # those of the parameters that are passed by name
    contract: Contract
    name: str  # with that of its class
    attribute: str  # by which it is found in its class, or module
    of_class: bool  # a class or static method: there is no receiver

    @property
    def given(self) -> list[str]:
        """Return the parameters that are passed between parentheses."""
        has_receiver = self.owner is not None and not self.of_class
        return self.parameters[1:] if has_receiver else self.parameters

    def bound(self, arguments: tuple[Any, ...]) -> tuple[list[Any], dict[str, Any]]:
        """Return the values of all parameters as they are passed: by position, and by name."""
        named = dict(zip(self.parameters, arguments, strict=True))
        by_name = {name: named[name] for name in self.parameters if name in self.keywords}
        return [named[name] for name in self.parameters if name not in by_name], by_name


def method_of(
    function: Callable[..., Any], owner: type | None, root: type, attribute: str = ""
) -> Method:
    """Return a method with its class: the one that is given, or `root` if it has the method, or where it is written."""
    if owner is None:
        owner = owner_of(function)
        is_ours = attribute_of(root, function) if owner is None else issubclass(root, owner)
        owner = root if is_ours else owner
    written = getattr(function, "__name__", "function")
    attribute = attribute or (owner and attribute_of(owner, function)) or written
    member = inspect.getattr_static(owner, attribute, None) if owner else None
    name = f"{owner.__name__}.{attribute}" if owner else attribute
    parameters = inspect.signature(function).parameters
    for one in parameters.values():
        if one.kind in (one.VAR_POSITIONAL, one.VAR_KEYWORD):
            raise UsageError(
                f"{name} takes {one}: there is no end to what may be passed; try a function that takes what you want "
                "to vary and passes it on",
                "parameter-variable",
            )
    keywords = frozenset(n for n, one in parameters.items() if one.kind is one.KEYWORD_ONLY)
    home = owner or sys.modules.get(function.__module__)
    contract = contract_of(home, function, attribute)
    of_class = isinstance(member, staticmethod | classmethod)
    return Method(owner, function, list(parameters), keywords, contract, name, attribute, of_class)


class Nobody:
    """In the place of a class, for a function that gets no objects."""


def root_of(function: Callable[..., Any]) -> tuple[type, int]:
    """Return the first class that the annotations of a function name, and of how many parameters: their objects are listed."""
    hints = annotations_of(function)
    parameters = inspect.signature(function).parameters
    named = [[*classes_in(hints.get(name, NAMELESS))] for name in parameters]
    every = [one for those in named for one in those if is_subject_class(one)]
    root = every[0] if every else Nobody
    return root, max(1, sum(root in those for those in named))


def attribute_of(owner: type, function: Callable[..., Any]) -> str:
    """Return the name by which a class has a function: a decorator may have given it another, and private ones get a prefix."""
    written = getattr(function, "__name__", "")
    names = [name for base in owner.__mro__[:-1] for name in vars(base)]
    for name in sorted(names, key=lambda name: name != written):
        member = inspect.getattr_static(owner, name)
        if isinstance(member, staticmethod | classmethod):
            member = getattr(owner, name)
        if member is function or (inspect.ismethod(member) and member == function):
            return name
    return ""


def owner_of(function: Callable[..., Any]) -> type | None:
    """Return the class a function was written in, found by its qualified name."""
    parts = getattr(function, "__qualname__", "").split(".")[:-1]
    place: Any = sys.modules.get(function.__module__)
    for index, part in enumerate(parts):
        if part == "<locals>":
            return local_owner(function, parts[index + 1 :])
        place = getattr(place, part, None)
    return place if isinstance(place, type) else None


def local_owner(function: Callable[..., Any], parts: list[str]) -> type | None:
    """Return the class written inside a function that has this very function as an attribute."""
    for one in object.__subclasses__():
        if parts and one.__name__ == parts[-1] and function in vars(one).values():
            return one
    return None


class Inputs(Structures):
    """All inputs of a method that satisfy its precondition, as tuples (self, …)."""

    def __init__(
        self,
        method: Method,
        space: Bounds,
        requires: Callable[..., Any] | None,
        given: dict[str, Any],
        path: str = "auto",
        representatives: bool = False,
        invariants: Iterable[str] = (),
    ) -> None:
        self.method = method
        asked = [condition.function for condition in method.contract.requires]
        conditions = [*asked, *([requires] if requires else [])]
        check_given(method, given)
        self.of_class = space
        self.combined = bounds_of_inputs(method, space, given)
        self.every = class_invariants(space, invariants)
        of_parameters = parameter_invariants(self.combined, method, self.every)
        predicate = inputs_predicate(of_parameters, conditions, method.parameters)
        parts = [one.name for one in of_parameters.values()]
        parts += [f"what {method.name} requires"] if conditions else []
        name = f"the precondition of {method.name} ({', '.join(dict.fromkeys(parts)) or 'none'})"
        super().__init__(
            self.combined, Invariant(name, predicate), representatives=representatives, path=path
        )
        root = self.combined.root
        self.holders = frozenset(f"{root}.{one}" for one in of_parameters)
        self.invariants = of_parameters
        self.deep = reaches_others(self.combined, self.every)

    def parameters(self) -> dict[str, Domain]:
        """Return what the parameters may be, the receiver apart, by names as the command line takes them."""
        short, root = self.method.name.rpartition(".")[2], self.combined.root
        domains = {name: self.combined.fields[f"{root}.{name}"] for name in self.method.parameters}
        first = self.method.parameters[:1]
        return {
            f"{short}.{name}": domain
            for name, domain in domains.items()
            if not ([name] == first and domain == Objects(self.of_class.root))
        }

    def explore(self, take: Callable[[Any], Any] | None, processes: int = 1) -> Iterator[Any]:
        """Run the search; what is wrong is said of parameters, not of the object that holds them."""
        try:
            yield from super().explore(take, processes)
        except UsageError as error:
            raise UsageError(self.spoken(error.message), error.slug) from None

    def spoken(self, text: str) -> str:
        """Return a text in which the fields of the object that holds the parameters are called parameters."""
        return text.replace(f"{self.combined.root}.", "the parameter ")

    def warnings(self) -> list[str]:
        """Return what the user should know; that all values of a parameter were tried goes without saying."""
        lines = [self.spoken(one) for one in super().warnings() if "[fields-unread]" not in one]
        if self.representatives and self.tally.unread:
            fields = self.spoken(", ".join(sorted(self.tally.unread)))
            lines.append(
                f"{self.invariant.name} does not always read {fields}: one value each was tried, and no "
                "other  [fields-unread]"
            )
        return lines

    def arguments(self, one: Any) -> tuple[Any, ...]:
        """Return what is passed to the method, in the order of its parameters."""
        return tuple(getattr(one, name) for name in self.method.parameters)

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        for one in self.explore(lambda search: self.arguments(search.reader.build())):
            if self.broken_part(one) is None:
                yield one

    def descriptions(self, processes: int = 1) -> Iterator[Description]:
        """Yield each input as data."""
        told = self.explore(
            lambda search: search.reader.describe() if self.is_one(search) else None, processes
        )
        return (one for one in told if one is not None)

    def count(self, processes: int = 1) -> int:
        """Return how many there are; they are built only where an object in reach has an invariant of its own."""
        return sum(self.explore(self.is_one, processes)) if self.deep else super().count(processes)

    def is_one(self, search: Any) -> bool:
        """Return whether every object in reach of what the search has found satisfies its invariant."""
        return not self.deep or self.broken_part(self.arguments(search.reader.build())) is None

    def broken_part(self, arguments: Iterable[Any]) -> tuple[Any, Invariant] | None:
        """Return an object in reach of the arguments that does not satisfy its invariant, if there is one (section 3.6)."""
        if not self.deep:
            return None
        for one in reachable(arguments, tuple(self.space.classes.values())):
            invariant = self.every.get(type(one))
            if invariant is not None and not kept(invariant, one):
                return one, invariant
        return None


def bounds_of_inputs(method: Method, space: Bounds, given: dict[str, Any]) -> Bounds:
    """Return the bounds of figure 16: those of the class, and a domain for each parameter."""
    name = method.name.replace(".", "_")
    while name in space.objects:
        name += "_"
    holder = type(name, (), {"__module__": __name__, "__annotations__": {}})
    reading = Reading(space.classes[space.root], given.get(""), {**given, **space.objects})
    hints = annotations_of(method.function)
    fields: dict[str, Domain] = {}
    for index, parameter in enumerate(method.parameters):
        fields[f"{name}.{parameter}"] = parameter_domain(
            method, index, parameter, space, given, reading, hints.get(parameter, NAMELESS)
        )
    return Bounds(
        name,
        {name: 1, **space.objects},
        {**fields, **space.fields},
        {name: holder, **space.classes},
    )


def parameter_domain(
    method: Method,
    index: int,
    parameter: str,
    space: Bounds,
    given: dict[str, Any],
    reading: Reading,
    hint: Any,
) -> Domain:
    """Return the values of one parameter: as given, of the class, or as its annotation says."""
    if parameter in given:
        return reading.domain_of(given[parameter], hint)
    has_receiver = method.owner is not None and not method.of_class
    if (
        index == 0
        and has_receiver
        and issubclass(space.classes[space.root], method.owner or object)
    ):
        return Objects(space.root)
    try:
        return reading.shaped(parameter, hint)
    except Unbounded:
        python, typed = wanted_for(parameter, shape_of(hint))
        short = method.name.rpartition(".")[2]
        raise UsageError(
            f"{method.name}: cannot see the values of parameter {parameter}; give them: {python}, or a class within "
            f'bounds; on the command line --bounds "{typed.replace(parameter, f"{short}.{parameter}")}"',
            "parameter-unbounded",
        ) from None


def check_given(method: Method, given: dict[str, Any]) -> None:
    """Refuse values of parameters that the method does not have."""
    for key in given:
        if key and key.partition(".")[0] not in method.parameters:
            names = ", ".join(method.parameters)
            raise UsageError(
                f"{method.name} has no parameter {key!r}; it has: {names}", "unknown-bound"
            )


def annotations_of(function: Callable[..., Any]) -> dict[str, Any]:
    """Return the annotations of a function as objects."""
    owner = owner_of(function) or object
    raw = getattr(inspect.unwrap(function), "__annotations__", {})
    module = inspect.getmodule(function)
    holder = type(
        "scope", (), {"__module__": getattr(module, "__name__", "builtins"), **vars_of(owner)}
    )
    return {name: resolve(hint, holder) for name, hint in raw.items()}


def vars_of(owner: type) -> dict[str, Any]:
    """Return the nested classes of a class, which annotations may name."""
    return {name: one for name, one in vars(owner).items() if isinstance(one, type)}


def class_invariants(space: Bounds, names: Iterable[str]) -> dict[type, Invariant]:
    """Return the invariants of the classes that have one."""
    found = {owner: invariant_of(owner, None, names) for owner in space.classes.values()}
    return {owner: one for owner, one in found.items() if one is not None}


def parameter_invariants(
    space: Bounds, method: Method, every: dict[type, Invariant]
) -> dict[str, Invariant]:
    """Return the invariants of the objects that are parameters (section 4: part of the precondition)."""
    found: dict[str, Invariant] = {}
    for parameter in method.parameters:
        domain = space.fields[f"{space.root}.{parameter}"]
        if isinstance(domain, Objects) and space.classes[domain.name] in every:
            found[parameter] = every[space.classes[domain.name]]
    return found


def reaches_others(space: Bounds, every: dict[type, Invariant]) -> bool:
    """Tell whether objects with an invariant may be anywhere else than in the place of a parameter."""
    for key, domain in space.fields.items():
        if key.startswith(f"{space.root}.") and isinstance(domain, Objects):
            continue
        named = (one.name for one in parts_of(domain) if isinstance(one, Objects))
        if any(space.classes[name] in every for name in named):
            return True
    return False


def inputs(
    function: Callable[..., Any],
    space: Bounds,
    *,
    requires: Callable[..., Any] | None = None,
    owner: type | None = None,
    path: str = "auto",
    representatives: bool = False,
    invariants: Iterable[str] = (),
    parameters: Mapping[str, Any] | None = None,
    **given: Any,
) -> Inputs:
    """Return all inputs of a method within bounds that satisfy invariant and precondition.

    What parameters may be is given by their names, in `parameters` where such a name means something else here.  Of fields that these do not read, all values are taken, or one with `representatives`; `invariants` are names of
    predicates besides `rep_ok` and the like.
    """
    method = method_of(function, owner, space.classes[space.root])
    given |= parameters or {}
    return Inputs(method, space, requires, given, path, representatives, invariants)
