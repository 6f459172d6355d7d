"""Domains put together and pruned: what the values of a field may be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

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
from refute.model.errors import UsageError

DOMAINS = (Values, Objects, Array, Tuple, SetOf, DictOf, AnyOf)


def check_domains(bounds: Bounds) -> None:
    """Refuse domains without a value."""
    for field, domain in bounds.fields.items():
        if domain_size(domain, bounds.objects) == 0:
            raise UsageError(f"{field} has an empty domain: no value can be chosen", "empty-domain")


def as_values(given: Any) -> Iterable[Any]:
    """Return one value, or several, as several."""
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
    """Leave out classes of which there are no objects, however deep inside."""

    def within(lengths: tuple[int, ...], item: Domain) -> tuple[int, ...]:
        return lengths if item != _NOTHING else tuple(one for one in lengths if not one)

    match domain:
        case Objects(name) if not objects.get(name):
            return _NOTHING
        case AnyOf(parts):
            left = [one for one in (prune(part, objects) for part in parts) if one != _NOTHING]
            return joined(left) if left else _NOTHING
        case Tuple(parts):
            return Tuple(tuple(prune(part, objects) for part in parts))
        case Array(lengths, item, kind):
            item = prune(item, objects)
            return Array(within(lengths, item), item, kind)
        case SetOf(item, lengths, kind):
            item = prune(item, objects)
            return SetOf(item, within(lengths, item), kind)
        case DictOf(key, value, lengths, kind):
            key, value = prune(key, objects), prune(value, objects)
            return DictOf(key, value, within(within(lengths, key), value), kind)
    return domain


_NOTHING = Values(())
