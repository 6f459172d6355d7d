"""The parent: starts workers, notices a dead or stuck one, restarts it, merges what they send.

The code under test is never imported here.  Nothing found is lost when a worker dies: findings arrive as they are
made, and the sequence that killed it stands in the shared memory (Pacheco's wrapper, thesis figure 9-2).
"""

from __future__ import annotations

import json
import math
import mmap
import os
import selectors
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, NoReturn, Protocol

from refute.discover.modules import Located
from refute.errors import Defect, NothingToTest, UsageError
from refute.execute import journal
from refute.execute.sandbox import Scratch, kill_worker
from refute.ignoring import is_ignored
from refute.model.codec import (
    finding_from_json,
    sequence_from_json,
    sequence_to_json,
    violation_from_json,
)
from refute.model.finding import Finding, without_overtaken
from refute.model.sequence import Call, Sequence
from refute.model.verdict import Blame, Severity, Violation, hang, unreached
from refute.options import Options
from refute.shrink.passes import PASSES
from refute.shrink.shrinker import Context, shrink

# The parent has no pool and no presets: it shrinks by leaving out.
_NO_REPLACEMENTS = Context(
    lambda have, want: False, lambda value: [], lambda value: None, lambda form: []
)
# A budget may be overdrawn by a tenth; so much of that may go into shrinking what killed a worker.
_OVERTIME = 0.07
# Of the budget so much is kept for confirming and writing; at least this long, at most that long; of a small
# budget never more than this share.
_RESERVE = (0.10, 0.4, 10.0, 0.25)
# For a suite too: its tests are recorded and tried in five more processes, and each of these has to start.
_RESERVE_FOR_SUITE = (0.3, 2.0, 15.0, 0.6)


# What operations that kill workers, or hang in them, have against them; with so much they are not called again: each
# time costs a new worker, and a hang in C all the time until it is noticed.
_DEATH, _HANG, _ENOUGH = 2, 5, 5
# So many seconds a call that took too long is given in a fresh process, and while it is made smaller; so often that is tried.
_LONG, _SHORT, _FEW_TRIALS = 2.0, 0.4, 20


