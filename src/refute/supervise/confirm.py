"""Nothing is shown that was not tried again: `Confirmation`.

JCrasher's future work (section 7): what is found under the fast way is confirmed under the correct one, a fresh process.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from refute.generate.preset_values import COMMON
from refute.model.errors import Defect, UsageError
from refute.model.finding import Finding
from refute.model.messages import Died, Examine
from refute.model.options import Options
from refute.model.results import Results
from refute.model.sequence import Call, Literal, Sequence
from refute.model.verdict import Blame, Severity, Violation, unreached
from refute.shrink.passes import PASSES
from refute.shrink.shrinker import Context, shrink
from refute.supervise.fresh_process import FreshProcess

# The parent has no pool and no presets: it shrinks by leaving out.
_NO_REPLACEMENTS = Context(
    lambda have, want: False, lambda value: [], lambda value: None, lambda form: []
)
# Of a call that hangs literals are made simpler, too: by others of the same type.
_OWN_TYPES = replace(
    _NO_REPLACEMENTS,
    literals=lambda form: [Literal(text, form) for text in COMMON.get(form.name, ())],
)
# So many seconds a call that took too long is given in a fresh process, and while it is made smaller; so often that is tried.
_LONG, _SHORT, _FEW_TRIALS = 2.0, 0.4, 30


class Confirmation:
    """Tries again in a fresh process, until the deadline, what workers have found; results are changed in place."""

    def __init__(
        self,
        results: Results,
        options: Options,
        fresh: FreshProcess,
        deadline: float,
        is_asked: Callable[[Finding], bool] = lambda finding: True,
    ) -> None:
        """Try the findings that are asked for: what they are about is imported in the fresh process."""
        self._results = results
        self._is_asked = is_asked
        self._options = options
        self._fresh = fresh
        self._deadline = deadline

    def all(self) -> None:
        # First each finding once, which is quick; then those that did not repeat, which may take all the time left.
        # Two seconds in any case, once the process is ready: nothing is to be shown that was not tried again, however short
        # the budget.
        limit = math.inf
        missed = []
        for finding in filter(self._is_asked, self._results.ordered()):
            if finding.violation.rule == "dies" or time.monotonic() > limit:
                continue
            try:
                confirmed = self._fresh.confirm(finding)
            except (Defect, UsageError) as wrong:  # it stays, as one that was not run again
                self._results.failed(wrong)
                continue
            limit = min(limit, max(self._deadline, time.monotonic() + 2.0))
            if confirmed is None:
                missed.append(finding)
                self._results.flaky[finding.id] = self._results.findings.pop(finding.id)
            else:
                self._results.findings[finding.id] = replace(finding, stable=True)
        for finding in missed:
            if finding.violation.severity is Severity.DOUBTFUL:
                continue  # it was never shrunk by much, and is worth no more time
            shown = self._shown_first(finding)
            if shown is not None:
                self._results.findings[finding.id] = shown
            elif time.monotonic() < self._deadline and self._fresh.depends_on_order(finding):
                self._results.order_dependent[finding.id] = finding
            else:
                continue
            del self._results.flaky[finding.id]

    def _shown_first(self, finding: Finding) -> Finding | None:
        """Return a finding whose smallest sequence does not repeat as its first one shows it, None where it does not.

        A worker that has run many sequences may show in one step what needs three in a fresh process: then the
        sequence that showed it first is tried, and shrunk there.
        """
        first = replace(finding, sequence=finding.first_seen)
        if time.monotonic() > self._deadline or self._fresh.confirm(first) is None:
            return None

        def trial(candidate: Sequence) -> list[Any] | None:
            if time.monotonic() > self._deadline:
                return None
            return None if self._fresh.confirm(replace(finding, sequence=candidate)) is None else []

        smallest, _ = shrink(finding.first_seen, trial, _NO_REPLACEMENTS, PASSES, budget=400)
        violation = self._fresh.confirm(replace(finding, sequence=smallest))
        if violation is None:
            return None
        return replace(finding, sequence=smallest, violation=violation, stable=True)

    def hangs(self, hangs: Iterable[Finding]) -> None:
        """Keep the calls that a fresh process does not come back from either; the others stay among the stopped."""
        for finding in filter(self._is_asked, hangs):
            if time.monotonic() > self._deadline:
                return
            for sequence in dict.fromkeys((finding.sequence, finding.first_seen)):
                because = finding.violation.because
                if self._fresh.hangs(sequence, _LONG, because):
                    smallest = self._shrunk_hang(sequence, because)
                    violation = replace(finding.violation, step=len(smallest) - 1)
                    self._results.findings[finding.id] = replace(
                        finding, sequence=smallest, violation=violation, stable=True
                    )
                    break

    def _shrunk_hang(self, sequence: Sequence, because: str) -> Sequence:
        """Return a smaller sequence whose last call hangs too, found by few and short trials, then by a long one."""
        target = last_target(sequence)

        def trial(candidate: Sequence) -> list[Any] | None:
            if candidate is sequence:
                return []
            last = candidate.steps[-1].operation if candidate.steps else None
            late = time.monotonic() > self._deadline - _LONG
            if getattr(last, "target", None) != target or late:
                return None
            return [] if self._fresh.hangs(candidate, _SHORT, because) else None

        smallest, _ = shrink(sequence, trial, _OWN_TYPES, PASSES, budget=_FEW_TRIALS)
        if smallest == sequence or self._fresh.hangs(smallest, _LONG, because):
            return smallest
        return sequence

    def deaths(self) -> None:
        """Make those deaths of workers smaller that repeat; the others, say of a worker killed from outside, are flaky."""
        deaths = [f for f in self._results.findings.values() if f.violation.rule == "dies"]
        for finding in filter(self._is_asked, deaths):
            _, how, _ = finding.violation.signature
            smallest = self._shrunk_death(finding.sequence, how)
            if smallest is None:
                self._results.flaky[finding.id] = self._results.findings.pop(finding.id)
            else:
                violation = _violation(smallest, how)
                self._results.findings[finding.id] = replace(
                    finding, sequence=smallest, violation=violation, stable=True
                )

    def _shrunk_death(self, sequence: Sequence, how: str) -> Sequence | None:
        def trial(candidate: Sequence) -> list[Any] | None:
            return [] if self._fresh.ask(Examine(candidate)) == Died(how) else None

        if trial(sequence) is None:
            return None

        def in_time(candidate: Sequence) -> list[Any] | None:
            # The sequence itself is not asked about again, so that it comes back when it is late.
            if candidate is sequence:
                return []
            return trial(candidate) if time.monotonic() < self._deadline else None

        return shrink(sequence, in_time, _NO_REPLACEMENTS, PASSES, budget=200)[0]


def death_of(sequence: Sequence, how: str, options: Options, found_after: float) -> Finding:
    """Return what is found when a worker dies of a sequence, not yet tried again."""
    return Finding(
        violation=_violation(sequence, how),
        sequence=sequence,
        first_seen=sequence,
        seed=options.seed,
        found_by=sole_generator(options),
        stable=False,
        seconds_to_find=round(found_after, 3),
    )


def sole_generator(options: Options) -> str:
    """Return the generator that made everything in a run; nothing where there were several and nobody can say which."""
    return "" if options.by == "mix" else options.by


def last_target(sequence: Sequence | None) -> str:
    for step in reversed(sequence.steps if sequence else ()):
        if isinstance(step.operation, Call):
            return step.operation.target
    return "?"


def _violation(sequence: Sequence, how: str) -> Violation:
    target = last_target(sequence)
    violation = Violation(
        rule="dies",
        step=len(sequence) - 1,
        blame=Blame.CODE,
        message=f"the process dies ({how})",
        operation=target,
        signature=("dies", how, target),
        reason="no call may take the whole process with it",
        remedy="",
    )
    return unreached(violation) if sequence.is_built() else violation
