"""The objects of a search: allocated once, their fields filled and emptied in place.

Korat, sections 3.2 and 3.4.  The candidate vector is not kept as numbers: the objects themselves hold it, a field
that was not read yet is simply absent, and `Choices` says which values come next.  Main names: `Heap`, `Choices`,
`Cells` (a list whose length and items are fields), `build` and `Description`.

# Throughout this module:
#   used[c]     how many objects of class domain c the candidate mentions so far: objects 0 … used-1
#   state       a number that stands for one such tuple `used`
"""

from __future__ import annotations

import enum
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from itertools import combinations, permutations
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
    parts_of,
)
from refute.model.errors import UsageError
from refute.model.structure import Description, Ref

Used = tuple[int, ...]
ChoiceOptions = tuple[tuple[Any, int], ...]
# Above this a set, dict or tuple is not worth listing in one piece: a million values take seconds and 100 MB.
MOST_LISTED = 200_000


class Choices(dict[int, ChoiceOptions]):
    """From a state to the values a field may take there, each with the state that follows.

    Section 3.4 skips isomorphic candidates by incrementing an index by more than one.  The same thing said
    beforehand: of each class domain a field may name every object used so far and the first unused one.
    """

    def __init__(self, heap: Heap, domain: Domain, cells: Callable[[Array], Any]) -> None:
        super().__init__()
        self.heap, self.domain, self.cells = heap, domain, cells
        self.each = 0  # for the length of a list: fields that come with each item

    def __missing__(self, state: int) -> ChoiceOptions:
        options = self[state] = self.heap.options(self, state)
        return options


class Cells:
    """A list in the making.  `store` maps "length" and indices to what was chosen for them."""

    __slots__ = ("array", "choices", "heap", "label", "lengths", "shared", "store")

    def __init__(self, heap: Heap, array: Array, label: str) -> None:
        self.heap, self.array, self.label = heap, array, label
        self.store: dict[Any, Any] = {}
        self.lengths = Choices(heap, Values(array.lengths), _no_cells)
        # Items have the same choices unless they hold lists of their own.
        self.shared = not any(isinstance(part, Array) for part in parts_of(array.item))
        self.choices: dict[int, Choices] = {}

    def contents(self) -> list[Any]:
        """Return the items of a finished list."""
        return [self.store[index] for index in range(self.store["length"])]

    def choices_at(self, index: int) -> Choices:
        """Return the choices for one item."""
        key = 0 if self.shared else index
        if key not in self.choices:
            label = f"{self.label}[{index}]"
            self.choices[key] = self.heap.choices_for(self.array.item, label)
        return self.choices[key]


