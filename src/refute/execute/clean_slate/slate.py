"""A clean slate: what one sequence changes must not be seen by the next.  `Slate`.

JCrasher (Csallner and Smaragdakis 2004), section 5, in the data-driven way that its section 5.4 imagines: all state
that can be reached from the modules under test is remembered after the import, and what a sequence changed is put back.
Their second way, loading everything anew, is a fresh process here; it is needed where `spoiled` says that something
changed which cannot be put back.

Looking must cost next to nothing, because after most sequences there is nothing to put back.  Places are compared by
identity, in C, many at a time (`Batch`).  What can be looked at in a few microseconds is looked at after every sequence;
of a larger subject the rest is looked at in turn, a little after each sequence, and a place that was once found
changed belongs to those looked at always.  `restore(thorough=True)` looks at everything: before a failure is run
again, and wherever speed does not matter.
"""

from __future__ import annotations

import contextvars
import sys
from collections.abc import Callable, Iterable
from itertools import chain
from operator import is_
from types import MappingProxyType, ModuleType
from typing import Any, TypeVar

from refute.execute.clean_slate.interpreter_settings import Modules, settings, shared_places
from refute.execute.clean_slate.iterators import IteratorPlace
from refute.execute.clean_slate.lazy_imports import LazyImports
from refute.execute.clean_slate.library_places import RandomPlace
from refute.execute.clean_slate.places import (
    AttributesPlace,
    CellPlace,
    ClassPlace,
    DictPlace,
    FunctionPlace,
    Held,
    ModulePlace,
    NamesPlace,
    ObjectPlace,
    Place,
    read_cell,
)
from refute.execute.clean_slate.state_walk import reach

# In units of `Place.weight`, of about 25 ns each: what is looked at after every sequence, and of the rest each time.
_ALWAYS = 300
_IN_TURN = 40
# So many places are compared at once: a change among them costs a look at each.
_TOGETHER, _HEAVY = 64, 150
# Of a larger container only the length is looked at each time.
_LARGE = 1000
# Tables of this size are looked at in turn only: looking would take longer than what it is done for.
_HUGE = 20_000

Result = TypeVar("Result")


class Batch:
    """Containers compared in one go: how long they are, then what they hold.

    The names of attributes are compared only in a thorough look: they are seldom exchanged while the values stay.
    """

    __slots__ = (
        *("_flat", "_lengths", "_named", "_names", "_things", "places"),
        *("_via_cells", "_via_classes", "_via_dicts", "_via_iter"),
    )

    def __init__(self, places: list[Held]) -> None:
        self.places = places
        self.save()

    @property
    def weight(self) -> int:
        """What comparing them all costs."""
        return 20 + sum(place.weight for place in self.places)

    def save(self) -> None:
        """Take over what the places have saved."""
        cells = [place for place in self.places if isinstance(place, CellPlace)]
        others = [place for place in self.places if not isinstance(place, CellPlace)]
        self._things = [place.thing for place in others]
        self._lengths = [len(place.saved[0]) for place in others]
        full = [place for place in others if place.saved[0]]
        iterated = [place for place in full if not isinstance(place, NamesPlace)]
        dicts = [place for place in full if isinstance(place, DictPlace | AttributesPlace)]
        classes = [place for place in full if isinstance(place, ClassPlace)]
        attributes = [place for place in full if isinstance(place, NamesPlace)]
        self._named = [place.thing for place in attributes]
        self._names = (*chain.from_iterable(place.saved[1] for place in attributes),)
        self._via_iter = [place.thing for place in iterated]
        self._via_dicts = [place.thing for place in dicts]
        self._via_classes = [place.thing for place in classes]
        self._via_cells = [place.thing for place in cells]
        self._flat = (
            *chain.from_iterable(place.saved[-1] for place in iterated),
            *chain.from_iterable(place.saved[0] for place in (*dicts, *classes, *cells)),
        )

    def take_out(self, places: Iterable[Place]) -> None:
        """Compare some of them no more."""
        gone = {*map(id, places)}
        self.places = [place for place in self.places if id(place) not in gone]
        self.save()

    def renamed(self) -> bool:
        """Return whether an attribute has another name."""
        return not all(map(is_, chain.from_iterable(self._named), self._names))

    def changed(self) -> bool:
        """Return whether any of them differs."""
        try:
            if [*map(len, self._things)] != self._lengths:
                return True
            held = chain.from_iterable(
                chain(
                    self._via_iter,
                    map(dict.values, self._via_dicts),
                    map(MappingProxyType.values, self._via_classes),
                )
            )
            now = chain(held, map(read_cell, self._via_cells)) if self._via_cells else held
            return not all(map(is_, now, self._flat))
        except (RuntimeError, ValueError):  # changed by a thread while we looked; an emptied cell
            return True


