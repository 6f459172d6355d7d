"""What annotations of fields say about bounds: of which shape a value is, which classes are named."""

from __future__ import annotations

import enum
import inspect
import types
import typing
from collections import OrderedDict, abc, deque
from collections.abc import Iterable, Mapping
from typing import Any

from refute.look.made_classes import written_subclasses
from refute.model.bounds import Domain, Values
from refute.model.errors import UsageError

LISTS = {
    list: list,
    tuple: tuple,
    deque: deque,
    abc.Sequence: list,  # noqa: TID251
    abc.MutableSequence: list,
}

SETS = {set: set, frozenset: frozenset, abc.Set: frozenset, abc.MutableSet: set}
DICTS = {dict: dict, OrderedDict: OrderedDict, abc.Mapping: dict, abc.MutableMapping: dict}

# What bounds a list, a set or a dict, beside its length.
CONTENTS: dict[type, tuple[str, ...]] = {
    list: ("items",),
    set: ("items",),
    dict: ("keys", "values"),
}


def check_lists(field: str, annotation: Any, domain: Domain) -> None:
    """Refuse numbers where lists are meant: their lengths or their items were."""
    shape = shape_of(annotation)
    if shape is None or type(None) in typing.get_args(annotation) or not isinstance(domain, Values):
        return
    for one in domain.items:
        if isinstance(one, int | str):
            python, typed = wanted_for(field.rpartition(".")[2], shape)
            raise UsageError(
                f"{field} is a {annotation_text(annotation)}, and {one!r} is none; give its lengths and its contents: "
                f"{typed}, in Python {python}",
                "bad-bounds",
            )


def shape_of(annotation: Any) -> type | None:
    """Return list, set or dict for an annotation of what is bounded like it, None for others; Optional ones too."""
    arguments = typing.get_args(annotation)
    kind = typing.get_origin(annotation) or annotation
    if kind in (typing.Union, types.UnionType):
        found = (shape_of(one) for one in arguments)
        return next((one for one in found if one is not None), None)
    if kind is tuple and arguments and arguments[-1] is not Ellipsis:
        return None
    for shape, kinds in ((list, LISTS), (set, SETS), (dict, DICTS)):
        if kind in kinds:
            return shape
    return None


def wanted_for(field: str, shape: type | None) -> tuple[str, str]:
    """Return how the values of a field are given: in Python, and on the command line."""
    if shape is None:
        return f"{field}=[...]", f"{field}=…"
    contents = " ".join(f"{field}.{part}=…" for part in CONTENTS[shape])
    python: dict[type, str] = {
        list: "refute.array(3, [...])",
        set: "refute.array(3, [...], set)",
        dict: "refute.mapping(3, [...], [...])",
    }
    return f"{field}={python[shape]}", f"{field}.length=0..3 {contents}"


def is_subject_class(owner: Any) -> bool:
    """Tell whether objects of this class are built field by field."""
    if not isinstance(owner, type) or issubclass(owner, enum.Enum) or owner is object:
        return False
    return owner.__module__ not in (
        "builtins",
        "inspect",
        "typing",
        "collections.abc",
        "collections",
    )


def subclasses_of(owner: type) -> list[type]:
    """Return the user's direct subclasses."""
    return written_subclasses(owner) if is_subject_class(owner) else []


# Annotates a field with deques that have a `maxlen`: by lengths and items they cannot be listed.
LIMITED_DEQUE = typing.NewType("LIMITED_DEQUE", object)


def classes_in(annotation: Any) -> Iterable[type]:
    """Yield the classes that an annotation mentions."""
    if isinstance(annotation, type) and not typing.get_args(annotation):
        yield annotation
    for part in typing.get_args(annotation):
        yield from classes_in(part)


def generics_in(annotation: Any) -> Iterable[Any]:
    """Yield the user's generic classes that an annotation mentions with arguments, as `Cell[int]`."""
    owner = typing.get_origin(annotation)
    if isinstance(owner, type) and issubclass(owner, typing.Generic):
        yield annotation
    for part in typing.get_args(annotation):
        yield from generics_in(part)


def with_variables(annotation: Any, meant: Mapping[Any, Any]) -> Any:
    """Return an annotation with what type variables stand for in their place."""
    if isinstance(annotation, typing.TypeVar):
        return meant.get(annotation, annotation)
    variables = getattr(annotation, "__parameters__", ())
    if not variables or isinstance(annotation, type):
        return annotation
    return annotation[tuple(meant.get(one, one) for one in variables)]


def annotation_text(annotation: Any) -> str:
    """Return an annotation as the user wrote it, nearly."""
    if annotation is inspect.Parameter.empty:
        return "not annotated"
    if annotation is LIMITED_DEQUE:
        return "deque with a maxlen, each as it is"
    return annotation.__name__ if isinstance(annotation, type) else str(annotation)
