"""The parent: starts workers, notices a dead or stuck one, restarts it, merges what they send.

The code under test is never imported here.  Nothing found is lost when a worker dies: findings arrive as they are
made, and the sequence that killed it stands in the shared memory (Pacheco's wrapper, thesis figure 9-2).
"""

from __future__ import annotations

import math
import selectors
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Protocol

from refute.execute import journal
from refute.execute.sandbox.limits import is_out_of_time
from refute.model.errors import Defect, UsageError
from refute.model.finding import Finding
from refute.model.ignore import is_ignored
from refute.model.messages import (
    Counts,
    Finished,
    ForSuite,
    Found,
    Ready,
    SearchOrders,
    SoFar,
    Stumbled,
    Told,
    Trouble,
    Walks,
)
from refute.model.options import Options
from refute.model.results import Progress, Results
from refute.model.sequence import Sequence
from refute.model.subject import Located
from refute.model.verdict import hang
from refute.search.never_called import stopped_early
from refute.supervise import interrupts
from refute.supervise.child import Child, raise_trouble
from refute.supervise.confirm import Confirmation, death_of, last_target, sole_generator
from refute.supervise.fresh_process import LONGEST_IMPORT, FreshProcess
from refute.supervise.learning_first import learn
from refute.supervise.merging import add_death, add_finding, candidates_of, merge, so_far
from refute.supervise.suspects import Suspects

# Of the budget so much is kept for confirming and writing; at least this long, at most that long; of a small
# budget never more than this share.
_RESERVE = (0.10, 0.4, 10.0, 0.25)
# For a suite too: its tests are recorded and tried in five more processes, and each of these has to start.
_RESERVE_FOR_SUITE = (0.3, 2.0, 15.0, 0.6)
# What operations that kill workers, or hang in them, have against them; with so much they are not called again: each
# time costs a new worker, and a hang in C all the time until it is noticed.
_DEATH, _HANG, _ENOUGH = 2, 5, 5
# So many workers in a row may be killed before they have called anything.
_MOST_KILLS = 8
# So many workers may stumble over faults of ours before we give up.
_MOST_STUMBLES = 8


# After Ctrl-C, so long workers may take to choose what a suite is made of.
_WIND_UP = 3.0


class Keeper(Protocol):
    """What keeps findings: each as it arrives, and all of them at the end, in the fresh process that confirmed them."""

    def found(self, finding: Finding) -> None:
        """Keep a finding that was not tried again yet, or a better form of it: the run may end at any moment."""

    def has_work(self, results: Results) -> bool:
        """Return whether it is worth a process."""

    def run(self, results: Results, fresh: FreshProcess) -> None:
        """Do it; findings may be added."""

    def earlier(self, results: Results) -> list[Finding]:
        """Return the findings of earlier runs that are to be tried again."""


