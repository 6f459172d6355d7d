"""Bounds read from a class: annotations, dataclass fields, slots and assignments in `__init__`.

Korat, section 3.1: most of a finitization is generated from the type declarations, the user adds the numbers.
Main names: `bounds_for` (class and the user's words → `Bounds`) and `skeleton` (what to write when something cannot
be inferred, figures 10 and 16).
"""

from __future__ import annotations

import ast
import builtins
import dataclasses
import enum
import inspect
import sys
import textwrap
import types
import typing
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from refute.errors import UsageError
from refute.model.bounds import (
    AnyOf,
    Array,
    Bounds,
    DictOf,
    Domain,
    Objects,
    SetOf,
    Tuple,
    Values,
    domain_size,
)
from refute.model.private import class_prefix, mangled

DOMAINS = (Values, Objects, Array, Tuple, SetOf, DictOf, AnyOf)
LISTS = {list: list, tuple: tuple}
SETS = {set: set, frozenset: frozenset}


class Unknown(Exception):
    """The annotation of a field does not say which values it may take."""


# Types with more values than can be listed: some of them, for those who ask for no more than examples.
Examples = Mapping[type, tuple[Any, ...]]
# What objects of a class were seen to hold, as annotations by field; for fields whose annotation says nothing.
Seen = Mapping[type, Mapping[str, Any]]


