"""What a run leaves in the corpus, and what it does with what earlier runs left there: `CorpusKeeper`."""

from __future__ import annotations

import math
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from refute.discover.patterns import asked_by
from refute.keep.replayed import MENDED_WHEN, still_fails
from refute.keep.store import FINDINGS, MENDED, WALKS, Saved, Stored
from refute.model.errors import Defect, UsageError
from refute.model.finding import Finding
from refute.model.ignore import is_ignored
from refute.model.messages import RecordSteps, StepsDone
from refute.model.options import Options
from refute.model.recording import HIDDEN
from refute.model.results import Results
from refute.model.sequence import Sequence
from refute.model.story import Did, in_common
from refute.model.verdict import same_cause
from refute.supervise.fresh_process import FreshProcess

# What is written while a run goes on is synchronized with the disk once in so many seconds.
_BETWEEN_SYNCS = 1.0
# The number of another machine than this, which is 0; far from it, so that rounding hides nothing.
_ANOTHER = 7


class CorpusKeeper:
    """Records what was found, and tries again what was found earlier and not this time."""

    def __init__(self, folder: Path, targets: list[str], options: Options) -> None:
        self._stored = Stored(folder)
        self._targets = tuple(targets)
        self._options = options
        self._is_asked = asked_by(options.keep, options.exclude)
        self._did: dict[str, tuple[Did, ...]] = {}
        self._walks: list[Saved] = []
        self._mended: list[Saved] = []
        self._noted: set[str] = set()  # findings that were written as they arrived
        self._refuted: set[str] = set()  # never confirmed, and do not repeat
        self._synced = -math.inf
        self.known: list[Finding] = []  # not found anew, but they still fail
        self.back: list[Finding] = []  # were mended, and fail again
        self.mended: list[Finding] = []  # failed before this run and do not any more
        self.passing: list[Finding] = []  # mended, now or earlier, so that their tests pass
        self.complaints: list[UsageError] = []
        self._stored.sweep()
        mine = list(self._stored.all(FINDINGS, MENDED, WALKS, complain=self.complaints))
        self._confirmed = {one.id for one in mine if one.finding is not None and one.finding.stable}
        mine = [one for one in mine if one.targets == self._targets]
        self._old = {one.id: one for one in mine if one.finding is not None}
        self._old_walks = [one for one in mine if one.finding is None]

    # ---- while the run goes on -------------------------------------------------------------------------------------

    def found(self, finding: Finding) -> None:
        """Write a finding as it arrives, as one not yet confirmed; one that an earlier run has confirmed stays as it is.

        Where that is refused the search goes on: `save` tries again, and says why it cannot.
        """
        if finding.id in self._confirmed or is_ignored(finding, self._options.ignore):
            return
        saved = Saved(finding.sequence, self._targets, self._stored.folder, finding)
        with suppress(UsageError, OSError):
            self._stored.note(saved)
            self._noted.add(finding.id)
            if time.monotonic() > self._synced + _BETWEEN_SYNCS:
                self._stored.sync()
                self._synced = time.monotonic()

    # ---- in a fresh process, at the end of the run -----------------------------------------------------------------

    def has_work(self, results: Results) -> bool:
        """Return whether there is anything to try or to record."""
        return bool(self._not_found(results) or self._plainer(results) or self._new_walks(results))

    def earlier(self, results: Results) -> list[Finding]:
        """Return the findings of earlier runs that are to be tried again."""
        return [*(one.failing() for one in self._not_found(results)), *self._plainer(results)]

    def run(self, results: Results, fresh: FreshProcess) -> None:
        """Try what was found earlier; then record findings and walks."""
        for saved in self._not_found(results):
            self._try(saved, saved.failing(), results, fresh)
        for finding in self._plainer(results):
            again, _ = still_fails(fresh, finding)
            if again is not None and same_cause(again.signature, finding.violation.signature):
                results.findings[finding.id] = replace(finding, violation=again, stable=True)
        self._record(results, fresh)

    def _try(self, saved: Saved, finding: Finding, results: Results, fresh: FreshProcess) -> None:
        again, reason = still_fails(fresh, finding)
        if again is not None:
            now = replace(finding, violation=again, stable=True)
            if results.findings.setdefault(now.id, now) is now:
                (self.back if self._stored.is_mended(saved) else self.known).append(now)
        never_sure = not finding.stable and not self._stored.is_mended(saved)
        if again is None and reason in MENDED_WHEN and never_sure:
            self._refuted.add(finding.id)
            return
        if reason in MENDED_WHEN or (
            again is not None and not same_cause(again.signature, finding.violation.signature)
        ):
            self._mended.append(saved)
            if not self._stored.is_mended(saved):
                self.mended.append(finding)
        if reason == "passes":
            self.passing.append(finding)

    def _not_found(self, results: Results) -> list[Saved]:
        found = {*results.findings, *results.flaky}
        saved = [
            saved for id_, saved in self._old.items() if id_ not in found and self._asked(saved)
        ]
        if self._options.no_probes:
            saved = [one for one in saved if not one.sequence.probes()]
        return saved

    def _asked(self, saved: Saved) -> bool:
        """Return whether -k and --exclude leave the operation that a finding is about."""
        operation = saved.failing().violation.operation
        return self._is_asked(operation)

    def left_out(self) -> list[str]:
        """Return the findings of earlier runs that the patterns of this one leave out: they are not tried."""
        return [
            one.id
            for one in self._old.values()
            if not self._stored.is_mended(one) and not self._asked(one)
        ]

    def _plainer(self, results: Results) -> list[Finding]:
        """Return what was found earlier without a probe, and now only with one: it is better kept, if it still fails."""
        return [
            saved.failing()
            for id_, saved in self._old.items()
            if id_ in results.findings
            and results.findings[id_].sequence.probes()
            and not saved.sequence.probes()
        ]

    def _new_walks(self, results: Results) -> dict[str, Sequence]:
        shown = {one.shows for one in self._old_walks}
        places = max(0, self._options.walks - len(self._old_walks))
        new = [(shows, walk) for shows, walk in results.walks.items() if shows not in shown]
        return dict(new[:places])

    def _record(self, results: Results, fresh: FreshProcess) -> None:
        """Run everything in a fresh process; and the walks backwards in another, as on another machine: what differs is not kept."""
        findings = results.ordered()
        walks = self._new_walks(results)
        there = fresh.elsewhere(_ANOTHER) if walks else None  # it starts while the first is asked
        try:
            self._compare(findings, walks, fresh, there)
        finally:
            if there is not None:
                there.close()

    def _compare(
        self,
        findings: list[Finding],
        walks: dict[str, Sequence],
        fresh: FreshProcess,
        there: FreshProcess | None,
    ) -> None:
        # Not what takes the process with it, or never returns.
        alive = [f for f in findings if f.violation.rule not in ("dies", "hangs")]
        sequences = [f.sequence for f in alive]
        first = _ask(fresh, [*sequences, *walks.values()], elsewhere=False)
        second: list[tuple[Did, ...] | None] = []
        # What cannot be imported elsewhere has nothing that is worth keeping, and harms nobody here.
        with suppress(UsageError, Defect):
            second = _ask(there, list(walks.values()), elsewhere=True) if there is not None else []
        told = first[: len(sequences)]
        self._did = {f.id: did for f, did in zip(alive, told, strict=False) if did is not None}
        for shows, walk, did, again in zip(
            walks, walks.values(), first[len(sequences) :], second, strict=False
        ):
            alike = in_common(did, again) if did is not None and again is not None else None
            if alike is not None and HIDDEN not in repr(alike):
                self._walks.append(
                    Saved(walk, self._targets, self._stored.folder, None, alike, shows)
                )

    # ---- on disk -------------------------------------------------------------------------------------------

    def save(self, results: Results) -> None:
        """Write the findings and walks, move what is mended, and take out what turned out to be none."""
        folder = self._stored.folder
        self._stored.save(
            Saved(f.sequence, self._targets, folder, f, self._did.get(f.id, ()))
            for f in results.ordered()
        )
        self._stored.save(self._walks)
        for saved in self._mended:
            self._stored.mend(saved)
        unsure = self._noted | {id_ for id_, one in self._old.items() if not one.failing().stable}
        not_shown = {*results.flaky, *results.order_dependent, *results.ignored, *results.findings}
        kept = {finding.id for finding in results.ordered()}
        self._stored.drop(self._refuted | (unsure & not_shown) - kept)
        self._stored.sync()


def _ask(
    fresh: FreshProcess, sequences: list[Sequence], elsewhere: bool
) -> list[tuple[Did, ...] | None]:
    """Return what each sequence does; None where that cannot be told."""
    if not sequences:
        return []
    answer = fresh.ask(RecordSteps(tuple(sequences), elsewhere))
    each = answer.each if isinstance(answer, StepsDone) else ()
    return [None if isinstance(did, str) else did for did in each]