class Child:
    """One worker process with its pipes, its shared memory and its scratch folder."""

    def __init__(
        self,
        mode: str,
        located: list[Located],
        options: Options,
        seconds: float,
        fatal: Mapping[str, int] = MappingProxyType({}),
    ) -> None:
        self.options = options
        self.importing: str | None = None  # the module whose import has begun
        self.is_ready = False
        self.mode = mode
        self.started = time.monotonic()
        self.scratch = Scratch()
        self._journal_fd = os.memfd_create("refute") if hasattr(os, "memfd_create") else _file()
        os.ftruncate(self._journal_fd, journal.SIZE)
        self.memory = mmap.mmap(self._journal_fd, journal.SIZE)
        job_read, self._job = os.pipe()
        self.answers, answer_write = os.pipe()
        fds = (job_read, answer_write, self._journal_fd)
        command = [sys.executable, "-P", "-m", "refute.worker", *map(str, fds)]
        self._start_log = open(self.scratch.path / "start", "wb")  # noqa: SIM115
        self.process = subprocess.Popen(
            command,
            pass_fds=fds,
            env={**self.scratch.environment(options.hash_seed), **_own_path()},
            cwd=self.scratch.path / "work",
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=self._start_log,
            start_new_session=True,
        )
        os.close(job_read)
        os.close(answer_write)
        self._buffer = b""
        self.beat = (0, time.monotonic())
        entries = [entry for one in located for entry in one.path_entries]
        self.ask(
            {
                "mode": mode,
                "options": options.to_json(),
                "scratch": str(self.scratch.path),
                "path": entries,
                "located": [[one.path_entries, one.modules, one.qualname] for one in located],
                "end": self.started + seconds,
                "fatal": dict(fatal),
                "given_up": [target for target, weight in fatal.items() if weight >= _ENOUGH],
            }
        )

    def ask(self, message: dict[str, Any]) -> None:
        """Send one line; a dead child is noticed when its answers end."""
        with suppress(BrokenPipeError):
            data = json.dumps(message).encode() + b"\n"
            while data:
                data = data[os.write(self._job, data) :]

    def read(self) -> list[dict[str, Any]] | None:
        """Return the messages that have arrived, None when there will be no more."""
        data = os.read(self.answers, 1 << 20)
        if not data:
            return None
        self._buffer += data
        *lines, self._buffer = self._buffer.split(b"\n")
        return [message for line in lines if not self._is_sign(message := json.loads(line))]

    def _is_sign(self, message: dict[str, Any]) -> bool:
        """Note how far the worker has come."""
        if message["type"] == "ready":
            self.is_ready = True
            self.beat = (0, time.monotonic())
        if message["type"] == "importing":
            self.importing = message["module"]
            return True
        return False

    def is_stuck(self, patience: float) -> bool:
        """Return whether the worker has begun no call for so long that it must hang."""
        now = time.monotonic()
        calls = journal.progress(self.memory)
        if calls != self.beat[0]:
            self.beat = (calls, now)
        return now - self.beat[1] > patience

    def running(self) -> Sequence | None:
        """Return the sequence that the worker is, or was, performing."""
        return journal.read(self.memory)

    def how_it_ended(self) -> str:
        """Return the signal's name or the exit code of a worker that ended by itself."""
        code = self.process.wait()
        if code < 0:
            import signal

            return signal.Signals(-code).name
        return f"exit code {code}"

    def early_end(self) -> Exception:
        """Return what to raise when the worker has ended before it was ready or without being asked to."""
        how = self.how_it_ended()
        if self.importing is not None and not self.is_ready:
            return UsageError(
                f"cannot import {self.importing}: importing it ended the process ({how}).",
                "import-exits",
            )
        return Defect(f"a worker ended ({how}) before it had called anything.\n{self.last_words()}")

    def last_words(self) -> str:
        """Return what the worker wrote to its standard error."""
        with suppress(OSError):
            start = (self.scratch.path / "start").read_text(errors="replace").strip()
            return "\n".join(filter(None, (start, self.scratch.last_words())))
        return ""

    def close(self) -> None:
        """End the process if it runs and remove all that it used."""
        if self.process.poll() is None:
            kill_worker(self.process.pid)
        self.process.wait()
        self._start_log.close()
        for descriptor in (self._job, self.answers, self._journal_fd):
            with suppress(OSError):
                os.close(descriptor)
        self.memory.close()
        self.scratch.remove()


def _file() -> int:
    import tempfile

    with tempfile.TemporaryFile() as file:
        return os.dup(file.fileno())


def _own_path() -> dict[str, str]:
    # The worker must find refute itself also when it runs from a source tree that is not installed.
    here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    old = os.environ.get("PYTHONPATH")
    return {"PYTHONPATH": os.pathsep.join(filter(None, (here, old)))}


@dataclass(slots=True)
class Results:
    """Everything a run found and counted, merged over the workers."""

    options: Options
    targets: list[str]
    findings: dict[str, Finding] = field(default_factory=dict)
    flaky: dict[str, Finding] = field(default_factory=dict)
    ignored: dict[str, Finding] = field(default_factory=dict)  # known, and not to be told of
    order_dependent: dict[str, Finding] = field(default_factory=dict)
    sequences: int = 0
    calls: int = 0
    seconds: float = 0.0
    verdicts: Counter[str] = field(default_factory=Counter)
    operations: dict[str, dict[str, Any]] = field(default_factory=dict)
    unreached: dict[str, str] = field(default_factory=dict)
    skipped: dict[str, str] = field(default_factory=dict)
    structures: dict[str, dict[str, Any]] = field(default_factory=dict)  # small objects, by class
    faulty: dict[str, str] = field(default_factory=dict)  # specifications that cannot be used
    refused: Counter[str] = field(default_factory=Counter)
    refusals: dict[str, str] = field(default_factory=dict)
    stopped: list[str] = field(default_factory=list)
    restarts: int = 0
    chance: float = 1.0
    branches: int | None = None  # taken by one worker, where they are watched
    exhausted: bool = False  # every combination of arguments within the plan was tried
    walks: dict[str, Sequence] = field(default_factory=dict)  # by what they show
    recorded: dict[int, list[Any]] = field(default_factory=dict)  # candidates, by worker
    interrupted: bool = False
    in_force: str = ""
    defect: str = ""  # the traceback of a worker that stumbled over a fault of ours

    def ordered(self) -> list[Finding]:
        """Return the findings in the order of showing: by severity, then shortest first."""
        shown = without_overtaken(self.findings.values())
        return sorted(shown, key=lambda f: (*_rank(f), len(f.sequence), f.id))