def bounds_for(
    root: type,
    size: int | None,
    given: Mapping[str, Any],
    *,
    seen: Seen | None = None,
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
        seen: Seen = MappingProxyType({}),
        examples: Examples = MappingProxyType({}),
    ) -> None:
        self.root, self.size, self.given = root, size, given
        self.seen, self.examples = seen, examples
        self.classes: dict[str, type] = {}
        self.hints: dict[str, dict[str, Any]] = {}
        self.defaults: dict[str, dict[str, Any]] = {}
        self.missing: list[str] = []
        self.included: dict[str, Domain] = {}
        self._collect(root)
        self.counts = {name: self._count(name) for name in self.classes}

    def _collect(self, owner: type) -> None:
        name = owner.__name__
        if self.classes.get(name, owner) is not owner:
            name = owner.__qualname__
        if owner in self.classes.values() or not is_subject_class(owner):
            return
        self.classes[name] = owner
        self.hints[name], self.defaults[name] = fields_of(owner)
        for field, annotation in self.seen.get(owner, {}).items():
            if self.hints[name].get(field, inspect.Parameter.empty) is inspect.Parameter.empty:
                self.hints[name][field] = annotation
        for annotation in list(self.hints[name].values()):
            for part in classes_in(annotation):
                self._collect(part)
                for child in subclasses_of(part):
                    if child.__name__ in self.given:
                        self._collect(child)

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
        return self.size

    def _name(self, owner: type) -> str:
        return next(name for name, one in self.classes.items() if one is owner)

    def largest(self) -> int | None:
        """Return the number that stands for "size" where nothing was given: the largest number of objects."""
        counts = [n for name, n in self.counts.items() if n and self.classes[name] is not self.root]
        return self.size if self.size is not None else max(counts, default=None)

    def bounds(self) -> Bounds:
        fields: dict[str, Domain] = {}
        for name in list(self.classes):
            if self.counts[name] is None and not inspect.isabstract(self.classes[name]):
                self.missing.append(f"{name}=3  # how many objects of class {name}")
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
        try:
            return self._shaped(field, self._inferred(field, annotation))
        except Unknown:
            if field in self.defaults[name]:
                return Values((self.defaults[name][field],))
            values = "refute.array(3, [...])" if is_list(annotation) else "[...]"
            self.missing.append(
                f"{field}={values}  # values of {name}.{field}: {annotation_text(annotation)}"
            )
            return None

    def _inferred(self, field: str, annotation: Any) -> Domain:
        """Return what the annotation of a field says, or, where it says too little, what is given about a list."""
        try:
            return self.from_annotation(annotation)
        except Unknown:
            if not {f"{field}.length", f"{field}.items"} <= self.given.keys():
                raise
            kinds = [one for one in (annotation, *typing.get_args(annotation)) if is_list(one)]
            kind = (typing.get_origin(kinds[0]) or kinds[0]) if kinds else list
            nothing = [Values((None,))] if type(None) in typing.get_args(annotation) else []
            return joined([*nothing, Array((), Values(()), LISTS[kind])])

    def _shaped(self, field: str, domain: Domain) -> Domain:
        """Apply `field.length` and `field.items` to the lists that a field may hold."""
        if isinstance(domain, AnyOf):
            return AnyOf(tuple(self._shaped(field, part) for part in domain.parts))
        if not isinstance(domain, Array):
            return domain
        lengths = tuple(as_values(self.given.get(f"{field}.length", domain.lengths)))
        item = domain.item
        if f"{field}.items" in self.given:
            item = self.domain_of(self._by_name(self.given[f"{field}.items"]), None)
        return Array(lengths, item, domain.kind)

    def _by_name(self, value: Any) -> Any:
        """Return what is given with classes in place of their names, which is how the command line writes them."""
        if isinstance(value, list | tuple):
            return [self._by_name(one) for one in value]
        return self.classes[value] if isinstance(value, str) and self.counts.get(value) else value

    def include(self, other: Bounds) -> Domain:
        """Take over the bounds of a part (the paper's includeFinitization) and return its objects."""
        for name, owner in other.classes.items():
            self.classes[name], self.counts[name] = owner, other.objects[name]
            self.hints.setdefault(name, {})
        self.included.update(other.fields)
        return Objects(other.root)

    def domain_of(self, value: Any, annotation: Any) -> Domain:
        """Return what the user gave as a domain: a domain, a class, one value, or several."""
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
            ordered = sorted(
                arguments, key=lambda one: one is not type(None)
            )  # None first, as the paper
            return joined([self.from_annotation(one) for one in ordered])
        if origin is typing.Literal:
            return Values(arguments)
        if origin in (typing.Annotated, typing.Final, typing.Required):
            return self.from_annotation(arguments[0])
        if origin in LISTS or annotation in LISTS:
            return self._list(origin or annotation, arguments)
        if origin in SETS:
            return SetOf(self.from_annotation(arguments[0]), self._limit(), SETS[origin])
        if origin is dict:
            key, value = (self.from_annotation(one) for one in arguments)
            return DictOf(key, value, self._limit())
        return self._plain(annotation)

    def _plain(self, annotation: Any) -> Domain:
        if annotation is bool:
            return Values((False, True))
        if annotation is int:
            return Values(tuple(range(self._limit() + 1)))
        if isinstance(annotation, type) and issubclass(annotation, enum.Enum):
            return Values(tuple(annotation))
        if isinstance(annotation, type):
            parts = [name for name, owner in self.classes.items() if issubclass(owner, annotation)]
            if parts and annotation is not object:
                return joined([Objects(name) for name in parts])
        if isinstance(annotation, type) and annotation in self.examples:
            return Values(self.examples[annotation])
        raise Unknown

    def _list(self, kind: Any, arguments: tuple[Any, ...]) -> Domain:
        if kind is tuple and arguments and arguments[-1] is not Ellipsis:
            return Tuple(tuple(self.from_annotation(one) for one in arguments))
        if not arguments:
            raise Unknown
        item = self.from_annotation(arguments[0])
        return Array(tuple(range(self._limit() + 1)), item, LISTS[kind])

    def _limit(self) -> int:
        limit = self.largest()
        if limit is None:
            raise Unknown
        return limit

    def skeleton(self) -> str:
        """Return what the user may copy and complete."""
        root = self.root.__name__
        lines = [f"{root} cannot be bounded yet; complete this:", f"    refute.bounds({root},"]
        lines += [
            f"        {line.partition('  #')[0]},  #{line.partition('  #')[2]}"
            for line in self.missing
        ]
        words = [line.partition("  #")[0].replace("[...]", "…") for line in self.missing]
        typed = f'    or, on the command line: --bounds "{" ".join(words)}"'
        return "\n".join([*lines, "    )", typed])


def check_names(reading: Reading, given: Mapping[str, Any]) -> None:
    """Refuse names that mean nothing."""
    fields = [f"{name}.{field}" for name, hints in reading.hints.items() for field in hints]
    plain = {key.rpartition(".")[2] for key in fields}
    lists = {f"{field}.{part}" for field in plain for part in ("length", "items")}
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


def check_lists(field: str, annotation: Any, domain: Domain) -> None:
    """Refuse numbers where lists are meant: their lengths or their items were."""
    if not is_list(annotation) or not isinstance(domain, Values):
        return
    for one in domain.items:
        if isinstance(one, int | str) and not isinstance(
            one, typing.get_origin(annotation) or annotation
        ):
            name = field.rpartition(".")[2]
            raise UsageError(
                f"{field} is a {annotation_text(annotation)}, and {one!r} is none; give its lengths and its items: "
                f"{name}.length=0..3 {name}.items=…, in Python {name}=refute.array(3, […])",
                "bad-bounds",
            )


