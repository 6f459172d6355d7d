"""Which structures have the same shape where sets of objects are among their parts: `Shapes`.

Korat, section 3.4, tells objects apart by the order in which fields name them; the members of a set, and the keys of a
dict, have none, so that the search meets such a structure several times.  Of each shape the first is kept: two
structures have the same shape if they have the same `canonical` form.

# Throughout this module:
#   colour[n]   what is known of object n without naming any: refined until nothing more can be told apart
#   number[n]   the place of object n in the canonical form
"""

from __future__ import annotations

import hashlib
from collections import Counter, OrderedDict, deque
from collections.abc import Iterator, Mapping
from itertools import permutations, product
from typing import Any

from refute.model.bounds import Bounds, DictOf, Domain, Objects, SetOf, parts_of
from refute.model.errors import UsageError
from refute.model.structure import Description, Ref, references

Number = dict[int, int]


def is_unordered(domain: Domain) -> bool:
    """Tell whether a domain is of sets of objects, or of dicts whose keys are objects; a set held as a tuple has an order."""
    match domain:
        case SetOf(item, _, kind) if kind is not tuple:
            inside = item
        case DictOf(key):
            inside = key
        case _:
            return False
    return any(isinstance(part, Objects) for part in parts_of(inside))


def unordered_classes(bounds: Bounds) -> set[str]:
    """Return the classes whose objects are members of sets or keys of dicts."""
    found: set[str] = set()
    for field, domain in bounds.fields.items():
        for part in filter(is_unordered, parts_of(domain)):
            inside = part.item if isinstance(part, SetOf) else part.key  # type: ignore[union-attr]
            names = {one.name for one in parts_of(inside) if isinstance(one, Objects)}
            for name in names:
                check_hash(field, bounds.classes.get(name, object))
            found |= names
    return found


def check_hash(field: str, owner: type) -> None:
    """Refuse objects that cannot be put into a set before their fields have values."""
    if owner.__hash__ is not object.__hash__:  # type: ignore[comparison-overlap]
        how = "cannot be hashed" if owner.__hash__ is None else "is hashed by what its fields hold"
        raise UsageError(
            f"{field} is a set of {owner.__name__}, or a dict with such keys, and a {owner.__name__} {how}: which "
            "members are the same is not known before the fields are; list such sets whole, "
            "or hold the objects in a list",
            "set-of-objects",
        )


class Shapes:
    """Knows the shapes that were met."""

    def __init__(self) -> None:
        self._met: set[bytes] = set()
        self._table = ValueTable()

    def is_new(self, description: Description) -> bool:
        """Return whether no structure of this shape was met before, and remember it."""
        form = repr(canonical(description, self._table)).encode()
        digest = hashlib.blake2b(form, digest_size=16).digest()
        if digest in self._met:
            return False
        self._met.add(digest)
        return True


# Of these, values with the same text are the same: -0.0 and 0.0 are not, and all nan are.
_TOLD_BY_TEXT = (int, float, complex, bool, str, bytes, type(None), type(...))
_CONTAINERS = (list, tuple, deque, set, frozenset, dict, OrderedDict)


class ValueTable:
    """Numbers for values of others' classes: two of them may have the same text, and be told apart by the code.

    A domain holds each of its values once, so that the same value is the same object.
    """

    def __init__(self) -> None:
        self._numbers: dict[int, int] = {}
        self._held: list[Any] = []  # as long as they are here nobody else gets their identity

    def written(self, value: Any) -> tuple[Any, ...]:
        """Return what stands for a value in which no object within bounds is named."""
        if type(value) in _TOLD_BY_TEXT:
            return (type(value).__name__, repr(value))
        return ("#", self.number(value))

    def number(self, value: Any) -> int:
        """Return the number of an object, the same whenever it is met."""
        if id(value) not in self._numbers:
            self._numbers[id(value)] = len(self._held)
            self._held.append(value)
        return self._numbers[id(value)]


ShapeFields = list[list[tuple[str, Any]]]


