"""What annotations and validators say about values beyond their type: `constrained`, `validated`.

Read by the names of attributes that annotated-types, pydantic and attrs have in common (`gt`, `min_length`, `pattern`…), so
that none of them is imported.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from refute.model.literals import source_of
from refute.model.subject import Input
from refute.model.typeform import TypeForm, literal, members, restricted, union

# Attributes and the condition on a value that each stands for.
_CONDITIONS = {
    "gt": "{0} > %s",
    "ge": "{0} >= %s",
    "lt": "{0} < %s",
    "le": "{0} <= %s",
    "multiple_of": "{0} %% %s == 0",
    "min_length": "len({0}) >= %s",
    "max_length": "len({0}) <= %s",
}
_NUMBERS = frozenset(["int", "float", "decimal:Decimal", "fractions:Fraction"])
_NUMBERS |= {"datetime:date", "datetime:datetime", "datetime:timedelta"}
_SIZED = frozenset(["str", "bytes", "list", "tuple", "set", "frozenset", "dict"])
_ABSTRACT = ("collections.abc:", "typing:")


def constrained(form: TypeForm, metadata: Iterable[object]) -> TypeForm:
    """Return a form with the conditions that the metadata of `Annotated` has, where they are about such values."""
    conditions = [one for item in metadata for one in _conditions(item)]
    if not conditions:
        return form
    return union(*(_restricted(part, conditions) for part in members(form)))


def _restricted(form: TypeForm, conditions: list[str]) -> TypeForm:
    """Return a part of a form with the conditions that can be asked of it."""
    is_sized = form.name in _SIZED or form.name.startswith(_ABSTRACT)
    asked = [
        one
        for one in conditions
        if (is_sized and one.startswith("len("))
        or (form.name == "str" and one.startswith("re."))
        or (form.name in _NUMBERS and one.startswith("{0}"))
    ]
    return restricted(form, *asked) if asked else form


def _conditions(item: object) -> Iterator[str]:
    """Yield the conditions that one item of metadata, or one validator, has."""
    for inner in _inner(item):
        yield from _conditions(inner)
    for name, condition in _CONDITIONS.items():
        value = getattr(item, name, None)
        source = source_of(value)
        if value is not None and source is not None and not callable(value):
            yield condition % source
    yield from _pattern(item)
    operator, bound = getattr(item, "compare_op", None), getattr(item, "bound", None)
    source = source_of(bound)
    if operator in (">", ">=", "<", "<=") and bound is not None and source is not None:
        yield f"{{0}} {operator} {source}"


def _pattern(item: Any) -> Iterator[str]:
    """Yield that a text matches the pattern of an item, all of it where attrs is told to look at all."""
    pattern = getattr(item, "pattern", None)
    pattern = pattern.pattern if isinstance(pattern, re.Pattern) else pattern
    if isinstance(pattern, str) and not isinstance(item, re.Pattern):
        how = getattr(getattr(item, "match_func", None), "__name__", "search")
        yield f"re.{how}({pattern!r}, {{0}})"


def _inner(item: Any) -> Iterable[object]:
    """Return what an item is made of: the metadata of a field, the validators that another joins."""
    for name in ("metadata", "_validators"):
        inner = getattr(item, name, None)
        if isinstance(inner, list | tuple):
            return inner
    validator = getattr(item, "validator", None)  # of one that takes None, too
    return [] if validator is None or isinstance(item, type) else [validator]


def validated(cls: type, inputs: tuple[Input, ...]) -> tuple[Input, ...]:
    """Return the parameters of a constructor with what the validators of an attrs class ask for."""
    fields = getattr(cls, "__attrs_attrs__", None)
    if not isinstance(fields, tuple):
        return inputs
    validators = {getattr(one, "alias", None) or one.name: one.validator for one in fields}
    return tuple(_validated(one, validators.get(one.name)) for one in inputs)


def _validated(given: Input, validator: Any) -> Input:
    options = getattr(validator, "options", None)
    sources = [source_of(one) for one in options] if isinstance(options, tuple | list) else []
    if sources and None not in sources:
        return replace(given, form=literal(*(one for one in sources if one is not None)))
    return replace(given, form=constrained(given.form, [validator]))
