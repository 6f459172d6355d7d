"""A structure as the steps that build it: `steps_for`.

The parts of an object are built before the object, so that what is written down reads from the leaves to the root; a
field that closes a ring is set when both ends are there.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Mapping
from typing import Any

from refute.model.literals import source_of
from refute.model.sequence import Allocate, Display, Literal, Operation, Sequence, SetField, Step
from refute.model.structure import Description, Ref, references
from refute.model.subject import class_name
from refute.model.typeform import ANY, TypeForm


class NotWritable(Exception):
    """A value of the structure has no source text, or its class no name."""


def steps_for(description: Description, classes: Mapping[str, type]) -> tuple[Sequence, int]:
    """Return the sequence that builds the structure, and the position of its root."""
    building = _Building(description, classes)
    building.visit(0)
    return Sequence(tuple(building.steps)), building.where[0]


def steps_for_values(
    description: Description, classes: Mapping[str, type], values: list[Any], copies: int = 1
) -> tuple[list[Step], list[int]]:
    """Return steps that make values of a description with the objects in them, and where each value is made.

    Each copy has objects of its own; what belongs to the first comes first.
    """
    steps: list[Step] = []
    places: list[int] = []
    for _ in range(copies):
        building = _Building(description, classes, steps)
        for value in values:
            for part in references(value):
                if part not in building.where:
                    building.visit(part)
            places.append(building.value(value))
    return steps, places


class _Building:
    """where[n]   position at which object n is allocated."""

    def __init__(
        self, description: Description, classes: Mapping[str, type], steps: list[Step] | None = None
    ) -> None:
        self.steps: list[Step] = [] if steps is None else steps
        self.where: dict[int, int] = {}
        self._targets = [class_name(classes[name]) for name in description.classes]
        if any("<" in target for target in self._targets):
            raise NotWritable(f"{self._targets[0]} is written inside a function")
        self._direct = [is_guarded(classes[name]) for name in description.classes]
        self._fields: list[list[tuple[str, Any]]] = [[] for _ in description.classes]
        for number, field, value in description.assignments:
            self._fields[number].append((field, value))
        self._open: set[int] = set()
        self._waiting: list[tuple[int, str, Any]] = []

    def visit(self, number: int) -> None:
        """Build an object after what it holds."""
        self._open.add(number)
        for _, value in self._fields[number]:
            for part in references(value):
                if part not in self._open:
                    self.visit(part)
        ready = [(f, v) for f, v in self._fields[number] if self._is_there(v)]
        made = [(field, self.value(value)) for field, value in ready]
        self.where[number] = self._add(Allocate(self._targets[number]))
        for field, position in made:
            self._set(number, field, position)
        self._waiting += [(number, f, v) for f, v in self._fields[number] if (f, v) not in ready]
        self._close_rings()

    def _close_rings(self) -> None:
        ready = [one for one in self._waiting if self._is_there(one[2])]
        self._waiting = [one for one in self._waiting if one not in ready]
        for number, field, value in ready:
            self._set(number, field, self.value(value))

    def _is_there(self, value: Any) -> bool:
        return all(part in self.where for part in references(value))

    def _set(self, number: int, field: str, position: int) -> None:
        self._add(SetField(field, self._direct[number]), self.where[number], position)

    def value(self, value: Any) -> int:
        if isinstance(value, Ref):
            return self.where[value.number]
        if isinstance(value, deque) and value.maxlen is not None:
            raise NotWritable(f"{value!r} has a maxlen")
        if isinstance(value, list | tuple | set | frozenset | deque) and type(value) in _KINDS:
            items = sorted(value, key=repr) if isinstance(value, set | frozenset) else value
            return self._display(_KINDS[type(value)], [self.value(item) for item in items])
        if type(value) in (dict, OrderedDict):
            kind = type(value).__name__
            return self._display(kind, [self.value(x) for pair in value.items() for x in pair])
        source = source_of(value)
        if source is None:
            raise NotWritable(f"{value!r} cannot be written as source")
        return self._add(Literal(source, TypeForm(class_name(type(value)))))

    def _display(self, kind: str, items: list[int]) -> int:
        return self._add(Display(kind, (ANY,) * len(items), TypeForm(kind)), *items)

    def _add(self, operation: Operation, *sources: int) -> int:
        here = len(self.steps)
        self.steps.append(Step(operation, tuple(here - source for source in sources)))
        return here


_KINDS = {one: one.__name__ for one in (list, tuple, set, frozenset, deque)}


def is_guarded(owner: type) -> bool:
    """Return whether assigning to a field runs code of the class."""
    return getattr(owner, "__setattr__") is not object.__setattr__  # noqa: B009
