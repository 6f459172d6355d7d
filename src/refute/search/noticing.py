"""Sequences chosen for a suite because they notice mutants: `Noticing`, `noticed_by`, `telling`.

First those that were chosen anyway are tried, then the others that were kept; for the mutants that none of them notices,
variants are made of those that run the changed line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from zlib import crc32

from refute.execute.mutants import Mutant
from refute.model.recording import NOTICES, RecordedTest, Sight
from refute.model.sequence import Sequence
from refute.search.protection import Protection
from refute.search.shown import Feature, Shown
from refute.search.variations import Variations

# So many sequences that run a changed line are tried for each mutant: of those chosen, of the others.
_TRIES, _OTHERS = 25, 15
# So many variants are tried for one function before the next has its turn.
_AT_ONCE = 50

Line = tuple[str, int]


def is_mutant(feature: Feature) -> bool:
    """Return whether a feature is that a mutant is noticed."""
    return feature[0] == NOTICES


def mutants_in(one: Shown) -> list[str]:
    """Return the names of the mutants that a sequence is known to notice."""
    return sorted(str(feature[1]) for feature in one.features if is_mutant(feature))


@dataclass(slots=True, eq=False)
class _Entry:
    shown: Shown
    is_chosen: bool
    lines: frozenset[Line]
    test: RecordedTest | None = None
    is_recorded: bool = False
    noticed: dict[Feature, frozenset[Sight]] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class _Survivors:
    """The mutants of a function that nothing has noticed, and what reaches them."""

    mutants: list[Mutant]
    reaching: list[Sequence]
    variants: Iterator[Sequence]
    is_used_up: bool = True


class Noticing:
    """The sequences of one worker, and which mutants each was seen to notice."""

    def __init__(
        self,
        chosen: list[Shown],
        spare: list[Shown],
        protection: Protection,
        is_late: Callable[[], bool],
    ) -> None:
        self._protection = protection
        self._is_late = is_late
        self._by_line: dict[Line, list[_Entry]] = {}
        self._entries: list[_Entry] = []
        known = {one.sequence for one in chosen}
        for one in chosen:
            self._add(one, True)
        for one in spare:
            if one.sequence not in known:
                self._add(one, False)
        self._left: list[Mutant] = []

    def _add(self, shown: Shown, is_chosen: bool) -> _Entry:
        entry = _Entry(shown, is_chosen, lines_of(shown.features))
        self._entries.append(entry)
        for line in sorted(entry.lines):
            self._by_line.setdefault(line, []).append(entry)
        return entry

    def chosen(self) -> list[Shown]:
        """Return the chosen sequences, each with the mutants that it was seen to notice."""
        return [
            replace(
                one.shown,
                features=one.shown.features.union(one.noticed),
                telling=telling(one.test, one.noticed.values()) if one.test else (),
            )
            for one in self._entries
            if one.is_chosen
        ]

    def try_all(self) -> None:
        """Try every mutant on the sequences that there are."""
        # Not in the order of the source: should the time run out, every function has had its share.
        for mutant in sorted(self._protection.mutants, key=_shuffled):
            if self._is_late():
                return
            if not any(self._notices(one, mutant) for one in self._reaching(mutant)):
                self._left.append(mutant)

    def _reaching(self, mutant: Mutant) -> list[_Entry]:
        """Return what may notice a mutant: first what has noticed the most."""
        found = self._running(mutant.file, mutant.mutation.lines)
        # What is run by looking at objects, such as `__repr__`, may change wherever one of the class is used.
        found = found or self._running(mutant.file, mutant.mutation.class_lines)
        there = [one for one in found if one.is_chosen]
        there.sort(key=lambda one: -len(one.noticed))
        return [*there[:_TRIES], *[one for one in found if not one.is_chosen][:_OTHERS]]

    def _running(self, file: str, lines: range) -> list[_Entry]:
        found = (one for line in lines for one in self._by_line.get((file, line), ()))
        return list(dict.fromkeys(found))

    def _notices(self, one: _Entry, mutant: Mutant) -> bool:
        if not one.is_recorded:
            one.test, one.is_recorded = self._protection.recorded(one.shown.sequence), True
        sights = self._protection.noticed(one.test, mutant.name) if one.test else None
        if sights is None:
            return False
        one.is_chosen = True
        one.noticed[NOTICES, mutant.name] = sights
        return True

    def vary(
        self, variations: Variations, show: Callable[[Sequence], Shown | None], most: int
    ) -> None:
        """Make so many variants of the sequences that run what a mutant changes that none of them notices.

        Each function has its turn, again and again.
        """
        by_function: dict[str, list[Mutant]] = {}
        for mutant in self._left:
            by_function.setdefault(mutant.mutation.function, []).append(mutant)
        waiting = [self._survivors(some, variations) for _, some in sorted(by_function.items())]
        while waiting and most > 0 and not self._is_late():
            for one in waiting:
                one.is_used_up = True
                for variant in islice(one.variants, min(_AT_ONCE, most)):
                    most -= 1
                    self._try_variant(one, variant, show)
                    if self._is_late():
                        return
            waiting = [one for one in waiting if one.mutants and not one.is_used_up]

    def _survivors(self, mutants: list[Mutant], variations: Variations) -> _Survivors:
        entries = (
            one for mutant in mutants for one in self._running(mutant.file, mutant.mutation.lines)
        )
        reaching = [one.shown.sequence for one in dict.fromkeys(entries)]
        return _Survivors(mutants, reaching, variations.of(reaching, mutants[0].mutation))

    def _try_variant(
        self, survivors: _Survivors, variant: Sequence, show: Callable[[Sequence], Shown | None]
    ) -> None:
        survivors.is_used_up = False
        shown = show(variant)
        if shown is None:
            return
        entry = _Entry(shown, False, lines_of(shown.features))
        reached = [one for one in survivors.mutants if one.is_reached(entry.lines)]
        noticed = [one for one in reached if self._notices(entry, one)]
        if reached:
            survivors.reaching.append(variant)
        if noticed:
            self._entries.append(entry)
            survivors.mutants = [one for one in survivors.mutants if one not in noticed]


def _shuffled(mutant: Mutant) -> tuple[int, str]:
    return crc32(mutant.name.encode()), mutant.name


@dataclass(frozen=True, slots=True)
class NoticedMutants:
    """Which mutants a sequence notices, and what its test has to look at so that it does."""

    mutants: frozenset[Feature] = frozenset()
    telling: tuple[Sight, ...] = ()


def noticed_by(
    sequence: Sequence,
    mutants: Collection[Feature],
    protection: Protection | None,
    all_of_them: bool = False,
) -> NoticedMutants | None:
    """Return which of some mutants a sequence notices; None where it is to notice all of them and does not."""
    test = protection.recorded(sequence) if protection and mutants else None
    seen: dict[Feature, frozenset[Sight]] = {}
    for feature in sorted(mutants, key=str):
        sights = protection.noticed(test, str(feature[1])) if protection and test else None
        if sights is not None:
            seen[feature] = sights
        elif all_of_them:
            return None
    return NoticedMutants(frozenset(seen), telling(test, seen.values()) if test else ())


def telling(test: RecordedTest, noticed: Iterable[frozenset[Sight]]) -> tuple[Sight, ...]:
    """Return few sights, of those that differ under each mutant at least one; in order of their worth."""
    left = [sights for sights in noticed if sights]
    found: list[Sight] = []
    while left:
        counts = Counter(sight for sights in left for sight in sights)
        best = max(_in_order(test, counts), key=lambda sight: counts[sight])
        found.append(best)
        left = [sights for sights in left if best not in sights]
    return tuple(found)


def _in_order(test: RecordedTest, some: Collection[Sight]) -> list[Sight]:
    sights = [(o.step, o.expression) for o in test.observations]
    return [sight for sight in sights if sight in some]


def lines_of(features: Iterable[Feature]) -> frozenset[Line]:
    """Return the lines that ran, of the arcs among the features."""
    found: set[Line] = set()
    for feature in features:
        if len(feature) == 3:
            code, *ends = feature
            found.update((code.co_filename, line) for line in ends if line > 0)
    return frozenset(found)
