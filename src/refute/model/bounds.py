"""Bounds: how many objects of which class, and which values each field may take.

Korat (Boyapati, Khurshid, Marinov 2002), section 3.1, where the word is *finitization*.  A domain is data: a
`Values` set, the `Objects` of one class, an `Array`, a fixed `Tuple`, a `SetOf`, a `DictOf`, or an `AnyOf` of these.
The order inside a domain is the order of the search: what stands first is tried first.
"""

from __future__ import annotations

import enum
import types
from collections import OrderedDict, deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from math import comb, perm, prod
from typing import Any


def distinct(items: Iterable[Any]) -> tuple[Any, ...]:
    """Return the items without repetitions; equal values of different types are different.

    >>> distinct([1, 1, True, 1.0, [1], [True], [1]])
    (1, True, 1.0, [1], [True])
    """
    found: dict[Any, Any] = {}
    for item in items:
        found.setdefault(_key(item), item)
    return tuple(found.values())


def _key(item: Any) -> Any:
    """Return something that is equal for values that are the same in type and value."""
    if isinstance(item, float):
        return type(item), repr(item)  # 0.0 and -0.0
    if type(item) in (list, tuple, deque):
        return type(item), tuple(map(_key, item))
    if type(item) in (set, frozenset):
        return type(item), frozenset(map(_key, item))
    if type(item) in (dict, OrderedDict):
        return type(item), tuple((_key(key), _key(value)) for key, value in item.items())
    if isinstance(item, int | str | bytes | complex | types.NoneType):
        return type(item), item
    return type(item), id(item)


@dataclass(frozen=True, slots=True)
class Values:
    """Ready values: numbers, strings, enum members, None; each once."""

    items: tuple[Any, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "items", distinct(self.items))


@dataclass(frozen=True, slots=True)
class Objects:
    """The objects of one class domain, in order; `name` is a key of `Bounds.objects`."""

    name: str


@dataclass(frozen=True, slots=True)
class Array:
    """A list of its own for each field that holds one; its length and every item are fields too."""

    lengths: tuple[int, ...]
    item: Domain
    kind: type = list

    def __post_init__(self) -> None:
        object.__setattr__(self, "lengths", distinct(self.lengths))


@dataclass(frozen=True, slots=True)
class Tuple:
    """A tuple with one domain per place."""

    parts: tuple[Domain, ...]


@dataclass(frozen=True, slots=True)
class SetOf:
    """Every set with so many members; as a tuple, every such set in one order of many."""

    item: Domain
    lengths: tuple[int, ...]
    kind: type = set

    def __post_init__(self) -> None:
        object.__setattr__(self, "lengths", distinct(self.lengths))


@dataclass(frozen=True, slots=True)
class DictOf:
    """Every dict with so many entries; as an OrderedDict, in every order."""

    key: Domain
    value: Domain
    lengths: tuple[int, ...]
    kind: type = dict

    def __post_init__(self) -> None:
        object.__setattr__(self, "lengths", distinct(self.lengths))


@dataclass(frozen=True, slots=True)
class AnyOf:
    """A union; values of one class domain stay together, as section 3.3 asks."""

    parts: tuple[Domain, ...]


Domain = Values | Objects | Array | Tuple | SetOf | DictOf | AnyOf


@dataclass(frozen=True, slots=True)
class Bounds:
    """The finitization of `root`: object counts, field domains, and the classes that the names mean.

    `fields` is keyed `Class.field`; a key such as `Entry0.element` overrides it for the first `Entry` reached.
    """

    root: str
    objects: Mapping[str, int]
    fields: Mapping[str, Domain]
    classes: Mapping[str, type]

    def fields_of(self, name: str) -> list[tuple[str, Domain]]:
        """Return the fields of one class with their domains, in order of declaration."""
        prefix = name + "."
        return [
            (key.removeprefix(prefix), domain)
            for key, domain in self.fields.items()
            if key.startswith(prefix) and "." not in key.removeprefix(prefix)
        ]

    def state_space(self) -> int:
        """Return the number of assignments of values to all fields of all objects."""
        sizes = (
            domain_size(self.fields.get(f"{name}{index}.{field}", domain), self.objects)
            for name, count in self.objects.items()
            for field, domain in self.fields_of(name)
            for index in range(count)
        )
        return prod(sizes)

    def __str__(self) -> str:
        lines = [f"bounds of {self.root}: {power(self.state_space())} candidates at most"]
        for name, count in self.objects.items():
            lines.append(f"  {name} = {count}")
            for field, domain in self.fields_of(name):
                lines.append(f"    {name}.{field} in {domain_text(domain, self.objects)}")
        return "\n".join(lines)