class LengthPlace(Place):
    """How much a large container holds: what is in it is looked at in turn."""

    __slots__ = ("_place",)
    weight = 4

    def __init__(self, place: Held) -> None:
        self._place = place

    def changed(self) -> bool:
        """Return whether it has grown or shrunk."""
        place = self._place
        return bool(type(place).length(place.thing) != len(place.saved[0]))

    def put_back(self) -> bool:
        """Put the container back."""
        return self._place.put_back()


class NoSlate:
    """Nothing is remembered and nothing put back: each sequence starts where the one before it ended."""

    spoiled = 0

    def run(self, function: Callable[..., Result], *arguments: Any) -> Result:
        """Call a function."""
        return function(*arguments)

    def restore(self, thorough: bool = False) -> int:
        """Leave everything as it is."""
        return 0

    def take_over_code(self) -> None:
        """Do nothing: no code is put back."""


class Slate(NoSlate):
    """The state after the import, to which `restore` goes back."""

    def __init__(self, is_subject: Callable[[str], bool]) -> None:
        loaded = [name for name, module in list(sys.modules.items()) if module and is_subject(name)]
        LazyImports(is_subject, self._loaded).install()
        self._walk = reach([sys.modules[name] for name in loaded], is_subject)
        self._arranged = len(self._walk.places)
        found = [*self._walk.places, *shared_places()]
        often, seldom = settings(self._walk.uses_random)
        large = [LengthPlace(p) for p in found if isinstance(p, Held) and p.weight >= _LARGE]
        self._modules = Modules(loaded)
        often += [self._modules, *large]
        self.spoiled = 0  # how often something changed that cannot be put back
        self._base = contextvars.copy_context()
        self._hot: list[Place] = []
        self._always: list[Place | Batch] = []
        self._in_turn: list[Place | Batch] = []
        self._turn = 0
        self._credit = 0
        self._places = [*often, *seldom, *found]
        self._order = {id(place): number for number, place in enumerate(self._places)}
        self._batches: dict[int, Batch] = {}
        self._arrange([*often, *sorted(found, key=_rank)], seldom)

    def _arrange(self, ranked: list[Place], seldom: list[Place]) -> None:
        """Decide what is looked at always and what in turn: first what changes most."""
        left = _ALWAYS
        for unit in _batched(ranked):
            # Random numbers are put back for those who draw them, dear as it is.
            if isinstance(unit, RandomPlace):
                self._always.append(unit)
            elif unit.weight <= left:
                left -= unit.weight
                self._always.append(unit)
            else:
                self._in_turn.append(unit)
            if isinstance(unit, Batch):
                self._batches.update((id(place), unit) for place in unit.places)
        self._kept = frozenset(map(id, self._always))
        self._in_turn += seldom
        self._weights = [unit.weight for unit in self._in_turn]

    def _loaded(self, module: ModuleType) -> None:
        """Remember a module under test that is imported only now, by a call."""
        self._walk.module(module)
        found = self._walk.places[self._arranged :]
        self._arranged += len(found)
        self._order.update((id(place), n) for n, place in enumerate(found, len(self._places)))
        self._places += found
        self._modules.add(module.__name__, module)
        self._arrange(sorted(found, key=_rank), [])

    def __len__(self) -> int:
        return len(self._order)

    def run(self, function: Callable[..., Result], *arguments: Any) -> Result:
        """Call a function so that what it sets of context variables is forgotten."""
        return self._base.copy().run(function, *arguments)

    def restore(self, thorough: bool = False) -> int:
        """Put back what was changed; return how many places that were.

        Unless `thorough`, a change in a place that has never changed before may be noticed a few sequences later.
        """
        try:
            dirty = [place for place in self._hot if place.changed()]
            for unit in self._always:
                if unit.changed():
                    dirty += self._found(unit)
            if thorough:
                dirty += self._all_others()
            elif self._in_turn:
                dirty += self._next_in_turn()
        except Exception:
            # Something was brought into a state in which it cannot even be looked at.
            dirty = [place for place in self._places if _has_changed(place)]
        return self._put_back(dirty) if dirty else 0

    def take_over_code(self) -> None:
        """Take the present code of all functions for the one they started with: it was compiled anew, by us."""
        for place in self._places:
            if isinstance(place, FunctionPlace):
                place.take_over_code()

    def _all_others(self) -> list[Place]:
        dirty: list[Place] = []
        for unit in self._in_turn.copy():
            if (isinstance(unit, Batch) or unit.weight < _HUGE) and unit.changed():
                dirty += self._found(unit)
        for unit in (*self._always, *self._in_turn):
            if isinstance(unit, Batch) and unit.renamed():
                dirty += self._found(unit)
        return dirty

    def _next_in_turn(self) -> list[Place]:
        self._credit += _IN_TURN
        dirty: list[Place] = []
        units = self._in_turn
        for _ in range(len(units)):
            self._turn = self._turn + 1 if self._turn + 1 < len(units) else 0
            weight = self._weights[self._turn]
            if weight > self._credit:
                self._turn -= 1
                return dirty
            self._credit -= weight
            if units[self._turn].changed():
                dirty += self._found(units[self._turn])
                return dirty  # those in turn are others now
        self._credit = 0  # all have been looked at: nothing to save up for
        return dirty

    def _found(self, unit: Place | Batch) -> list[Place]:
        """Return the places that have changed; from now on each of them is looked at always, by itself."""
        if not isinstance(unit, Batch):
            if id(unit) not in self._kept and unit.weight < _LARGE:
                place = self._in_turn.index(unit)
                del self._in_turn[place], self._weights[place]
                self._hot.append(unit)
            return [unit]
        changed = [place for place in unit.places if place.changed()]
        self._hot += changed
        unit.take_out(changed)
        return list(changed)

    def _put_back(self, dirty: list[Place]) -> int:
        # Those that are held before those that hold them: the hash of a key may depend on what it holds.
        if len(dirty) > 1:
            dirty.sort(key=self._number)
        # One that failed is tried again when all others are as they were.
        failed = [place for place in dirty if not _is_put_back(place)]
        self.spoiled += sum(not _is_put_back(place) for place in failed)
        for place in dirty:
            if type(place) is IteratorPlace:
                for holder in place.holders:
                    self._now_hot(holder)
        return len(dirty)

    def _now_hot(self, holder: Place) -> None:
        """Look at a holder by itself from now on: what it holds is exchanged again and again."""
        batch = self._batches.get(id(holder))
        if batch is not None and holder in batch.places:
            batch.take_out([holder])
            self._hot.append(holder)

    def _number(self, place: Place) -> int:
        return -self._order[id(place)]


def _has_changed(place: Place) -> bool:
    try:
        return place.changed()
    except Exception:
        return True


def _is_put_back(place: Place) -> bool:
    try:
        return place.put_back()
    except Exception:
        return False


def _rank(place: Place) -> tuple[int, int]:
    """Return a smaller number for what changes more often, or is looked at more quickly."""
    if isinstance(place, ModulePlace):
        return 0, place.weight
    if isinstance(place, AttributesPlace) and not place.saved[0]:
        return 3, 1
    if isinstance(place, ClassPlace):
        return 4, place.weight
    if isinstance(place, ObjectPlace | FunctionPlace):
        return 5, place.weight
    return (1 if place.weight < _LARGE else 2), place.weight


def _batched(places: list[Place]) -> list[Place | Batch]:
    """Return the places with containers put together, in the order of the first of each."""
    units: list[Place | list[Held]] = []
    group: list[Held] = []
    for place in places:
        if not isinstance(place, Held) or not place.is_plain or place.weight >= _LARGE:
            units.append(place)
            continue
        if not group or len(group) >= _TOGETHER or sum(p.weight for p in group) > _HEAVY:
            group = []
            units.append(group)
        group.append(place)
    return [Batch(unit) if isinstance(unit, list) else unit for unit in units]
