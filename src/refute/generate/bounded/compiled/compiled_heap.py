"""The objects as the compiled predicate reads them: our own slots, and a mark for "no value yet".

Main names: `FastHeap`, `FastCells`, `UNSET`, `Escaped`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from refute.generate.bounded.compiled.blocks import NotResumable
from refute.generate.bounded.heap import Cells, ChoiceOptions, Choices, Heap, Used
from refute.model.bounds import AnyOf, Array, Bounds, Domain, Values

FIELD, CHOICES = "_f0_", "_c0_"


class Escaped(BaseException):
    """A field was read by code that we did not compile."""


class Unset:
    """The value of a field that has none yet."""

    def __repr__(self) -> str:
        return "UNSET"


UNSET = Unset()


class FastCells(Cells):
    """A list as the compiled predicate reads it."""

    __slots__ = ("_c0_len", "_f0_len", "item_choices", "items")

    def prepare(self) -> None:
        """Make room for the items, and their choices."""
        self._c0_len = self.lengths
        self.lengths.each = item_weight(self.array)
        lengths = self.array.lengths
        self._f0_len: Any = lengths[0] if len(lengths) == 1 else UNSET
        count = max(lengths, default=0)
        self.items: list[Any] = [UNSET] * count
        self.item_choices = [self.choices_at(index) for index in range(count)]

    def contents(self) -> list[Any]:
        """Return the items, without what is beyond the length."""
        return self.items[: self._f0_len]

    def __getattr__(self, name: str) -> Any:
        raise Escaped(f"{self.label}.{name}")

    def __len__(self) -> int:
        raise Escaped(f"len({self.label})")

    def __iter__(self) -> Any:
        raise Escaped(f"iter({self.label})")

    def __getitem__(self, index: Any) -> Any:
        raise Escaped(f"{self.label}[{index}]")

    def __eq__(self, other: object) -> bool:
        raise Escaped(f"{self.label} ==")

    def __hash__(self) -> int:
        return id(self)

    def __bool__(self) -> bool:
        raise Escaped(f"bool({self.label})")


class Paused(BaseException):
    """Leaves a search that has found enough for now; the choices stay as they are."""


class FastHeap(Heap):
    """A heap whose state also counts the reachable fields that have no value yet.

    So a candidate is complete when that count is zero, and nobody need walk over it to find out.
    """

    def __init__(self, bounds: Bounds) -> None:
        self.may_pause = self.is_interrupted = False
        self.made: dict[str, type] = {}
        self.by_label: dict[str, Any] = {}
        self.unread: list[int] = []
        self.pairs: dict[tuple[Used, int], int] = {}
        super().__init__(bounds, self._allocate, self._new_cells)
        self.weights = tuple(self._weight(name) for name in self.names)
        self.unread = [self.weights[self.names.index(bounds.root)]]
        self.pairs = {(self.states[0], self.unread[0]): 0}
        for pool in self.pools.values():
            for one in pool:
                self.by_label[self.label[id(one)]] = one
                self._prepare(one)

    def _allocate(self, name: str, owner: type) -> Any:
        if name not in self.made:
            self.made[name] = fast_class(owner, [f for f, _ in self.bounds.fields_of(name)])
        return object.__new__(self.made[name])

    def _new_cells(self, heap: Heap, array: Array, label: str) -> Cells:
        if array.kind not in (list, tuple):
            raise NotResumable(f"{label} is a {array.kind.__name__}")
        cells = FastCells(heap, array, label)
        if label in self.by_label:
            raise NotResumable(f"{label} may hold two kinds of lists")
        self.by_label[label] = cells
        cells.prepare()
        return cells

    def _prepare(self, one: Any) -> None:
        name = self.class_name[id(one)]
        for field, choices in self.choices[id(one)].items():
            object.__setattr__(one, CHOICES + field, choices)
            object.__setattr__(one, FIELD + field, UNSET)
            if self._constant(name, field):
                object.__setattr__(
                    one,
                    FIELD + field,
                    next(self.values(choices.domain, self.states[0], choices.cells))[0],
                )

    def _constant(self, name: str, field: str) -> bool:
        """Tell whether a field of all objects of a class has one value only, so that reading it chooses nothing."""
        domains = [self.bounds.fields[f"{name}.{field}"]]
        domains += [
            self.bounds.fields[key]
            for index in range(self.bounds.objects[name])
            if (key := f"{name}{index}.{field}") in self.bounds.fields
        ]
        return all(is_single(domain) for domain in domains) and len(domains) == 1

    def _weight(self, name: str) -> int:
        return sum(
            weight_inside(domain) if self._constant(name, field) else 1
            for field, domain in self.bounds.fields_of(name)
        )

    def every_choices(self) -> Iterator[Choices]:
        """Yield the choices of every field, of lists their lengths and items."""
        for one in self.by_label.values():
            if isinstance(one, FastCells):
                yield one.lengths
                yield from one.choices.values()
            else:
                yield from self.choices[id(one)].values()

    @contextmanager
    def interruptible(self) -> Iterator[None]:
        """Allow that choosing is interrupted."""
        self.may_pause, self.is_interrupted = True, False
        try:
            yield
        finally:
            self.may_pause = False

    @contextmanager
    def undisturbed(self) -> Iterator[None]:
        """Allow no interruption, where half of something would be counted."""
        before, self.may_pause = self.may_pause, False
        try:
            yield
        finally:
            self.may_pause = before

    def options(self, choices: Choices, state: int) -> ChoiceOptions:
        """Return the values of a choice in a state, each with the state after it."""
        if self.is_interrupted and self.may_pause:
            raise Paused
        used, unread = self.states[state], self.unread[state]
        options = []
        for value, after in self.values(choices.domain, used, choices.cells):
            more = sum((b - a) * w for a, b, w in zip(used, after, self.weights, strict=True))
            if isinstance(value, FastCells):
                more += weight_inside(value.array)
            if choices.each:
                more += value * choices.each
            options.append((value, self.pair(after, unread - 1 + more)))
        return tuple(options)

    def pair(self, used: Used, unread: int) -> int:
        """Return the number of a state."""
        key = (used, unread)
        if key not in self.pairs:
            self.pairs[key] = len(self.states)
            self.states.append(used)
            self.unread.append(unread)
        return self.pairs[key]


def is_single(domain: Domain) -> bool:
    """Tell whether there is only one value to choose."""
    match domain:
        case Values(items):
            return len(items) == 1
        case Array():
            return True
        case AnyOf(parts):
            return len(parts) == 1 and is_single(parts[0])
        case _:
            return False


def weight_inside(domain: Domain) -> int:
    """Return how many unread fields come with a value of a domain: those of a list."""
    if not isinstance(domain, Array):
        return 0
    return domain.lengths[0] * item_weight(domain) if len(domain.lengths) == 1 else 1


def item_weight(array: Array) -> int:
    """Return how many unread fields come with each item."""
    return 1


def fast_class(owner: type, fields: list[str]) -> type:
    """Return a subclass with our own slots for the fields; reading a field by its own name is an escape."""

    def escape(self: Any, name: str) -> Any:
        if name in fields:
            raise Escaped(f"{owner.__name__}.{name}")
        raise AttributeError(name)

    def write(self: Any, name: str, value: Any = None) -> None:
        raise Escaped(f"write to {owner.__name__}.{name}")

    namespace: dict[str, Any] = {
        "__slots__": tuple(prefix + name for name in fields for prefix in (FIELD, CHOICES)),
        "__module__": owner.__module__,
        "__qualname__": owner.__qualname__,
        "__refute_watched__": True,
        "__getattr__": escape,
        "__delattr__": write,
    }
    if getattr(owner, "__setattr__") is not object.__setattr__:  # noqa: B009
        # A frozen dataclass would refuse our own stores.
        namespace["__setattr__"] = object.__setattr__
    for name in fields:
        namespace[name] = property(partial(escape, name=name), partial(write_field, owner, name))
    made = type(owner)(owner.__name__, (owner,), namespace)
    made.__abstractmethods__ = frozenset()  # type: ignore[attr-defined]
    return made


def write_field(owner: type, name: str, one: Any, value: Any) -> None:
    """Refuse what a predicate must not do."""
    raise Escaped(f"write to {owner.__name__}.{name}")