def domain_size(domain: Domain, objects: Mapping[str, int]) -> int:
    """Return how many values a domain has; isomorphic ones count separately, as in the paper."""
    match domain:
        case Values(items):
            return len(items)
        case Objects(name):
            return objects[name]
        case Array(lengths, item):
            # A sum over the lengths: with it the paper's exponents for HeapArray (20, 25, 29) come out.
            each = domain_size(item, objects)
            return int(sum(each**length for length in lengths))
        case Tuple(parts):
            return prod(domain_size(part, objects) for part in parts)
        case SetOf(item, lengths):
            return sum(comb(domain_size(item, objects), size) for size in lengths)
        case DictOf(key, value, lengths, kind):
            keys, each = domain_size(key, objects), domain_size(value, objects)
            ways = perm if kind is OrderedDict else comb
            return int(sum(ways(keys, size) * each**size for size in lengths))
    return sum(domain_size(part, objects) for part in domain.parts)  # AnyOf


def parts_of(domain: Domain) -> Iterator[Domain]:
    """Yield a domain and every domain inside it."""
    yield domain
    match domain:
        case Array(_, item) | SetOf(item, _):
            yield from parts_of(item)
        case DictOf(key, value):
            yield from parts_of(key)
            yield from parts_of(value)
        case Tuple(parts) | AnyOf(parts):
            for part in parts:
                yield from parts_of(part)
        case _:
            pass


def power(number: int) -> str:
    """Return a count as people read it: exact when small, else the power of two below it.

    >>> power(1430), power(2**14), power(3**40)
    ('1430', '2^14', '2^63')
    """
    return str(number) if number < 10_000 else f"2^{number.bit_length() - 1}"


def domain_text(domain: Domain, objects: Mapping[str, int], most: int | None = 8) -> str:
    """Return a domain in one line; of many values the first `most`."""
    match domain:
        case Values(items):
            return "{" + values_text(items, most) + "}"
        case Objects(name):
            return f"{name}[{objects.get(name, 0)}]"
        case Array(lengths, item, kind):
            sizes, items_text = values_text(lengths), domain_text(item, objects, most)
            return f"{kind.__name__} of length {{{sizes}}} with items {items_text}"
        case Tuple(parts):
            return "(" + ", ".join(domain_text(part, objects, most) for part in parts) + ")"
        case SetOf(item, lengths, kind):
            number = number_text(lengths)
            return f"{kind.__name__} of {number} of {domain_text(item, objects, most)}"
        case DictOf(key, value, lengths, kind):
            pair = f"{domain_text(key, objects, most)} to {domain_text(value, objects, most)}"
            return f"{kind.__name__} of {number_text(lengths)} from {pair}"
    return " + ".join(domain_text(part, objects, most) for part in domain.parts)  # AnyOf


def number_text(lengths: tuple[int, ...]) -> str:
    """Return how many members a set may have.

    >>> number_text((0, 1, 2)), number_text((0, 2))
    ('at most 2', '{0, 2}')
    """
    if lengths and lengths == tuple(range(lengths[-1] + 1)):
        return f"at most {lengths[-1]}"
    return "{" + values_text(lengths) + "}"


def values_text(items: tuple[Any, ...], most: int | None = 8) -> str:
    """Return values shortly: a run of integers as `0..7`."""
    run = all(type(item) is int for item in items) and len(items) > 2
    if run and list(items) == list(range(items[0], items[0] + len(items))):
        return f"{items[0]}..{items[-1]}"
    shown = [value_text(item) for item in islice(items, most)]
    return ", ".join([*shown, "…"] if len(items) > len(shown) else shown)


def value_text(value: Any) -> str:
    """Return a value as it is written: a member of an enumeration by its name."""
    if isinstance(value, enum.Enum) and value.name:
        return f"{type(value).__name__}.{value.name}"
    return repr(value)