_RANKS = {severity: place for place, severity in enumerate(Severity)}


def _rank(finding: Finding) -> tuple[int, int]:
    """Return what makes one finding better than another: surer, then shorter."""
    return _RANKS[finding.violation.severity], finding.sequence.calls()


Progress = Callable[[Results, float], None]


def most_branches(*counts: int | None) -> int | None:
    """Return the largest of the numbers that are known: workers take nearly the same branches."""
    return max((count for count in counts if count is not None), default=None)


class Epilogue(Protocol):
    """What is done at the end of a run in the room in which its findings were confirmed."""

    def has_work(self, results: Results) -> bool:
        """Return whether it is worth a process."""

    def run(self, results: Results, room: Room) -> None:
        """Do it; findings may be added."""


class Supervisor:
    """Runs one campaign over several workers."""

    def __init__(
        self,
        targets: list[str],
        located: list[Located],
        options: Options,
        progress: Progress | None = None,
        epilogue: Epilogue | None = None,
    ) -> None:
        self._epilogue = epilogue
        self._located = located
        self._options = options
        self._progress = progress
        self._began = time.monotonic()
        self._children: dict[int, Child] = {}
        self._live: dict[int, dict[str, Any]] = {}
        self._selector = selectors.DefaultSelector()
        self._seeds = 0
        self._exhausted = 0  # workers that have tried all there is to try
        self._has_final = False  # a finding that has been shrunk
        self._fatal: Counter[str] = Counter()
        self._deaths: list[tuple[Sequence, str, str, float]] = []
        self._hangs: dict[str, Finding] = {}
        self.results = Results(options, targets)

    # ---- searching ----------------------------------------------------------------------------------------

    def search(self) -> Results:
        """Search until the budget is spent, then confirm what was found; Ctrl-C keeps it."""
        share, least, most, largest = _RESERVE_FOR_SUITE if self._options.record else _RESERVE
        total = self._options.seconds
        reserve = min(max(total * share, min(least, total * largest)), most)
        end_of_search = self._began + total - reserve
        try:
            self._run_workers(end_of_search)
        except KeyboardInterrupt:
            self.results.interrupted = True
        finally:
            self._count_living()
            for child in list(self._children.values()):
                self._drop(child)
        try:
            deadline = end_of_search + (reserve / 2 if self._options.record else reserve)
            self._confirm(deadline if self._options.sequences is None else math.inf)
        except KeyboardInterrupt:
            self.results.interrupted = True
        self._set_ignored_aside()
        self.results.seconds = time.monotonic() - self._began
        return self.results

    def _set_ignored_aside(self) -> None:
        for finding in list(self.results.findings.values()):
            if is_ignored(finding, self._options.ignore):
                self.results.ignored[finding.id] = self.results.findings.pop(finding.id)

    def _run_workers(self, end: float) -> None:
        limited = self._options.sequences is not None
        jobs, sequences = max(1, self._options.jobs), self._options.sequences
        for _ in range(jobs):
            self._start(end, None if sequences is None else -(-sequences // jobs))
        while self._children:
            for key, _ in self._selector.select(timeout=0.1):
                self._hear(key.data, end)
            for child in list(self._children.values()):
                self._watch(child, end)
            if self._progress is not None:
                self._progress(self._so_far(), max(0.0, end - time.monotonic()))
            if not limited and time.monotonic() > end + 1.0:
                return
            if self._options.stop_at_first and self._has_final:
                return

    def _start(self, end: float, sequences: int | None) -> None:
        options = self._options
        seed = options.seed if self._seeds == 0 else options.seed * 1_000_003 + self._seeds
        own = replace(
            options, seed=seed, sequences=sequences, worker=self._seeds, first_seed=options.seed
        )
        self._seeds += 1
        child = Child(
            "search",
            self._located,
            own,
            max(0.05, end - time.monotonic()),
            self._fatal,
        )
        self._children[child.answers] = child
        self._selector.register(child.answers, selectors.EVENT_READ, child)

    def _hear(self, child: Child, end: float) -> None:
        messages = child.read()
        if messages is None:
            self._died(child, end)
            return
        for message in messages:
            self._take(child, message, end)

    def _take(self, child: Child, message: dict[str, Any], end: float) -> None:
        kind = message.pop("type")
        if kind == "finding":
            self._has_final = self._has_final or not message["provisional"]
            finding = finding_from_json(message["finding"])
            if finding.violation.rule == "hangs":
                self._hangs.setdefault(finding.id, finding)
            else:
                self._add(finding, child)
        elif kind == "progress":
            self._live[child.answers] = message
            child.beat = (child.beat[0], time.monotonic())
        elif kind == "done":
            self._live.pop(child.answers, None)
            self._exhausted += message["exhausted"]
            self.results.exhausted = self._exhausted >= max(1, self._options.jobs)
            self._merge(message)
            self._drop(child)
            if message["used_up"]:
                self._go_on(child, message["sequences"], end)
        elif kind == "recorded":
            # What a worker sends later takes the place of what it sent before.
            names = message["features"]
            self.results.recorded[child.options.seed] = [
                (sequence, frozenset(names[f] for f in features))
                for sequence, features in message["candidates"]
            ]
        elif kind == "walks":
            for shows, walk in message["walks"].items():
                self.results.walks.setdefault(shows, sequence_from_json(walk))
        elif kind == "ready":
            self.results.in_force = message["in_force"]
        elif kind == "defect" and (len(self._children) > 1 or self.results.findings):
            # The others go on, and what was found is shown first.
            self.results.defect = message["traceback"]
            self._drop(child)
        elif kind in ("trouble", "defect"):
            raise_trouble(kind, message)

    def _add(self, finding: Finding, child: Child) -> None:
        late = child.started - self._began
        finding = replace(finding, seconds_to_find=round(finding.seconds_to_find + late, 3))
        known = self.results.findings.get(finding.id)
        if known is None:
            self.results.findings[finding.id] = finding
        elif _origin(known) == _origin(finding):
            self.results.findings[finding.id] = replace(finding, seen=known.seen)  # now shrunk
        elif _rank(finding) < _rank(known):
            self.results.findings[finding.id] = replace(finding, seen=known.seen + 1)
        else:
            self.results.findings[finding.id] = replace(known, seen=known.seen + 1)

    def _merge(self, message: dict[str, Any]) -> None:
        results = self.results
        results.sequences += message["sequences"]
        results.calls += message["calls"]
        results.chance = min(results.chance, message["chance"])
        results.branches = most_branches(results.branches, message["branches"])
        for id_, seen in message["seen"].items():
            known = results.findings.get(id_)
            if known is not None and seen > 1:
                results.findings[id_] = replace(known, seen=known.seen + seen - 1)
        results.verdicts.update(message["verdicts"])
        results.refused.update(message["refused"])
        results.refusals.update(message["refusals"])
        results.skipped.update(message["skipped"])
        results.structures.update(message["structures"])
        results.faulty.update(message["faulty"])
        for target, numbers in message["operations"].items():
            _add_numbers(results.operations.setdefault(target, {}), numbers)
        results.unreached = {
            target: why
            for target, why in {**results.unreached, **message["unreached"]}.items()
            if not results.operations[target]["calls"]
        }

    def _so_far(self) -> Results:
        shown = replace(self.results)
        shown.sequences += sum(m["sequences"] for m in self._live.values())
        shown.calls += sum(m["calls"] for m in self._live.values())
        shown.seconds = time.monotonic() - self._began
        for message in self._live.values():
            shown.branches = most_branches(shown.branches, message["branches"])
        return shown

    def _count_living(self) -> None:
        for message in self._live.values():
            self._merge(message)
        self._live.clear()

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
        patience = 2 * self._options.call_timeout + 2
        if not child.is_stuck(patience):
            return
        sequence = child.running()
        target = _last_target(sequence)
        self._fatal[target] += _HANG
        self.results.stopped.append(target)
        self.results.verdicts["stopped"] += 1
        if sequence is not None and sequence.steps:
            self._note_hang(sequence, target)
        self._replace(child, end)

    def _watch_import(self, child: Child, end: float) -> None:
        if time.monotonic() > end + 0.9 and self._seeds <= self._options.jobs:
            raise UsageError(
                f"cannot test {child.importing}: importing it took longer than the time there is. "
                "Give more with --for.",
                "import-hangs",
            )

    def _note_hang(self, sequence: Sequence, target: str) -> None:
        """Keep what hung in C, where no clock reaches it; a fresh process says whether it computes or waits."""
        violation = hang(target, len(sequence) - 1, self._options.call_timeout)
        finding = Finding(
            violation=violation,
            sequence=sequence,
            first_seen=sequence,
            seed=self._options.seed,
            found_by=self._options.by,
            stable=False,
            seconds_to_find=round(time.monotonic() - self._began, 3),
        )
        self._hangs.setdefault(finding.id, finding)

    def _died(self, child: Child, end: float) -> None:
        sequence = child.running()
        if sequence is None or not sequence.steps:
            raise child.early_end()
        how = child.how_it_ended()
        self._fatal[_last_target(sequence)] += _DEATH
        found_after = time.monotonic() - self._began
        self._deaths.append((sequence, how, child.last_words(), found_after))
        self.results.verdicts["fail"] += 1
        self._replace(child, end)

    def _replace(self, child: Child, end: float) -> None:
        message = self._live.pop(child.answers, None)
        if message is not None:
            self._merge(message)
        # What it did after its last message is lost but for the number of its calls.
        told = message["calls"] if message is not None else 0
        self.results.calls += max(0, journal.progress(child.memory) - told)
        self._drop(child)
        self.results.sequences += 1  # the one it was running
        self.results.restarts += 1
        if self.results.restarts < 200:
            self._go_on(child, 1 + (message["sequences"] if message else 0), end)

    def _go_on(self, child: Child, done: int, end: float) -> None:
        """Start a worker that does what another one has left undone."""
        left = child.options.sequences
        if left is not None:
            left -= done
        if time.monotonic() < end - 0.2 if left is None else left > 0:
            self._start(end, left)

    # ---- confirming ---------------------------------------------------------------------------------------

    def _confirm(self, deadline: float) -> None:
        """Run every finding again in a fresh process; what does not repeat there is set apart."""
        after = self._epilogue if not self.results.interrupted else None
        wanted = after is not None and after.has_work(self.results)
        if not self.results.findings and not self._deaths and not self._hangs and not wanted:
            return
        room = Room(self._located, self._options)
        try:
            self._confirm_deaths(room, deadline)
            self._confirm_all(room, deadline)
            self._confirm_hangs(room, deadline)
            if after is not None:
                after.run(self.results, room)
        finally:
            room.close()

    def _confirm_all(self, room: Room, deadline: float) -> None:
        # First each finding once, which is quick; then those that did not repeat, which may take all the time left.
        # Two seconds in any case: nothing is to be shown that was not tried again, however short the budget.
        limit = max(deadline, time.monotonic() + 2.0)
        doubtful = []
        for finding in self.results.ordered():
            if finding.violation.rule == "dies" or time.monotonic() > limit:
                continue
            if room.confirm(finding) is None:
                doubtful.append(finding)
                del self.results.findings[finding.id]
            else:
                self.results.findings[finding.id] = replace(finding, stable=True)
        for finding in doubtful:
            shown = self._shown_first(room, finding, deadline)
            if shown is not None:
                self.results.findings[finding.id] = shown
            elif time.monotonic() < deadline and room.depends_on_order(finding):
                self.results.order_dependent[finding.id] = finding
            else:
                self.results.flaky[finding.id] = finding

    def _shown_first(self, room: Room, finding: Finding, deadline: float) -> Finding | None:
        """Return a finding whose smallest sequence does not repeat as its first one shows it, None where it does not.

        A worker that has run many sequences may show in one step what needs three in a fresh process: then the
        sequence that showed it first is tried, and shrunk there.
        """
        first = replace(finding, sequence=finding.first_seen)
        if time.monotonic() > deadline or room.confirm(first) is None:
            return None

        def trial(candidate: Sequence) -> list[Any] | None:
            if time.monotonic() > deadline:
                return None
            return None if room.confirm(replace(finding, sequence=candidate)) is None else []

        smallest, _ = shrink(finding.first_seen, trial, _NO_REPLACEMENTS, PASSES, budget=400)
        violation = room.confirm(replace(finding, sequence=smallest))
        if violation is None:
            return None
        return replace(finding, sequence=smallest, violation=violation, stable=True)

    def _confirm_hangs(self, room: Room, deadline: float) -> None:
        """Keep the calls that a fresh process does not come back from either; the others stay among the stopped."""
        for finding in self._hangs.values():
            if time.monotonic() > deadline:
                return
            for sequence in dict.fromkeys((finding.sequence, finding.first_seen)):
                if room.hangs(sequence, _LONG):
                    smallest = self._shrunk_hang(room, sequence, deadline)
                    violation = replace(finding.violation, step=len(smallest) - 1)
                    self.results.findings[finding.id] = replace(
                        finding, sequence=smallest, violation=violation, stable=True
                    )
                    break

    def _shrunk_hang(self, room: Room, sequence: Sequence, deadline: float) -> Sequence:
        """Return a smaller sequence whose last call hangs too, found by few and short trials, then by a long one."""
        target = _last_target(sequence)

        def trial(candidate: Sequence) -> list[Any] | None:
            if candidate is sequence:
                return []
            last = candidate.steps[-1].operation if candidate.steps else None
            late = time.monotonic() > deadline - _LONG
            if getattr(last, "target", None) != target or late:
                return None
            return [] if room.hangs(candidate, _SHORT) else None

        smallest, _ = shrink(sequence, trial, _NO_REPLACEMENTS, PASSES, budget=_FEW_TRIALS)
        return smallest if smallest == sequence or room.hangs(smallest, _LONG) else sequence

    def _confirm_deaths(self, room: Room, deadline: float) -> None:
        for sequence, how, words, found_after in self._deaths:
            target = _last_target(sequence)
            violation = _death(sequence, how, words)
            known = self.results.findings.get(_id(violation))
            if known is not None:
                self.results.findings[known.id] = replace(known, seen=known.seen + 1)
                continue
            smallest = self._shrunk_death(room, sequence, how, deadline)
            if smallest is None:
                self.results.stopped.append(target)
                continue
            violation = _death(smallest, how, words)
            finding = Finding(
                violation=violation,
                sequence=smallest,
                first_seen=sequence,
                seed=self._options.seed,
                found_by=self._options.by,
                seconds_to_find=round(found_after, 3),
            )
            self.results.findings[finding.id] = finding

    def _shrunk_death(
        self, room: Room, sequence: Sequence, how: str, deadline: float
    ) -> Sequence | None:
        def trial(candidate: Sequence) -> list[Any] | None:
            died = room.ask({"do": "examine", "sequence": sequence_to_json(candidate)}).get("died")
            return [] if died == how else None

        if trial(sequence) is None:
            return None

        def in_time(candidate: Sequence) -> list[Any] | None:
            # The sequence itself is not asked about again, so that it comes back when it is late.
            if candidate is sequence:
                return []
            return trial(candidate) if time.monotonic() < deadline else None

        return shrink(sequence, in_time, _NO_REPLACEMENTS, PASSES, budget=200)[0]


class Room:
    """The parent's side of the clean slate: each question is answered in a fork made right after the import."""

    def __init__(self, located: list[Located], options: Options, hash_seed: int = 0) -> None:
        options = replace(options, hash_seed=hash_seed)
        self._child = Child("room", located, options, options.seconds)
        self._messages: list[dict[str, Any]] = []
        self._is_ready = False

    def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """Return the answer to one question."""
        if not self._is_ready:  # not before: several rooms start at the same time
            self._expect("ready")
            self._is_ready = True
        self._child.ask(question)
        return self._expect("answer")

    def confirm(self, finding: Finding) -> Violation | None:
        """Return the violation that the finding's sequence shows in a fresh process, if it is the same."""
        wanted = list(finding.violation.signature)
        question = {
            "do": "examine",
            "sequence": sequence_to_json(finding.sequence),
            "wanted": wanted,
        }
        data = self.ask(question).get("violation")
        if data is None:
            return None
        violation = violation_from_json(data)
        same = list(violation.signature) == wanted and violation.blame is Blame.CODE
        return violation if same else None

    def hangs(self, sequence: Sequence, seconds: float) -> bool:
        """Return whether the last call of a sequence still computes after so many seconds."""
        question = {"do": "hang", "sequence": sequence_to_json(sequence), "seconds": seconds}
        return bool(self.ask(question).get("hangs"))

    def depends_on_order(self, finding: Finding) -> bool:
        """Return whether a finding that does not show in a fresh process shows there after it has run some times.

        Twice, each time in a process of its own: else it would be chance.
        """
        question = {
            "do": "repeat",
            "sequences": [sequence_to_json(s) for s in (finding.first_seen, finding.sequence)],
            "wanted": list(finding.violation.signature),
        }
        rounds = [self.ask(question).get("round") for _ in range(2)]
        return all(number is not None and number > 1 for number in rounds)

    def close(self) -> None:
        """End the process."""
        self._child.close()

    def _expect(self, kind: str) -> dict[str, Any]:
        while not self._messages:
            arrived = self._child.read()
            if arrived is None:
                raise self._child.early_end()
            self._messages += arrived
        message = self._messages.pop(0)
        got = message.pop("type")
        if got in ("trouble", "defect"):
            raise_trouble(got, message)
        assert got == kind, got
        return message


def _origin(finding: Finding) -> tuple[int, int, int]:
    return finding.seed, finding.worker, finding.number


def raise_trouble(kind: str, message: dict[str, Any]) -> NoReturn:
    """Raise what a worker could not go on with: the user's trouble, or our defect."""
    if kind == "defect":
        raise Defect(f"a worker stumbled.\n{message['traceback']}")
    error = NothingToTest if message["kind"] == "nothing" else UsageError
    raise error(message["message"], message["slug"])


def _add_numbers(into: dict[str, Any], numbers: dict[str, Any]) -> None:
    for name, value in numbers.items():
        if isinstance(value, dict):
            _add_numbers(into.setdefault(name, {}), value)
        else:
            into[name] = into.get(name, 0) + value


def _last_target(sequence: Sequence | None) -> str:
    for step in reversed(sequence.steps if sequence else ()):
        if isinstance(step.operation, Call):
            return step.operation.target
    return "?"


def _id(violation: Violation) -> str:
    from refute.model.finding import finding_id

    return finding_id(violation.signature)


def _death(sequence: Sequence, how: str, words: str) -> Violation:
    target = _last_target(sequence)
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