def is_list(annotation: Any) -> bool:
    """Return whether an annotation is that of a list, or of a tuple of any length."""
    arguments = typing.get_args(annotation)
    kind = typing.get_origin(annotation) or annotation
    return kind in (list, tuple) and not (
        kind is tuple and arguments and arguments[-1] is not Ellipsis
    )


def check_domains(bounds: Bounds) -> None:
    """Refuse domains without a value."""
    for field, domain in bounds.fields.items():
        if domain_size(domain, bounds.objects) == 0:
            raise UsageError(f"{field} has an empty domain: no value can be chosen", "empty-domain")


def as_values(given: Any) -> Iterable[Any]:
    return given if isinstance(given, Iterable) else (given,)


def is_domain(value: Any, classes: Mapping[str, type]) -> bool:
    """Tell whether an element of a given list means several values."""
    return isinstance(value, DOMAINS) or (isinstance(value, type) and value in classes.values())


def joined(parts: Iterable[Domain]) -> Domain:
    """Return the union, flat; one part stays itself."""
    flat: list[Domain] = []
    for part in parts:
        flat.extend(part.parts if isinstance(part, AnyOf) else (part,))
    merged: list[Domain] = []
    for part in flat:
        if merged and isinstance(part, Values) and isinstance(merged[-1], Values):
            merged[-1] = Values((*merged[-1].items, *part.items))
        elif part in merged:
            continue
        else:
            merged.append(part)
    return merged[0] if len(merged) == 1 else AnyOf(tuple(merged))


def prune(domain: Domain, objects: Mapping[str, int]) -> Domain:
    """Leave out classes of which there are no objects."""
    if isinstance(domain, AnyOf):
        left = [part for part in domain.parts if not is_nobody(part, objects)]
        return joined(left) if left else Values(())
    return Values(()) if is_nobody(domain, objects) else domain


def is_nobody(domain: Domain, objects: Mapping[str, int]) -> bool:
    return isinstance(domain, Objects) and not objects.get(domain.name)


def is_subject_class(owner: Any) -> bool:
    """Tell whether objects of this class are built field by field."""
    if not isinstance(owner, type) or issubclass(owner, enum.Enum) or owner is object:
        return False
    return owner.__module__ not in ("builtins", "inspect", "typing", "collections.abc")


def subclasses_of(owner: type) -> list[type]:
    """Return the user's direct subclasses; those that a running search made are not the user's."""
    if not is_subject_class(owner):
        return []
    children: list[type] = owner.__subclasses__()
    return [child for child in children if "__refute_watched__" not in vars(child)]


def classes_in(annotation: Any) -> Iterable[type]:
    """Yield the classes that an annotation mentions."""
    if isinstance(annotation, type) and not typing.get_args(annotation):
        yield annotation
    for part in typing.get_args(annotation):
        yield from classes_in(part)


def annotation_text(annotation: Any) -> str:
    """Return an annotation as the user wrote it, nearly."""
    if annotation is inspect.Parameter.empty:
        return "not annotated"
    return annotation.__name__ if isinstance(annotation, type) else str(annotation)