class Heap:
    """The allocated objects and, for each of their fields, where it is stored and what it may hold."""

    def __init__(
        self,
        bounds: Bounds,
        allocate: Callable[[str, type], Any],
        new_cells: Callable[[Heap, Array, str], Cells] = Cells,
    ) -> None:
        self.bounds, self.new_cells = bounds, new_cells
        self.names = list(bounds.objects)
        self.pools: dict[str, list[Any]] = {
            name: [allocate(name, bounds.classes[name]) for _ in range(count)]
            for name, count in bounds.objects.items()
        }
        self.root = self.pools[bounds.root][0]
        start = tuple(int(name == bounds.root) for name in self.names)
        self.states: list[Used] = [start]
        self.numbers: dict[Used, int] = {start: 0}
        self.class_name = {id(one): name for name, pool in self.pools.items() for one in pool}
        self.label = {
            id(one): one_label(name, index, len(pool))
            for name, pool in self.pools.items()
            for index, one in enumerate(pool)
        }
        self.choices: dict[int, dict[str, Choices]] = self._all_choices()

    def _all_choices(self) -> dict[int, dict[str, Choices]]:
        found: dict[int, dict[str, Choices]] = {}
        for name, pool in self.pools.items():
            fields = self.bounds.fields_of(name)
            shared = {f: self.choices_for(d, "") for f, d in fields if not owns_cells(d)}
            for one in pool:
                own = self._own_choices(one, fields)
                found[id(one)] = {f: own[f] if f in own else shared[f] for f, _ in fields}
        return found

    def _own_choices(self, one: Any, fields: list[tuple[str, Domain]]) -> dict[str, Choices]:
        """Return the choices that one object does not share with others of its class."""
        own: dict[str, Choices] = {}
        for field, domain in fields:
            label = f"{self.label[id(one)]}.{field}"
            special = self.bounds.fields.get(label) if "." in label else None
            if owns_cells(domain) or special is not None:
                own[field] = self.choices_for(domain if special is None else special, label)
        return own

    def choices_for(self, domain: Domain, label: str) -> Choices:
        """Return fresh choices; each array part of the domain gets one list of its own."""
        made: dict[int, Any] = {}

        def cells(array: Array) -> Any:
            if id(array) not in made:
                made[id(array)] = self.new_cells(self, array, label)
            return made[id(array)]

        return Choices(self, domain, cells)

    def options(self, choices: Choices, state: int) -> ChoiceOptions:
        """Return the values of a field in a state, each with the state that follows."""
        listed = self.values(choices.domain, self.states[state], choices.cells)
        return tuple((value, self.number_of(used)) for value, used in listed)

    def number_of(self, used: Used) -> int:
        """Return the state that stands for `used`."""
        number = self.numbers.get(used)
        if number is None:
            number = self.numbers[used] = len(self.states)
            self.states.append(used)
        return number

    def values(
        self, domain: Domain, used: Used, cells: Callable[[Array], Any]
    ) -> Iterator[tuple[Any, Used]]:
        """Yield the values of a domain in order, each with what is used after it."""
        match domain:
            case Values(items):
                for item in items:
                    yield item, used
            case Objects(name):
                yield from self._objects(name, used)
            case Array():
                yield cells(domain), used
            case AnyOf(parts):
                for part in parts:
                    yield from self.values(part, used, cells)
            case Tuple(parts):
                yield from self._tuples(parts, used)
            case SetOf(item, lengths, kind):
                for members, after in self._sets(item, lengths, used):
                    yield kind(members), after
            case DictOf(key, value, lengths, kind):
                for members, after in self._sets(key, lengths, used):
                    for keys in permutations(members) if kind is OrderedDict else [members]:
                        for items, last in self._tuples((value,) * len(keys), after):
                            yield kind(zip(keys, items, strict=True)), last

    def _objects(self, name: str, used: Used) -> Iterator[tuple[Any, Used]]:
        place = self.names.index(name)
        seen = used[place]
        for one in self.pools[name][:seen]:
            yield one, used
        if seen < len(self.pools[name]):
            yield self.pools[name][seen], (*used[:place], seen + 1, *used[place + 1 :])

    def _tuples(self, parts: tuple[Domain, ...], used: Used) -> Iterator[tuple[Any, Used]]:
        if not parts:
            yield (), used
            return
        for first, after in self.values(parts[0], used, _no_cells):
            for rest, last in self._tuples(parts[1:], after):
                yield (first, *rest), last

    def _sets(
        self, item: Domain, lengths: tuple[int, ...], used: Used
    ) -> Iterator[tuple[tuple[Any, ...], Used]]:
        """Yield the sets of values, each in one order of many; unused objects come in order."""
        most = max(lengths, default=0)
        if isinstance(item, Objects):
            yield from self._sets_of_objects(item, lengths, used)
            return
        if not any(isinstance(part, Objects) for part in parts_of(item)):
            values = [value for value, _ in self.values(item, used, _no_cells)]
            for size in sorted(lengths):
                for members in combinations(values, size):
                    if len(set(members)) == size:  # 0 and False are one member
                        yield members, used
            return
        seen: set[frozenset[Any]] = set()

        def go(members: tuple[Any, ...], after: Used) -> Iterator[tuple[tuple[Any, ...], Used]]:
            if len(members) in lengths:
                yield members, after
            for value, later in self.values(item, after, _no_cells) if len(members) < most else ():
                # Equal members would be one; the same members in another order are the same set.
                key = frozenset((*members, value))
                if len(key) > len(members) and key not in seen:
                    seen.add(key)
                    yield from go((*members, value), later)

        yield from go((), used)

    def _sets_of_objects(
        self, item: Objects, lengths: tuple[int, ...], used: Used
    ) -> Iterator[tuple[tuple[Any, ...], Used]]:
        # Unused objects are alike inside a set, so of those only "the next k" are listed.
        most = max(lengths, default=0)
        old = [value for value, after in self._objects(item.name, used) if after == used]
        for size in range(most + 1):
            for members in combinations(old, size):
                new, after = members, used
                if len(new) in lengths:
                    yield new, after
                while len(new) < most:
                    fresh = [v for v in self._objects(item.name, after) if v[1] != after]
                    if not fresh:
                        break
                    new, after = (*new, fresh[0][0]), fresh[0][1]
                    if len(new) in lengths:
                        yield new, after


def _no_cells(array: Array) -> Any:
    raise UsageError(
        f"a {array.kind.__name__} inside a tuple, set or dict has no bounds of its own; "
        "give the values, for example Values(([], [0]))",
        "nested-array",
    )


def owns_cells(domain: Domain) -> bool:
    """Tell whether a field of this domain needs a list of its own per object."""
    match domain:
        case Array():
            return True
        case AnyOf(parts):
            return any(owns_cells(part) for part in parts)
        case _:
            return False


def one_label(name: str, index: int, count: int) -> str:
    """Return the name of an object in messages, for example `Node0`; a single object needs no number."""
    return name if count == 1 else f"{name}{index}"


