"""Bounds read from a class: annotations, dataclass fields, slots and assignments in `__init__`.

Korat, section 3.1: most of a finitization is generated from the type declarations, the user adds the numbers.
Main names: `bounds_for` (class and the user's words → `Bounds`) and `skeleton` (what to write when something cannot
be inferred, figures 10 and 16).
"""

from __future__ import annotations

import enum
import inspect
import sys
import types
import typing
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from refute.discover.bounding.annotation_shapes import (
    CONTENTS,
    DICTS,
    LIMITED_DEQUE,
    LISTS,
    SETS,
    annotation_text,
    check_lists,
    classes_in,
    generics_in,
    is_subject_class,
    shape_of,
    subclasses_of,
    wanted_for,
    with_variables,
)
from refute.discover.bounding.bounds_text import Bare
from refute.discover.bounding.class_fields import bookkeeping, declared_fields
from refute.discover.bounding.domains import (
    DOMAINS,
    as_values,
    check_domains,
    is_domain,
    joined,
    prune,
)
from refute.look.classes import derives
from refute.model.bounds import AnyOf, Array, Bounds, DictOf, Domain, Objects, SetOf, Tuple, Values
from refute.model.contract import AUXILIARY
from refute.model.errors import UsageError


class Unbounded(Exception):
    """The annotation of a field does not say which values it may take."""


@dataclass(frozen=True, slots=True)
class Missing:
    """What the user has to say: in Python, on the command line, and what it is about."""

    python: str
    typed: str
    about: str


# So many aliases of one generic class are told apart: `Cell[list[T]]` in `Cell[T]` has no end of them.
MOST_ALIASES = 4

# Types with more values than can be listed: some of them, for those who ask for no more than examples.
Examples = Mapping[type, tuple[Any, ...]]
# What objects of a class were seen to hold, as annotations by field; for fields whose annotation says nothing.
SeenAnnotations = Mapping[type, Mapping[str, Any]]


def bounds_for(
    root: type,
    size: int | None,
    given: Mapping[str, Any],
    *,
    seen: SeenAnnotations | None = None,
    examples: Examples | None = None,
) -> Bounds:
    """Return the bounds of `root`: what is given, the rest from the class.

    `given` maps a class name to a number of objects, or a field (`size`, `Node.left`, `Entry0.element`) to a domain;
    `size` is the number for everything that got none.
    """
    reading = Reading(root, size, given, seen or {}, examples or {})
    check_names(reading, given)
    bounds = reading.bounds()
    check_domains(bounds)
    return bounds