def fields_of(owner: type) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the fields of a class, inherited ones first: their annotations, and the defaults that exist."""
    hints: dict[str, Any] = {}
    defaults: dict[str, Any] = {}
    for base in reversed(owner.__mro__[:-1]):
        hints.update(own_hints(base, owner))
        for slot in slots_of(base):
            hints.setdefault(slot, inspect.Parameter.empty)
    for name in assigned_in_init(owner, hints):
        hints.setdefault(name, inspect.Parameter.empty)
    if dataclasses.is_dataclass(owner):
        for field in dataclasses.fields(owner):
            if field.default is not dataclasses.MISSING:
                defaults[field.name] = field.default
    for name in hints:
        value = inspect.getattr_static(owner, name, None)
        if value is not None and not hasattr(type(value), "__get__"):
            defaults.setdefault(name, value)
    return {n: h for n, h in hints.items() if not is_computed(owner, n)}, defaults


def own_hints(base: type, owner: type) -> dict[str, Any]:
    """Return the resolved annotations of one class body; what cannot be resolved counts as not annotated."""
    found: dict[str, Any] = {}
    for name, raw in inspect.get_annotations(base).items():
        hint = resolve(raw, base)
        if typing.get_origin(hint) is not typing.ClassVar and hint is not typing.ClassVar:
            found[name] = hint
    return found


def resolve(raw: Any, base: type) -> Any:
    """Return an annotation as an object; names may be those of the module, the class, or nested classes."""
    if not isinstance(raw, str):
        return raw
    module = sys.modules.get(base.__module__)
    local = {**vars(base), base.__name__: base}
    try:
        found = eval(raw, {**vars(builtins), **vars(typing), **vars(module or builtins)}, local)
        return resolve(found, base) if isinstance(found, str) else found
    except Exception:
        return inspect.Parameter.empty


def slots_of(base: type) -> list[str]:
    slots = base.__dict__.get("__slots__", ())
    names = [slots] if isinstance(slots, str) else list(slots)
    prefix = class_prefix(f"{base.__name__}.__slots__")
    return [mangled(name, prefix) for name in names if name not in ("__dict__", "__weakref__")]


def is_computed(owner: type, name: str) -> bool:
    """Tell whether a name is a property or function, which has no storage of its own."""
    value = inspect.getattr_static(owner, name, None)
    return isinstance(value, property | types.FunctionType | classmethod | staticmethod)


def assigned_in_init(owner: type, hints: dict[str, Any]) -> list[str]:
    """Return the attributes that `__init__` assigns, inherited ones first, and note the annotations found there."""
    names: list[str] = []
    for base, tree in reversed(list(inits_of(owner))):
        for node in ast.walk(tree):
            for target, value in assignments(node):
                if is_self_field(target):
                    name = mangled(target.attr, class_prefix(f"{base.__name__}.__init__"))
                    annotation = node.annotation if isinstance(node, ast.AnnAssign) else None
                    note_assignment(base, name, annotation, value, hints)
                    names.append(name)
    return names


def inits_of(owner: type) -> Iterator[tuple[type, ast.Module]]:
    """Yield the classes whose `__init__` runs for an object, most derived first, as far as each calls the next."""
    for base in owner.__mro__[:-1]:
        if "__init__" not in vars(base):
            continue
        try:
            tree = ast.parse(textwrap.dedent(inspect.getsource(vars(base)["__init__"])))
        except (OSError, TypeError, SyntaxError):
            continue  # written by a decorator, as of dataclasses
        yield base, tree
        if not any(isinstance(n, ast.Attribute) and n.attr == "__init__" for n in ast.walk(tree)):
            return


def assignments(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr | None]]:
    """Yield what a statement assigns: each target with its value, where that can be told."""
    if isinstance(node, ast.AnnAssign):
        yield node.target, node.value
    for target in node.targets if isinstance(node, ast.Assign) else ():
        assert isinstance(node, ast.Assign)
        yield from unpacked(target, node.value)


def unpacked(
    target: ast.expr, value: ast.expr | None
) -> Iterator[tuple[ast.expr, ast.expr | None]]:
    if not isinstance(target, ast.Tuple | ast.List):
        yield target, value
        return
    parts: list[ast.expr] = []
    if isinstance(value, ast.Tuple | ast.List) and len(value.elts) == len(target.elts):
        starred = (isinstance(one, ast.Starred) for one in (*value.elts, *target.elts))
        parts = [] if any(starred) else value.elts
    for index, one in enumerate(target.elts):
        one = one.value if isinstance(one, ast.Starred) else one
        yield from unpacked(one, parts[index] if parts else None)


def parameter_hint(owner: type, name: str) -> Any:
    """Return the annotation of a parameter of `__init__`, as its value has it."""
    signature = inspect.signature(owner.__init__)  # type: ignore[misc]
    parameter = signature.parameters.get(name)
    if parameter is None or parameter.annotation is inspect.Parameter.empty:
        return inspect.Parameter.empty
    hint = resolve(parameter.annotation, owner)
    if hint is inspect.Parameter.empty or parameter.kind is parameter.VAR_KEYWORD:
        return inspect.Parameter.empty
    return (
        tuple.__class_getitem__((hint, ...)) if parameter.kind is parameter.VAR_POSITIONAL else hint
    )


def is_self_field(target: ast.expr) -> typing.TypeGuard[ast.Attribute]:
    return (
        isinstance(target, ast.Attribute)
        and isinstance(target.value, ast.Name)
        and target.value.id == "self"
    )


def note_assignment(
    owner: type,
    name: str,
    annotation: ast.expr | None,
    value: ast.expr | None,
    hints: dict[str, Any],
) -> None:
    """Take the annotation of `self.x: T = …`, or of the parameter assigned, or the type of a number or truth value."""
    known = hints.get(name, inspect.Parameter.empty)
    if known is not inspect.Parameter.empty:
        return
    if annotation is not None:
        hints[name] = resolve(ast.unparse(annotation), owner)
    elif isinstance(value, ast.Name):
        hints[name] = parameter_hint(owner, value.id)
    elif isinstance(value, ast.Constant) and isinstance(value.value, bool | int):
        hints[name] = type(value.value)
