"""Sequences chosen for a suite made shorter, plainer and apart: `Shortening`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from refute.model.sequence import Call, Display, Literal, Sequence
from refute.search.noticing import NoticedMutants, is_mutant, noticed_by
from refute.search.plain_sequences import is_plain, numbers_for_truths
from refute.search.protection import Protection
from refute.search.shown import Feature, Shown
from refute.shrink import passes
from refute.shrink.candidates import wanted_forms
from refute.shrink.shrinker import Attempt, Context, Value, literal_key, shrink

# So many runs for making one sequence shorter: drops and replacements, mostly; what is left reads well enough.
_RUNS = 300
_FEW_ITEMS = 3


def _replace_in_long_ones(attempt: Attempt, context: Context) -> None:
    """Make values by shorter sub-sequences, where there is much to gain: this pass needs the most runs."""
    if attempt.sequence.calls() > 4:
        passes.replace(attempt, context)


def _shorten_long_displays(attempt: Attempt, context: Context) -> None:
    """Take items out of displays, where one has more than a few: of a list of one hardly any change would show."""
    displays = (step.operation for step in attempt.sequence.steps)
    if any(isinstance(one, Display) and len(one.inputs) > _FEW_ITEMS for one in displays):
        passes.shorten_displays(attempt, context)


def _write_plainly(attempt: Attempt, context: Context) -> None:
    """Write 1 rather than 10**30 or True, "a" rather than "\\x00", but not 0 and not "".

    That 0 + 0 is 0 is shorter to say, but hardly any change would break it.
    """
    for position, step in enumerate(attempt.sequence.steps):
        if not isinstance(step.operation, Literal):
            continue
        wanted = wanted_forms(attempt.sequence, position)
        if is_plain(step.operation, wanted):
            continue
        for form in dict.fromkeys([step.operation.type, *wanted]):
            plain = [other for other in context.literals(form) if is_plain(other, wanted)]
            for other in sorted(plain, key=literal_key)[:4]:
                attempt(attempt.sequence.replace(position, other, ()))


# Not `simplify_literals` and not `reuse`: see `_write_plainly`.
_PASSES = (
    passes.slice_for_end,
    passes.drop_chunks,
    passes.drop,
    _replace_in_long_ones,
    _shorten_long_displays,
    passes.drop_arguments,
    passes.write_out,
    _write_plainly,
)


class Show(Protocol):
    """Runs a sequence."""

    def __call__(self, sequence: Sequence, for_branches: bool = False) -> Shown | None:
        """Return what it shows, None where that is nothing."""


class Shortening:
    """One worker's choice, made shorter while together it shows the same."""

    def __init__(
        self,
        show: Show,
        protection: Protection | None,
        with_results_written: Callable[[Sequence], Sequence],
        is_late: Callable[[], bool],
    ) -> None:
        self._show, self._protection, self._is_late = show, protection, is_late
        self._with_results_written = with_results_written

    def shortened(self, chosen: list[Shown], context: Context) -> list[Shown]:
        """Return the sequences, each made shorter while together they still show the same."""
        shown = Counter(feature for one in chosen for feature in one.features)
        left: list[Shown] = []
        for one in chosen:
            needed = frozenset(feature for feature in one.features if shown[feature] == 1)
            if needed:
                shorter = one if self._is_late() else self._shorter(one, needed, context)
                apart = self._apart(shorter, needed)
                shown.update(feature for part in apart for feature in part.features)
                left += apart
            shown.subtract(one.features)
        return [self._with_own_literals(one) for one in left]

    def _with_own_literals(self, one: Shown) -> Shown:
        """Return a sequence in which literals that happen to be equal are written once for each use.

        Then it can be seen of two tests that they differ in literals only.
        """
        apart = one.sequence.with_own_literals()
        if apart == one.sequence or self._is_late():
            return one
        return self._still_shown(apart, one, one.features) or one

    def _apart(self, one: Shown, needed: frozenset[Feature]) -> list[Shown]:
        """Return a sequence as several where parts of it have nothing to do with each other."""
        parts = independent_parts(one.sequence)
        if len(parts) == 1:
            return [one]
        left, found = set(needed), list[Shown]()
        for part in parts:
            shown = self._show(part, one.for_branches)
            mutants = [feature for feature in left if is_mutant(feature)]
            noticed = noticed_by(part, mutants, self._protection) if shown else None
            if shown and noticed and left & (shown.features | noticed.mutants):
                found.append(_noticing(shown, noticed))
                left -= found[-1].features
        return found if not left else [one]

    def _shorter(self, one: Shown, needed: frozenset[Feature], context: Context) -> Shown:
        best = self._with_literals(one, needed) or one

        def trial(candidate: Sequence) -> list[Value] | None:
            nonlocal best
            shown = None if self._is_late() else self._still_shown(candidate, one, needed)
            if shown is None:
                return None
            best = shown
            return list(shown.values)

        shrink(best.sequence, trial, context, _PASSES, budget=_RUNS)
        numbers = numbers_for_truths(best.sequence)
        if numbers != best.sequence:
            trial(numbers)
        return best

    def _still_shown(
        self, candidate: Sequence, one: Shown, needed: frozenset[Feature]
    ) -> Shown | None:
        """Return what a candidate shows in place of another; None where it does not show what is needed."""
        shown = self._show(candidate, one.for_branches)
        mutants = frozenset(f for f in needed if is_mutant(f))
        if shown is None or not needed - mutants <= shown.features:
            return None
        noticed = noticed_by(candidate, mutants, self._protection, all_of_them=True)
        return _noticing(shown, noticed) if noticed else None

    def _with_literals(self, one: Shown, needed: frozenset[Feature]) -> Shown | None:
        """Return the sequence with results that are simple values written down where they are used.

        So the calls that gave them are free to go, and a test says `remove(7)`, not `remove(result_5)`.
        """
        written = self._with_results_written(one.sequence)
        return self._still_shown(written, one, needed)


def _noticing(shown: Shown, noticed: NoticedMutants) -> Shown:
    return replace(shown, features=shown.features | noticed.mutants, telling=noticed.telling)


def independent_parts(sequence: Sequence) -> list[Sequence]:
    """Return the parts of a sequence that have nothing to do with each other."""
    found: list[Sequence] = []
    covered: set[int] = set()
    for position in reversed(range(len(sequence))):
        if position not in covered and isinstance(sequence.steps[position].operation, Call):
            part = sequence.influence(position, last=len(sequence) - 1)
            covered.update(part)
            found.append(sequence.keeping(part))
    return found