def check_listable(bounds: Bounds) -> None:
    """Refuse sets, dicts and tuples with more values than can be listed."""
    for field, domain in bounds.fields.items():
        for part in parts_of(domain):
            if isinstance(part, SetOf | DictOf | Tuple):
                size = domain_size(part, bounds.objects)
                if size > MOST_LISTED:
                    raise UsageError(
                        f"{field} has {size} possible values, more than {MOST_LISTED}: "
                        "give fewer members or a smaller domain",
                        "domain-too-large",
                    )


def filler(owner: type, choices: dict[str, Choices], prefix: str) -> Callable[..., None]:
    """Return a function that copies the fields of one object into a fresh one.

    Written as source because a structure is built for every one found: plain stores are three times faster than
    `setattr` in a loop.
    """
    immutable = (type(None), bool, int, float, str, bytes, enum.Enum)
    plain_store = getattr(owner, "__setattr__") is object.__setattr__  # noqa: B009
    lines = ["def fill(source, target, known, copy):", "    pass"]
    for name, one in choices.items():
        value = f"source.{prefix}{name}"
        is_plain = isinstance(one.domain, Values) and all(
            isinstance(v, immutable) for v in one.domain.items
        )
        if not is_plain:
            lines += [f"    v = {value}", "    if v is not None:"]
            lines += ["        w = known(id(v))", "        v = copy(v) if w is None else w"]
            value = "v"
        store = f"target.{name} = {value}" if plain_store else f"put(target, {name!r}, {value})"
        lines.append("    " + store)
    namespace: dict[str, Any] = {"put": object.__setattr__}
    exec("\n".join(lines), namespace)
    made: Callable[..., None] = namespace["fill"]
    return made


class HeapReader:
    """Walks the finished candidate; its fields are stored under their own names with a prefix."""

    def __init__(self, heap: Heap, prefix: str) -> None:
        self.heap, self.prefix = heap, prefix
        self.fields = {key: tuple(table) for key, table in heap.choices.items()}
        classes = heap.bounds.classes
        fillers = {
            name: filler(classes[name], heap.choices[id(pool[0])], prefix)
            for name, pool in heap.pools.items()
        }
        self.shapes = {key: (classes[name], fillers[name]) for key, name in heap.class_name.items()}

    def get(self, one: Any, name: str) -> Any:
        """Return the value of a field."""
        return getattr(one, self.prefix + name)

    def build(self) -> Any:
        """Return fresh, ordinary objects of the user's own classes, equal in shape to the candidate."""
        shapes, new = self.shapes, object.__new__
        fresh: dict[int, Any] = {}
        queue: list[Any] = []
        known = fresh.get

        def copy(value: Any) -> Any:
            key = id(value)
            if key in fresh:
                return fresh[key]
            if key in shapes:
                queue.append(value)
                fresh[key] = new(shapes[key][0])
                return fresh[key]
            return convert(value, copy)

        root = copy(self.heap.root)
        for one in queue:
            key = id(one)
            shapes[key][1](one, fresh[key], known, copy)
        return root

    def describe(self) -> Description:
        """Return the candidate as plain data."""
        names = self.heap.class_name
        numbers: dict[int, Ref] = {}
        queue: list[Any] = []

        def refer(value: Any) -> Any:
            key = id(value)
            if key in names:
                if key not in numbers:
                    numbers[key] = Ref(len(queue))
                    queue.append(value)
                return numbers[key]
            return convert(value, refer)

        refer(self.heap.root)
        assignments: list[tuple[int, str, Any]] = []
        for number, one in enumerate(queue):  # grows while we walk
            for field in self.fields[id(one)]:
                assignments.append((number, field, refer(self.get(one, field))))
        return Description(tuple(names[id(one)] for one in queue), tuple(assignments))


def convert(value: Any, each: Callable[[Any], Any]) -> Any:
    """Return `value` with `each` applied to what stands inside it."""
    if isinstance(value, Cells):
        return value.array.kind(map(each, value.contents()))
    kind = type(value)
    if kind is deque:
        return deque(map(each, value), value.maxlen)
    if kind in (list, tuple, set, frozenset):
        return kind(map(each, value))
    if kind in (dict, OrderedDict):
        return kind((each(key), each(item)) for key, item in value.items())
    return value


def make(description: Description, classes: dict[str, type]) -> Any:
    """Build the structure that a description says; the inverse of `HeapReader.describe`."""
    made: list[Any] = [object.__new__(classes[name]) for name in description.classes]

    def value_of(value: Any) -> Any:
        if isinstance(value, Ref):
            return made[value.number]
        return convert(value, value_of)

    for number, field, value in description.assignments:
        object.__setattr__(made[number], field, value_of(value))
    return made[0]