def canonical(description: Description, table: ValueTable) -> tuple[Any, ...]:
    """Return a form that isomorphic structures share, and only they: the least of all that an order of members gives."""
    fields: ShapeFields = [[] for _ in description.classes]
    for number, name, value in description.assignments:
        fields[number].append((name, value))
    orders = Orders(fields, refined(description.classes, fields, table), table)
    forms = (
        tuple(
            (description.classes[n], tuple(written(value, number, table) for _, value in fields[n]))
            for n in number
        )
        for number in orders.numberings({0: 0}, (0,))
    )
    return min(forms, key=repr)


def refined(classes: tuple[str, ...], fields: ShapeFields, table: ValueTable) -> list[str]:
    """Return the colours of the objects: equal where no look at their surroundings tells them apart."""
    colours = ["root", *classes[1:]]
    for _ in classes:
        known = dict(enumerate(colours))
        told = [
            repr((colours[n], [written(v, known, table) for _, v in own]))
            for n, own in enumerate(fields)
        ]
        names = {text: str(place) for place, text in enumerate(sorted(set(told)))}
        after = [names[text] for text in told]
        if len(names) == len(set(colours)):
            return after
        colours = after
    return colours


def written(value: Any, known: Mapping[int, Any], table: ValueTable) -> Any:
    """Return a value with what is known of the objects in their place; members of sets and entries of dicts sorted."""
    if isinstance(value, Ref):
        return ("", known[value.number])
    if type(value) not in _CONTAINERS:
        return table.written(value)
    kind = type(value).__name__
    if isinstance(value, dict):
        pairs = ((written(k, known, table), written(v, known, table)) for k, v in value.items())
        return (kind, *(pairs if isinstance(value, OrderedDict) else sorted(pairs, key=repr)))
    parts = (written(one, known, table) for one in value)
    return (kind, *(sorted(parts, key=repr) if isinstance(value, set | frozenset) else parts))


class Orders:
    """The orders in which objects may be met from the root on: several where members of a set look alike."""

    def __init__(self, fields: ShapeFields, colours: list[str], table: ValueTable) -> None:
        self.table = table
        self.fields, self.colours = fields, dict(enumerate(colours))
        named = (n for own in fields for _, value in own for n in references(value))
        self.named = Counter(named)
        self.itself = {n: n for n in self.colours}

    def numberings(self, number: Number, todo: tuple[int, ...]) -> Iterator[Number]:
        """Yield the ways to number the objects, breadth first."""
        if not todo:
            yield number
            return
        first, *rest = todo
        parts = [list(self.orders_in(value, number)) for _, value in self.fields[first]]
        seen = set()
        for choice in product(*parts):
            fresh = tuple(dict.fromkeys(n for order in choice for n in order))
            if fresh not in seen:
                seen.add(fresh)
                after = number | {n: len(number) + place for place, n in enumerate(fresh)}
                yield from self.numberings(after, (*rest, *fresh))

    def orders_in(self, value: Any, number: Number) -> Iterator[tuple[int, ...]]:
        """Yield the orders in which a value names objects that have no number yet."""
        match value:
            case Ref(named) if named not in number:
                yield (named,)
            case list() | tuple():
                parts = [list(self.orders_in(one, number)) for one in value]
                for choice in product(*parts):
                    yield tuple(n for part in choice for n in part)
            case set() | frozenset() | dict():
                # By colour, which isomorphic structures share; among those of one colour any order will do.
                groups: dict[str, list[int]] = {}
                for n in sorted({n for n in references(value) if n not in number}):
                    groups.setdefault(self.colours[n], []).append(n)
                plain = all(isinstance(one, Ref) for one in value) and not isinstance(value, dict)
                alike = [
                    [tuple(group)] if plain and self.are_twins(group) else list(permutations(group))
                    for _, group in sorted(groups.items())
                ]
                for choice in product(*alike):
                    yield tuple(n for part in choice for n in part)
            case _:
                yield ()

    def are_twins(self, group: list[int]) -> bool:
        """Tell whether members can be exchanged and nobody would notice: nothing else names them, and they hold the same."""
        if any(self.named[one] > 1 for one in group):
            return False
        held = {
            repr([written(v, self.itself, self.table) for _, v in self.fields[one]])
            for one in group
        }
        return len(held) == 1