class Supervisor:
    """Runs one campaign over several workers."""

    _most_restarts = 200

    def __init__(
        self,
        targets: list[str],
        located: list[Located],
        options: Options,
        progress: Progress | None = None,
        keeper: Keeper | None = None,
    ) -> None:
        self._keeper = keeper
        self._located = located
        self._options = options
        self._progress = progress
        self.began = time.monotonic()
        self.longest_import = options.seconds
        self._children: dict[int, Child] = {}
        self._running: dict[int, Counts] = {}  # of each worker what it has told last
        self._selector = selectors.DefaultSelector()
        self._seeds = 0
        self._exhausted = 0  # workers that have tried all there is to try
        self._has_begun = False  # a worker has imported the target,
        self._ready_at = 0.0  # and when
        self._has_final = False  # a finding that has been shrunk
        self._fatal: Counter[str] = Counter()
        self._suspects = Suspects()
        self._helpers: set[str] = set()  # operations that are called, but not tested
        self._stumbles = 0  # over faults of ours
        self._early_ends = 0  # of workers that were not ready yet, since one was
        self._hangs: dict[str, Finding] = {}
        self.results = Results(options, targets)

    # ---- searching ----------------------------------------------------------------------------------------

    def search(self) -> Results:
        """Search until the budget is spent, then confirm what was found; Ctrl-C keeps it."""
        share, least, most, largest = _RESERVE_FOR_SUITE if self._options.record else _RESERVE
        total = self._options.seconds
        reserve = min(max(total * share, min(least, total * largest)), most)
        end_of_search = self.began + total - reserve
        try:
            self._run_workers(end_of_search)
        except KeyboardInterrupt:
            self.results.interrupted = True
            with suppress(KeyboardInterrupt):
                self._wind_up()
        except Exception as wrong:
            if not self.results.findings and not self._hangs:
                raise
            self.results.failed(wrong)
        finally:
            self._count_living()
            for child in list(self._children.values()):
                self._drop(child)
            self._selector.close()
        try:
            self._try(lambda: self._confirm(self._confirm_until(end_of_search, reserve)))
        except KeyboardInterrupt:
            self.results.interrupted = True
        if self._options.stop_at_first and self._has_final:
            self.results.unreached = stopped_early(self.results.unreached)
        self.results.faulty.update(self._suspects.told())
        self._set_ignored_aside()
        self.results.seconds = time.monotonic() - self.began
        return self.results

    def _confirm_until(self, end_of_search: float, reserve: float) -> float:
        if self.results.interrupted:
            return time.monotonic()  # who does not want to wait gets what can be confirmed at once
        if self._options.sequences is not None:
            return math.inf
        return end_of_search + (reserve / 2 if self._options.record else reserve)

    def _wind_up(self) -> None:
        """Let the workers send what they have for a suite, if they can do so soon."""
        if not self._options.record:
            return
        for child in self._children.values():
            journal.call_off(child.memory)
        until = time.monotonic() + _WIND_UP
        if self._progress is not None:
            self._progress(self._so_far(), _WIND_UP)
        while self._children and time.monotonic() < until:
            for key, _ in self._arrived():
                self._hear(key.data, until)

    def _set_ignored_aside(self) -> None:
        for finding in list(self.results.findings.values()):
            if is_ignored(finding, self._options.ignore):
                self.results.ignored[finding.id] = self.results.findings.pop(finding.id)

    def _begin(self, end: float) -> None:
        if self._options.learn_from:
            self.results.learned = learn(self._located, self._options)
        jobs, sequences = max(1, self._options.jobs), self._options.sequences
        for place in range(jobs):
            if sequences is None:
                self._start(end, None)
            elif share := (sequences + jobs - 1 - place) // jobs:
                self._start(end, share)

    def _run_workers(self, end: float) -> None:
        self._begin(end)
        limited = self._options.sequences is not None
        while self._children:
            for key, _ in self._arrived():
                self._hear(key.data, end)
            for child in list(self._children.values()):
                self._watch(child, end)
            if self._progress is not None:
                self._progress(self._so_far(), max(0.0, end - time.monotonic()))
            if (
                not limited
                and self._has_begun
                and time.monotonic() > max(end, self._ready_at) + 1.0
            ):
                return
            if self._options.stop_at_first and self._has_final:
                return

    def _arrived(self) -> list[tuple[selectors.SelectorKey, int]]:
        with interrupts.waiting():
            return self._selector.select(timeout=0.1)

    def _start(self, end: float, sequences: int | None, again: int | None = None) -> None:
        """Start a worker; `again` is the number of one that has done nothing yet."""
        number = self._seeds if again is None else again
        self._seeds += again is None
        options = self._numbered(number, sequences)
        self._watch_for(Child(self._located, options, self._orders(end, self._located)))

    def _numbered(self, number: int, sequences: int | None) -> Options:
        """Return the options of one of several searches: each has random numbers of its own."""
        options = self._options
        seed = options.seed if number == 0 else options.seed * 1_000_003 + number
        return replace(
            options, seed=seed, sequences=sequences, worker=number, first_seed=options.seed
        )

    def _orders(self, end: float, located: list[Located]) -> SearchOrders:
        # Who only makes arguments can be done without.
        given_up = tuple(
            target
            for target, weight in self._fatal.items()
            if weight >= _ENOUGH or self._is_helper(target, located)
        )
        given_up += self._suspects.given_up()
        until = max(end, time.monotonic() + 0.05)
        learned = self.results.learned.sequences if self.results.learned else ()
        is_careful = bool(self._suspects.patched)
        return SearchOrders(until, tuple(self._fatal), given_up, is_careful, learned)

    def _is_helper(self, target: str, located: list[Located]) -> bool:
        """Return whether an operation is called in a search of these modules, but not tested."""
        return target in self._helpers

    def _watch_for(self, child: Child) -> None:
        self._children[child.answers] = child
        self._selector.register(child.answers, selectors.EVENT_READ, child)

    def _hear(self, child: Child, end: float) -> None:
        messages = child.read()
        if messages is None:
            self._died(child, end)
            return
        for message in messages:
            if self._children.get(child.answers) is not child:
                break  # it has ended with the message before, and what it says now is not asked for
            self._take(child, message, end)

    def _take(self, child: Child, message: Told, end: float) -> None:
        results = self.results
        match message:
            case Found(finding, provisional):
                self._has_final = self._has_final or not provisional
                self._add(finding, child)
            case SoFar(counts):
                self._running[child.answers] = counts
                child.beat = (child.beat[0], time.monotonic())
            case Finished(counts, exhausted, used_up):
                self._running.pop(child.answers, None)
                self._exhausted += exhausted
                results.exhausted = self._exhausted >= max(1, self._options.jobs)
                self._finished(child, counts, used_up, end)
            case ForSuite():
                # What a worker sends later takes the place of what it sent before.
                covered = results.learned.covered if results.learned else ()
                results.recorded[self._search_number(child)] = candidates_of(message, covered)
                results.parameters.update(message.parameters)
            case Walks(walks):
                results.walks |= {s: walk for s, walk in walks.items() if s not in results.walks}
            case Ready(helpers, in_force, unlisted):
                results.in_force, results.unlisted = in_force, unlisted
                self._early_ends = 0
                if not self._has_begun:
                    self._ready_at = (
                        time.monotonic()
                    )  # it goes on for a moment, should the time be up already
                self._has_begun = True
                self._helpers.update(helpers)
            case Stumbled() if self._suspects.note(child.ran_last(), message):
                self._replace(child, end)
            case Stumbled(traceback) if child.is_ready:
                self._stumbled(child, traceback, end)
            case Trouble() | Stumbled():
                self._cannot_search(child, message, end)

    def _finished(self, child: Child, counts: Counts, used_up: bool, end: float) -> None:
        merge(self.results, counts)
        self._drop(child)
        if used_up:
            self._go_on(child, counts.sequences, end)

    def _search_number(self, child: Child) -> int:
        return child.options.seed

    def _cannot_search(self, child: Child, message: Trouble | Stumbled, end: float) -> None:
        raise_trouble(message, self._options.env)

    def _add(self, finding: Finding, child: Child) -> None:
        if finding.violation.rule == "hangs":
            self._hangs.setdefault(finding.id, finding)
            return
        late = child.started - self.began
        seconds = round(finding.seconds_to_find + late, 3)
        add_finding(self.results, replace(finding, seconds_to_find=seconds))
        self._keep(finding.id)

    def _keep(self, id_: str) -> None:
        if self._keeper is not None:
            self._keeper.found(self.results.findings[id_])

    def _so_far(self) -> Results:
        return so_far(self.results, self._running.values(), time.monotonic() - self.began)

    def _count_living(self) -> None:
        for counts in self._running.values():
            merge(self.results, counts)
        self._running.clear()

    def _drop(self, child: Child) -> None:
        if self._children.pop(child.answers, None) is not None:
            self._selector.unregister(child.answers)
            child.close()

    # ---- dead and stuck workers ---------------------------------------------------------------------------

    def _watch(self, child: Child, end: float) -> None:
        if child.answers not in self._children:
            return
        if not child.is_ready:
            self._watch_import(child, end)
            return
        patience = 2 * child.options.call_timeout + 2
        if not child.is_stuck(patience):
            return
        sequence = child.running()
        target = last_target(sequence)
        self._fatal[target] += _HANG
        self.results.stopped.append(target)
        self.results.verdicts["stopped"] += 1
        if sequence is not None and sequence.steps and not self._is_helper(target, child.located):
            self._note_hang(sequence, target)
        self._replace(child, end)

    def _watch_import(self, child: Child, end: float) -> None:
        if self._has_begun:
            return
        if child.seconds_importing() > self.longest_import:
            raise UsageError(
                f"cannot test {child.importing}: importing it took longer than the time there is. "
                "Give more with --for.",
                "import-hangs",
            )
        if time.monotonic() < end + 0.9:
            return
        if child.importing is None and time.monotonic() - child.started > LONGEST_IMPORT:
            raise UsageError(
                f"cannot start a worker: it is not ready after {LONGEST_IMPORT:g} s.", "no-worker"
            )

    def _note_hang(self, sequence: Sequence, target: str) -> None:
        """Keep what hung in C, where no clock reaches it; a fresh process says whether it computes or waits."""
        violation = hang(target, len(sequence) - 1, self._options.call_timeout)
        finding = Finding(
            violation=violation,
            sequence=sequence,
            first_seen=sequence,
            seed=self._options.seed,
            found_by=sole_generator(self._options),
            stable=False,
            seconds_to_find=round(time.monotonic() - self.began, 3),
        )
        self._hangs.setdefault(finding.id, finding)

    def _died(self, child: Child, end: float) -> None:
        sequence = child.running()
        is_running = sequence is not None and bool(sequence.steps)
        how = child.how_it_ended()
        if sequence is not None and is_running and not is_out_of_time(how):
            self._died_of(sequence, how, child)
            self._replace(child, end)
        elif child.is_ready:  # killed from outside
            self._replace(child, end, running=is_running)
        else:
            self._ended_early(child, end)

    def _ended_early(self, child: Child, end: float) -> None:
        self._early_ends += 1
        # An import that ends the process does so again; who is killed from outside may be luckier next time.
        most = _MOST_KILLS if child.how_it_ended() == "SIGKILL" else 1
        if self._early_ends > max(most, self._options.jobs):
            raise child.early_end()
        self._drop(child)
        self.results.restarts += 1
        self._go_on(child, 0, end, again=child.options.worker)

    def _stumbled(self, child: Child, traceback: str, end: float) -> None:
        """Go on without what a worker stumbled over: a fault of ours, told when all that was found has been shown."""
        self.results.failed(Defect(f"a worker stumbled.\n{traceback}"))
        target = last_target(child.running())
        if target != "?":
            self._fatal[target] += _ENOUGH
            self.results.skipped[target] = "a defect of refute came up while it was called"
        self._stumbles += 1
        if self._stumbles < _MOST_STUMBLES:
            self._replace(child, end)
        else:
            self._drop(child)

    def _died_of(self, sequence: Sequence, how: str, child: Child) -> None:
        target = last_target(sequence)
        self._fatal[target] += _DEATH
        if self._is_helper(target, child.located):
            self.results.verdicts["stopped"] += 1
            self.results.skipped[target] = (
                "a call ended the process; it is not what is tested, and only makes arguments"
            )
            return
        self.results.verdicts["fail"] += 1
        found_after = time.monotonic() - self.began
        self._keep(add_death(self.results, death_of(sequence, how, self._options, found_after)))

    def _replace(self, child: Child, end: float, running: int = 1) -> None:
        """Start another worker in the place of one that died; `running` sequences are lost with it."""
        counts = self._running.pop(child.answers, None)
        if counts is not None:
            merge(self.results, counts)
        # What it did after its last message is lost but for the number of its calls.
        told = counts.calls if counts is not None else 0
        self.results.calls += max(0, child.calls() - told)
        self._drop(child)
        self.results.sequences += running
        self.results.restarts += 1
        if self.results.restarts < self._most_restarts:
            self._go_on(child, running + (counts.sequences if counts else 0), end)

    def _go_on(self, child: Child, done: int, end: float, again: int | None = None) -> None:
        """Start a worker that does what another one has left undone."""
        if self.results.interrupted:
            return
        left = child.options.sequences
        if left is not None:
            left -= done
        if time.monotonic() < end - 0.2 if left is None else left > 0:
            self._start(end, left, again)

    # ---- confirming ---------------------------------------------------------------------------------------

    def _confirm(self, deadline: float) -> None:
        """Run every finding again in a fresh process; what does not repeat there is set apart."""
        after = self._keeper if not self.results.interrupted else None
        wanted = after is not None and after.has_work(self.results)
        if not self.results.findings and not self._hangs and not wanted:
            return
        self._confirm_in(self._located, deadline, after, lambda finding: True)

    def _confirm_in(
        self,
        located: list[Located],
        deadline: float,
        after: Keeper | None,
        is_asked: Callable[[Finding], bool],
    ) -> None:
        fresh = FreshProcess(located, self._options)
        try:
            again = Confirmation(self.results, self._options, fresh, deadline, is_asked)
            self._try(again.deaths)
            self._try(again.all)
            self._try(lambda: again.hangs(self._hangs.values()))
            if after is not None:
                self._try(lambda: after.run(self.results, fresh))
        finally:
            fresh.close()

    def located(self) -> list[Located]:
        """Return what has to be imported to run again what was found."""
        return self._located

    def _try(self, step: Callable[[], None]) -> None:
        """Do one of several steps, so that what goes wrong in it does not keep the others from being done."""
        try:
            step()
        except Exception as wrong:
            self.results.failed(wrong)
