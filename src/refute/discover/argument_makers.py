"""What arguments need from elsewhere: constructors and factories of their classes, the keys of a TypedDict."""

from __future__ import annotations

import inspect
import re
import sys
import typing
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from refute.discover.inference.guesses import Guessing
from refute.discover.inference.neighbours import live_object
from refute.discover.public_members import Member
from refute.discover.signatures import Signatures
from refute.look.made_classes import written_subclasses
from refute.look.objects import is_protocol
from refute.look.written_code import is_left_open
from refute.model.sequence import RECEIVERS
from refute.model.subject import Input, Routine, class_name
from refute.model.typeform import ANY, TypeForm

# Presets have these, or nobody can make them.
_NOT_MADE = frozenset(
    {
        *(
            *("builtins", "typing", "types", "collections.abc", "abc", "numbers", "datetime"),
            "decimal",
        ),
        *("fractions", "pathlib", "pathlib._local", "re", "io", "_io", "uuid", "enum", "os"),
    }
)

# A chain of arguments that need arguments; and so many classes in all.
_DEEPEST = 3
_MOST_MADE = 60
_MOST_DERIVED = 5  # subclasses in place of an abstract class
# Methods of one class that fill its objects.
_MOST_FILLERS = 6
_FILLS = re.compile(
    r"(?:add|append|attach|connect|extend|insert|link|push|put|register|set|update)(?:_\w+)?|__setitem__"
)


def makers_of_arguments(
    routines: Iterable[Routine], signatures: Signatures, guessing: Guessing
) -> list[Routine]:
    """Return constructors and factories of classes from elsewhere that the routines' inputs ask for."""
    made = {one.owner for one in routines if one.how == "new"}
    found: list[Routine] = []
    todo = list(routines)
    known = {one.target for one in todo}
    for _ in range(_DEEPEST):
        fresh: list[Routine] = []
        for cls in _asked_for(todo, signatures):
            if class_name(cls) not in made and len(made) < _MOST_MADE:
                made.add(class_name(cls))
                fresh += _makers(cls, signatures)
                fresh += _factories(cls, signatures, guessing)
        fresh = [one for one in guessing.read_into(fresh) if one.target not in known]
        known.update(one.target for one in fresh)
        found += fresh
        todo = fresh
    return found


def _asked_for(routines: Iterable[Routine], signatures: Signatures) -> Iterator[type]:
    """Yield the classes that inputs name, the concrete subclasses of abstract ones in their place."""
    names = dict.fromkeys(
        name
        for one in routines
        for given in one.inputs
        for form in (given.form, *(guess.form for guess in given.guesses))
        for name in _names_in(form)
    )
    for name in names:
        cls = signatures.annotations.classes.get(name)
        if cls is None or cls.__module__ in _NOT_MADE:
            continue
        if not inspect.isabstract(cls) and not cls.__name__.startswith("_"):
            yield cls
            if not _leaves_methods_open(cls):
                continue
        # Not meant to be made by others; a subclass that is public is.
        yield from (
            one
            for one in written_subclasses(cls)[:_MOST_DERIVED]
            if not inspect.isabstract(one) and not one.__name__.startswith("_")
        )


def _leaves_methods_open(cls: type) -> bool:
    """Return whether a class has methods that only raise `NotImplementedError`, whatever it says of itself."""
    codes = [getattr(getattr(one, "fget", one), "__code__", None) for one in vars(cls).values()]
    return any(code is not None and is_left_open(code) for code in codes)


def _names_in(form: TypeForm) -> Iterator[str]:
    yield form.name
    for part in form.args:
        yield from _names_in(part)


def _makers(cls: type, signatures: Signatures) -> list[Routine]:
    target = _public_target(cls)
    if target is None or typing.is_typeddict(cls) or is_protocol(cls):
        return []
    quiet = Signatures(signatures.subject, annotations=signatures.annotations)
    module, _, name = target.partition(":")
    own = quiet.routines(Member(module, name, cls))
    form = TypeForm(class_name(cls))
    makers = [
        one for one in own if one.how == "new" or (one.how == "function" and one.output == form)
    ]
    is_of_package = module.partition(".")[0] in {n.partition(".")[0] for n in signatures.subject}
    return [*makers, *_fillers(own)] if is_of_package else makers


def _fillers(routines: Iterable[Routine]) -> list[Routine]:
    """Return the methods that by their names put something into an object: a graph without edges is only one of many."""
    named = [
        one
        for one in routines
        if one.how in RECEIVERS
        and len(one.inputs) > 1
        and _FILLS.fullmatch(one.target.rpartition(".")[2])
    ]
    return named[:_MOST_FILLERS]


def _factories(cls: type, signatures: Signatures, guessing: Guessing) -> Iterator[Routine]:
    """Yield functions of the package that return objects of a class, though nothing may be annotated."""
    quiet = Signatures(signatures.subject, annotations=signatures.annotations)
    for module, name in guessing.factories(class_name(cls)):
        function = live_object(f"{module}:{name}")
        if callable(function):
            for one in quiet.routines(Member(module, name, function)):
                yield replace(one, output=TypeForm(class_name(cls))) if one.output == ANY else one


def _public_target(cls: type) -> str | None:
    """Return a name by which the class can be reached: that of the shortest package that has it."""
    parts = cls.__module__.split(".")
    for length in range(1, len(parts) + 1):
        name = ".".join(parts[:length])
        found: Any = sys.modules.get(name)
        for part in cls.__qualname__.split("."):
            found = getattr(found, part, None)
        if found is cls:
            return f"{name}:{cls.__qualname__}"
    return None


def typed_dicts(signatures: Signatures) -> dict[str, tuple[Input, ...]]:
    """Return the keys of every TypedDict that a form names, and of those that these name in turn."""
    found: dict[str, tuple[Input, ...]] = {}
    classes = signatures.annotations.classes
    while fresh := [n for n, cls in classes.items() if n not in found and typing.is_typeddict(cls)]:
        for name in fresh:
            found[name] = tuple(_keys(classes[name], signatures))
    return found


def _keys(cls: Any, signatures: Signatures) -> Iterator[Input]:
    for key, annotation in cls.__annotations__.items():
        form = signatures.annotations.form(annotation, cls)
        required = key in cls.__required_keys__
        yield Input(key, form or ANY, "keyword", required, annotated=form is not None)