class Reading:
    """Collects classes reachable through annotations and turns annotations into domains."""

    def __init__(
        self,
        root: type,
        size: int | None,
        given: Mapping[str, Any],
        seen: SeenAnnotations = MappingProxyType({}),
        examples: Examples = MappingProxyType({}),
    ) -> None:
        self.root, self.size, self.given = root, size, given
        self.seen, self.examples = seen, examples
        self.classes: dict[str, type] = {}
        self.aliases: dict[type, list[Any]] = {}  # of generic classes: Cell[int], Cell[str]
        self.hints: dict[str, dict[str, Any]] = {}
        self.defaults: dict[str, dict[str, Any]] = {}
        self.bookkeeping: dict[str, dict[str, Any]] = {}
        self.missing: list[Missing] = []
        self.parts: dict[
            str, Any
        ] = {}  # lengths and contents that are given for the field that is being read
        self.included: dict[str, Domain] = {}
        self._collect(root)
        for name, value in given.items():
            # A class that no annotation speaks of may be named all the same.
            one = getattr(sys.modules.get(root.__module__), name, None)
            if type(value) is int and name not in self.classes and isinstance(one, type):
                self._collect(one)
        self.counts = {name: self._count(name) for name in self.classes}

    def _collect(self, owner: type) -> None:
        name = owner.__name__
        if self.classes.get(name, owner) is not owner:
            name = owner.__qualname__
        if owner in self.classes.values() or not is_subject_class(owner):
            return
        self.classes[name] = owner
        self.hints[name], self.defaults[name] = declared_fields(owner)
        self.bookkeeping[name] = bookkeeping(owner, self.defaults[name])
        for field, annotation in self.seen.get(owner, {}).items():
            if self.hints[name].get(field, inspect.Parameter.empty) is inspect.Parameter.empty:
                self.hints[name][field] = annotation
        self._collect_parts(self.hints[name].values())

    def _collect_parts(self, annotations: Iterable[Any]) -> None:
        for annotation in list(annotations):
            for alias in generics_in(annotation):
                self._collect_generic(alias)
            for part in classes_in(annotation):
                self._collect(part)
                self._collect_children(part)

    def _collect_children(self, owner: type) -> None:
        """Collect the subclasses that are named in the bounds; of an abstract class, which has no objects, all."""
        for child in subclasses_of(owner):
            if child.__name__ in self.given or inspect.isabstract(owner):
                self._collect(child)
                self._collect_children(child)

    def _collect_generic(self, alias: Any) -> None:
        """Collect `Cell[int]`: its fields are those of the class, with `int` for the type variable; of several aliases, any."""
        owner = typing.get_origin(alias)
        known = self.aliases.setdefault(owner, [])
        if alias in known or len(known) >= MOST_ALIASES:
            return
        known.append(alias)
        is_first = owner not in self.classes.values()
        self._collect(owner)
        name = self._name(owner)
        meant = dict(zip(owner.__parameters__, typing.get_args(alias), strict=False))
        for field, annotation in declared_fields(owner)[0].items():
            given = with_variables(annotation, meant)
            before = self.hints[name][field]
            self.hints[name][field] = given if is_first else typing.Union[before, given]  # noqa: UP007
        self._collect_parts(self.hints[name].values())

    def _count(self, name: str) -> int | None:
        if name in self.given and type(self.given[name]) is int:
            count: int = self.given[name]
            if count < 0 or (name == self._name(self.root) and count < 1):
                raise UsageError(
                    f"{name} = {count}: a number of objects cannot be that", "bad-count"
                )
            return count
        if self.classes[name] is self.root:
            return 1
        return 0 if inspect.isabstract(self.classes[name]) else self.size

    def _name(self, owner: type) -> str:
        return next(name for name, one in self.classes.items() if one is owner)

    def largest(self) -> int | None:
        """Return the number that stands for "size" where nothing was given: the largest number of objects."""
        counts = [n for name, n in self.counts.items() if n and self.classes[name] is not self.root]
        return self.size if self.size is not None else max(counts, default=None)

    def bounds(self) -> Bounds:
        """Return the bounds; UsageError with what to write where the user has to say more."""
        fields: dict[str, Domain] = {}
        for name in list(self.classes):
            if self.counts[name] is None:
                about = f"how many objects of class {name}"
                self.missing.append(Missing(f"{name}=3", f"{name}=3", about))
            for field, annotation in self.hints[name].items():
                domain = self._field(name, field, annotation)
                if domain is not None:
                    fields[f"{name}.{field}"] = domain
        self._special(fields)
        fields.update(self.included)
        if self.missing:
            raise UsageError(self.skeleton(), "bounds-incomplete")
        objects = {name: count for name, count in self.counts.items() if count}
        names = {name: owner for name, owner in self.classes.items() if name in objects}
        kept = {field: prune(domain, objects) for field, domain in fields.items()}
        return Bounds(self._name(self.root), objects, kept, names)

    def _special(self, fields: dict[str, Domain]) -> None:
        """Add what was given for one object only (`Entry0.element`)."""
        for key, value in self.given.items():
            owner, _, field = key.rpartition(".")
            name = owner.rstrip("0123456789")
            if owner and owner not in self.classes and f"{name}.{field}" in fields:
                fields[key] = self.domain_of(value, None)

    def _field(self, name: str, field: str, annotation: Any) -> Domain | None:
        for key in (f"{name}.{field}", field):
            if key in self.given and key not in self.classes:
                domain = self.domain_of(self.given[key], annotation)
                check_lists(f"{name}.{field}", annotation, domain)
                return domain
        # What a specification remembers of the past: of an object without one, what a new object has.
        if field.startswith(AUXILIARY) and field in self.bookkeeping[name]:
            return Values((self.bookkeeping[name][field],))
        try:
            return self.shaped(field, annotation, name)
        except Unbounded:
            if field in self.defaults[name]:
                return Values((self.defaults[name][field],))
            about = f"values of {name}.{field}: {annotation_text(annotation)}"
            self.missing.append(Missing(*wanted_for(field, shape_of(annotation)), about))
            return None

    def shaped(self, field: str, annotation: Any, owner: str = "") -> Domain:
        """Return what the annotation says, with lengths and contents as they are given (`field.length`, `field.items`)."""
        parts: dict[str, Any] = {}
        for part in ("length", "items", "keys", "values"):
            for key in (f"{owner}.{field}.{part}", f"{field}.{part}"):
                if key in self.given:
                    parts[part] = self.given[key]
        if "length" not in parts and self.largest() is not None:
            parts["length"] = self._lengths()
        self.parts = parts
        try:
            return self._with(parts, self.from_annotation(annotation))
        except Unbounded:
            if annotation is LIMITED_DEQUE:
                raise
            shape = shape_of(annotation) or (dict if "keys" in parts else list)
            if not {"length", *CONTENTS[shape]} <= parts.keys():
                raise
        finally:
            self.parts = {}
        nothing = [Values((None,))] if type(None) in typing.get_args(annotation) else []
        kinds = [typing.get_origin(o) or o for o in (annotation, *typing.get_args(annotation))]
        known: dict[Any, type] = {**LISTS, **SETS, **DICTS}
        kind = next((known[one] for one in kinds if one in known), shape)
        empty = Values(())
        bare: dict[type, Domain] = {
            list: Array((), empty, kind),
            set: SetOf(empty, (), kind),
            dict: DictOf(empty, empty, (), kind),
        }
        return joined([*nothing, self._with(parts, bare[shape])])

    def _with(self, parts: Mapping[str, Any], domain: Domain) -> Domain:
        def contents(part: str, before: Domain) -> Domain:
            if part not in parts:
                return before
            return self.domain_of(self._by_name(parts[part]), None)

        def lengths(before: tuple[int, ...]) -> tuple[int, ...]:
            return tuple(as_values(parts.get("length", before)))

        match domain:
            case AnyOf(those):
                return AnyOf(tuple(self._with(parts, one) for one in those))
            case Array(before, item, kind):
                return Array(lengths(before), contents("items", item), kind)
            case SetOf(item, before, kind):
                return SetOf(contents("items", item), lengths(before), kind)
            case DictOf(key, value, before, kind):
                keys, values = contents("keys", key), contents("values", value)
                return DictOf(keys, values, lengths(before), kind)
        return domain

    def _by_name(self, value: Any) -> Any:
        """Return what is given with classes in place of their names, which is how the command line writes them."""
        if isinstance(value, list | tuple):
            return [self._by_name(one) for one in value]
        return self.classes[value] if isinstance(value, str) and self.counts.get(value) else value

    def _meant(self, value: Any, annotation: Any) -> Any:
        """Return what a word without quotes names: a class within bounds, a member of an enumeration, or itself."""
        if isinstance(value, list):
            return [self._meant(one, annotation) for one in value]
        if not isinstance(value, Bare):
            return value
        if self.counts.get(value):
            return self.classes[value]
        for part in classes_in(annotation):
            if issubclass(part, enum.Enum):
                member = value.removeprefix(f"{part.__name__}.")
                if member in part.__members__:
                    return part[member]
        return str(value)

    def include(self, other: Bounds) -> Domain:
        """Take over the bounds of a part (the paper's includeFinitization) and return its objects."""
        for name, owner in other.classes.items():
            self.classes[name], self.counts[name] = owner, other.objects[name]
            self.hints.setdefault(name, {})
        self.included.update(other.fields)
        return Objects(other.root)

    def domain_of(self, value: Any, annotation: Any) -> Domain:
        """Return what the user gave as a domain: a domain, a class, one value, or several."""
        value = self._meant(value, annotation)
        if isinstance(value, DOMAINS):
            return value
        if isinstance(value, Bounds):
            return self.include(value)
        if isinstance(value, type) and value in self.classes.values():
            return Objects(self._name(value))
        if isinstance(value, range | list | tuple | set | frozenset):
            parts = [self.domain_of(v, None) for v in value if is_domain(v, self.classes)]
            plain = tuple(v for v in value if not is_domain(v, self.classes))
            return joined(([Values(plain)] if plain or not parts else []) + parts)
        return Values((value,))

    def from_annotation(self, annotation: Any) -> Domain:
        """Return the domain of a type: all values for small types, 0..size for numbers."""
        origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
        if annotation is None or annotation is type(None):
            return Values((None,))
        if origin in (typing.Union, types.UnionType):
            # None first, as the paper.
            ordered = sorted(arguments, key=lambda one: one is not type(None))
            return joined([self.from_annotation(one) for one in ordered])
        if origin is typing.Literal:
            return Values(arguments)
        if origin in (typing.Annotated, typing.Final, typing.Required):
            return self.from_annotation(arguments[0])
        if origin in LISTS or annotation in LISTS:
            return self._list(origin or annotation, arguments)
        if origin in SETS:
            return SetOf(self._content("items", arguments[0]), self._lengths(), SETS[origin])
        if origin in DICTS:
            key, value = map(self._content, ("keys", "values"), arguments)
            return DictOf(key, value, self._lengths(), DICTS[origin])
        if origin is not None and is_subject_class(origin):
            return self._plain(origin)
        if isinstance(annotation, typing.TypeVar):
            return self._variable(annotation)
        return self._plain(annotation)

    def _variable(self, variable: typing.TypeVar) -> Domain:
        """Return what a type variable that nobody fixes stands for: what it is restricted to."""
        if variable.__constraints__:
            return joined([self.from_annotation(one) for one in variable.__constraints__])
        if variable.__bound__ is None:
            raise Unbounded
        return self.from_annotation(variable.__bound__)

    def _plain(self, annotation: Any) -> Domain:
        if annotation is bool:
            return Values((False, True))
        if annotation is int:
            return Values(tuple(range(self._limit() + 1)))
        if isinstance(annotation, type) and issubclass(annotation, enum.Enum):
            return Values(tuple(annotation))
        if isinstance(annotation, type):
            parts = [name for name, owner in self.classes.items() if derives(owner, annotation)]
            if parts and annotation is not object:
                return joined([Objects(name) for name in parts])
        if isinstance(annotation, type) and annotation in self.examples:
            return Values(self.examples[annotation])
        raise Unbounded

    def _list(self, kind: Any, arguments: tuple[Any, ...]) -> Domain:
        if kind is tuple and arguments and arguments[-1] is not Ellipsis:
            return Tuple(tuple(self.from_annotation(one) for one in arguments))
        if not arguments:
            raise Unbounded
        item = self._content("items", arguments[0])
        return Array(self._lengths(), item, LISTS[kind])

    def _lengths(self) -> tuple[int, ...]:
        if "length" in self.parts:
            return tuple(as_values(self.parts["length"]))
        return tuple(range(self._limit() + 1))

    def _content(self, part: str, annotation: Any) -> Domain:
        """Return what is inside a list, set or dict; what is given takes its place later."""
        return Values(()) if part in self.parts else self.from_annotation(annotation)

    def _limit(self) -> int:
        limit = self.largest()
        if limit is None:
            raise Unbounded
        return limit

    def skeleton(self) -> str:
        """Return what the user may copy and complete."""
        root = self.root.__name__
        lines = [f"{root} cannot be bounded yet; complete this:", f"    refute.bounds({root},"]
        lines += [f"        {one.python},  # {one.about}" for one in self.missing]
        words = " ".join(one.typed for one in self.missing)
        typed = f'    or, on the command line: --bounds "{words}"'
        return "\n".join([*lines, "    )", typed])


def check_names(reading: Reading, given: Mapping[str, Any]) -> None:
    """Refuse names that mean nothing."""
    fields = [f"{name}.{field}" for name, hints in reading.hints.items() for field in hints]
    plain = {key.rpartition(".")[2] for key in fields}
    parts = ("length", "items", "keys", "values")
    lists = {f"{field}.{part}" for field in (*plain, *fields) for part in parts}
    known = {*fields, *plain, *lists, *reading.classes}
    for key in given:
        owner, _, field = key.rpartition(".")
        one_object = f"{owner.rstrip('0123456789')}.{field}"
        if key not in known and one_object not in known:
            names = ", ".join([*reading.classes, *fields])
            raise UsageError(
                f"{reading.root.__name__} has no class or field {key!r}; known are: {names}",
                "unknown-bound",
            )
