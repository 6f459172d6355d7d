"""One round of attacks on conditions that always went one way: `Round`.

First sequences that reach them are run again while the operands of the conditions are noted.  Then each condition in turn has
one changed sequence run, until it has gone the other way or there is nothing more to try.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice

from refute.execute.machine import Machine
from refute.execute.marking import Site
from refute.execute.marks import Marks
from refute.generate.compared_values import PLAIN, Comparison, Operand, distance
from refute.generate.frontier import Frontier
from refute.generate.knowledge import Knowledge
from refute.generate.modifications import Modification, Modifier
from refute.model.sequence import Sequence
from refute.search.campaign_tuning import (
    ENOUGH_READINGS,
    READINGS,
    RUNS_BY_CORRESPONDENCE,
    RUNS_BY_MEANS,
)

# So often one test is noted in one step, and so many notes are taken of a run.
_SIGHTINGS, _MOST_NOTES = 3, 2000
# Larger collections are noted by their length alone.
_LARGEST = 30
# Steps of the secant method.
_STEPS = 10


@dataclass(slots=True)
class _Seen:
    """A sequence that ends in the step in which a test was evaluated, and what that was given."""

    sequence: Sequence
    reading: Comparison
    kinds: dict[int, int]


@dataclass(slots=True)
class _Target:
    """A condition, the mark of the side that was never taken, and for each test in it which answer leads there."""

    site: Site
    mark: int
    tests: dict[int, bool]
    seen: list[_Seen] = field(default_factory=list)
    attack: Iterator[Modification] | None = None
    apart: float | None = None  # how far the operands were from each other in its last run


class Round:
    """Plans sequences until all conditions are flipped or tried."""

    def __init__(
        self,
        marks: Marks,
        machine: Machine,
        generator: Frontier,
        knowledge: Knowledge,
        frontier: list[tuple[Site, int]],
        witnesses: list[Sequence],
    ) -> None:
        self.flipped: list[str] = []  # by which means
        self._marks, self._machine, self._generator = marks, machine, generator
        self._modifier = Modifier(knowledge)
        self._targets = deque(_Target(site, mark, _tests(site, mark)) for site, mark in frontier)
        self._witnesses = deque(witnesses)
        self._recorded = frozenset(test for target in self._targets for test in target.tests)
        self._notes: list[tuple[int, int, int, Operand]] = []
        self._sightings: dict[tuple[int, int], int] = {}
        self._plan = Sequence()
        self._present: _Target | None = None  # whose run it is
        self._next: Modification | None = None
        marks.record(self._recorded, self._note)

    def end(self) -> None:
        """Let the tests be as they were."""
        self._marks.stop_recording(self._recorded)

    # ---- the plan -----------------------------------------------------------------------------------------

    def has_more(self) -> bool:
        """Return whether there is a sequence to run; decides which."""
        if self._next is None:
            self._next = self._chosen()
        return self._next is not None

    def next(self) -> Sequence:
        """Return the sequence to run."""
        assert self._next is not None
        self._plan, self._next = self._next.sequence, None
        self._notes.clear()
        self._sightings.clear()
        return self._plan

    def _chosen(self) -> Modification | None:
        self._present = None
        if self._witnesses and any(len(t.seen) < ENOUGH_READINGS for t in self._targets):
            return Modification("again", self._witnesses.popleft())
        while self._targets:
            target = self._targets.popleft()
            if target.mark in self._marks.seen:
                continue
            if target.attack is None:
                target.attack = self._attack(target)
            made = next(target.attack, None)
            if made is not None:
                self._targets.append(target)
                self._present, self._means = target, made.means
                return made
        return None

    def ran(self, fresh: list[int], kinds: dict[int, int]) -> None:
        """Take note of a run: of the marks that are new, and of what the tests were given."""
        target = self._present
        readings = self._readings()
        if target is None:
            for number, reading in readings:
                for one in self._targets:
                    if number in one.tests:
                        self._take(one, reading, kinds)
            return
        if target.mark in fresh:
            self.flipped.append(self._means)
        own = [reading for number, reading in readings if number in target.tests]
        target.apart = next((d for one in own if (d := distance(one)) is not None), None)

    def _take(self, target: _Target, reading: Comparison, kinds: dict[int, int]) -> None:
        """Keep a reading with the part of the sequence that had a share in it; of many the shortest."""
        if reading.step >= len(self._plan):
            return  # when the sequence was done, somebody else has asked
        kept = self._plan.influence(reading.step)
        where = {old: new for new, old in enumerate(kept)}
        operands = tuple(
            replace(one, made_at=where.get(one.made_at)) if one.made_at is not None else one
            for one in reading.operands
        )
        part = self._plan.keeping(kept)
        is_known = any(
            one.reading.operands == operands and one.sequence == part for one in target.seen
        )
        if is_known:
            return
        moved = replace(reading, step=where[reading.step], operands=operands)
        own = {where[old]: kind for old, kind in kinds.items() if old in where}
        target.seen.append(_Seen(part, moved, own))
        target.seen.sort(key=lambda one: len(one.sequence))
        classes = [tuple(operand.cls for operand in one.reading.operands) for one in target.seen]
        if len(target.seen) > READINGS:
            # One of a pair that looks alike goes, or else the longest.
            alike = [n for n, one in enumerate(classes) if one in classes[:n]]
            del target.seen[alike[-1] if alike else -1]

    # ---- one condition ------------------------------------------------------------------------------------

    def _attack(self, target: _Target) -> Iterator[Modification]:
        """Yield changed sequences, what is likeliest first; each means has its own share of runs."""
        modifier = self._modifier
        for seen in target.seen:
            for number, wanted in target.tests.items():
                if self._is_of(seen.reading, number):
                    made = modifier.modified(seen.sequence, seen.reading, wanted)
                    yield from islice(made, RUNS_BY_CORRESPONDENCE)
        limits = RUNS_BY_MEANS
        if target.site.asks in ("except", "case"):
            for seen in target.seen[:2]:
                yield from islice(modifier.odd(seen.sequence), limits["odd"])
        for seen in target.seen[:3]:
            yield from islice(self._secant(target, seen), limits["secant"])
        for seen in target.seen[:2]:
            kinds = seen.kinds
            yield from islice(modifier.states(seen.sequence, kinds.get), limits["states"])
            yield from islice(modifier.lives(seen.sequence), limits["lives"])
        for seen in target.seen[:3]:
            yield from islice(
                modifier.everywhere(seen.sequence, seen.reading), limits["everywhere"]
            )

    def _is_of(self, reading: Comparison, number: int) -> bool:
        site = self._marks.sites[number]
        return (reading.asks, reading.operators) == (site.asks, site.operators)

    def _secant(self, target: _Target, seen: _Seen) -> Iterator[Modification]:
        """Yield steps towards a number for which two operands are equal, as far as one depends on it by a line."""
        start = distance(seen.reading)
        if start is None:
            return
        for position, value in self._modifier.numbers(seen.sequence):
            before, apart = value, start
            here: int | None = value + 1
            for _ in range(_STEPS):
                made = None
                if here is not None:
                    made = self._modifier.stepped(seen.sequence, position, here)
                if made is None or here is None:
                    break
                yield Modification("secant", made)
                now = target.apart
                if now is None or now == apart:
                    break
                slope = (now - apart) / (here - before)
                before, apart = here, now
                step = -now / slope
                further = here + (round(step) if abs(step) >= 1 else (1 if slope < 0 else -1))
                here = further if further != before else None

    # ---- operands -----------------------------------------------------------------------------------------

    def _note(self, site: int, place: int, value: object) -> object:
        """Note an operand of a test and return it; called by the code under test."""
        at = self._generator.at
        key = (site, at)
        if place == 0:
            self._sightings[key] = self._sightings.get(key, 0) + 1
        if self._sightings.get(key, 0) <= _SIGHTINGS and len(self._notes) < _MOST_NOTES:
            self._notes.append((site, at, place, self._operand(value)))
        return value

    def _operand(self, value: object) -> Operand:
        cls = type(value)
        made_at = None
        if not self._machine.depth:
            for here, one in enumerate(self._machine.values):
                if one is value and here < len(self._generator.planned):
                    made_at = self._generator.planned[here]
                    break
        if cls in PLAIN or isinstance(value, type):
            return Operand(cls, value, True, made_at)
        if cls is tuple and all(isinstance(one, type) for one in _items(value)):
            return Operand(cls, value, True, made_at)
        if cls not in (list, tuple, dict, set, frozenset):
            return Operand(cls, None, False, made_at)
        items = _items(value)
        is_plain = len(items) <= _LARGEST and all(type(one) in PLAIN for one in items)
        return Operand(cls, _copy(value) if is_plain else None, is_plain, made_at, len(items))

    def _readings(self) -> list[tuple[int, Comparison]]:
        """Return what was noted in the last run, test by test."""
        found: list[tuple[int, Comparison]] = []
        open_at: dict[int, int] = {}
        for site, at, place, operand in self._notes:
            if place == 0:
                asked = self._marks.sites[site]
                open_at[site] = len(found)
                found.append((site, Comparison(at, asked.asks, asked.operators, (operand,))))
            elif site in open_at:
                number, reading = found[open_at[site]]
                operands = (*reading.operands, operand)
                found[open_at[site]] = (number, replace(reading, operands=operands))
        return found


def _tests(site: Site, mark: int) -> dict[int, bool]:
    """Return the tests that decide a condition, each with the answer that leads to a mark."""
    wanted = not mark & 1
    if site.asks != "parts":
        return {site.number: wanted}
    return {number: wanted != negated for number, negated in site.parts}


def _items(value: object) -> list[object]:
    """Return what a collection of a builtin type holds."""
    if isinstance(value, dict):
        return [part for item in value.items() for part in item]
    return list(value)  # type: ignore[call-overload, no-any-return]


def _copy(value: object) -> object:
    return value.copy() if isinstance(value, list | dict | set) else value
