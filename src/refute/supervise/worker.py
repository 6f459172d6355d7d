"""The child process: `python -m refute.supervise.worker`.

Reads its job (one JSON line) from a pipe, enters the sandbox, imports the target, then either searches (mode
"search") or answers questions about single sequences, each in a fork of its own (mode "room": the clean slate in
which findings are confirmed, crashes are shrunk, and emitted tests are tried).  Writes JSON lines to another pipe.
"""

from __future__ import annotations

import json
import math
import os
import random
import select
import signal
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

from refute.discover.discovery import discover, explain_nothing
from refute.discover.specs import INVARIANT_NAMES
from refute.discover.user_presets import settle
from refute.execute.clean_slate.slate import NoSlate
from refute.execute.journal import Journal
from refute.execute.machine import Machine, StopCall
from refute.execute.sandbox import process, seccomp
from refute.execute.sandbox.guard import Guard
from refute.execute.sandbox.imports import load_target
from refute.generate.presets import Presets
from refute.judge.promises.probes import naming_probes
from refute.look.classes import homes_of
from refute.model.codec import (
    finding_to_json,
    sequence_from_json,
    sequence_to_json,
    violation_to_json,
)
from refute.model.errors import NothingToTest, UsageError
from refute.model.execution import RETURNED, Frame
from refute.model.finding import Finding
from refute.model.options import Options
from refute.model.sequence import Sequence
from refute.model.story import story_to_json
from refute.model.subject import Located, Subject
from refute.model.verdict import Blame, Violation
from refute.search.campaign import Campaign
from refute.search.collector import Feature, Shown, feature_name
from refute.search.examiner import examiner_for
from refute.search.experiment import Experiment
from refute.search.never_called import unreached
from refute.search.plugins import Extensions, load_extensions

# The originals: inside the sandbox those in `os` are stand-ins that protect our own descriptors.
_read, _write, _close, _pipe = os.read, os.write, os.close, os.pipe
_fork, _kill, _waitpid, _wait4 = os.fork, os.kill, os.waitpid, os.wait4
_setitimer = signal.setitimer

# How often the clock looks whether a call hangs; also how late a hanging call is noticed.
_TICK = 0.1
_FEW_TICKS = 3
# A call on an object that perhaps never exists is worth so many.
_HURRIED_TICKS = 10
# With a number of sequences, progress is told after every sixteenth of so many, and then after every so many: telling
# costs as much as a hundred planned calls.
_OFTEN, _SELDOM = 4096, 512
# A test that takes longer is not one that people keep.
_SLOWEST_TEST = 1.0
# So often, or so many seconds, a sequence is run over and over to see whether it fails only after others.
_MOST_REPEATS, _REPEATING = 500, 1.0
# What a fork says when it begins the last call; JSON takes no notice of it.
_IN_LAST_CALL = b" "


class Channel:
    """JSON lines to the parent."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def send(self, **message: Any) -> None:
        """Write one message."""
        data = json.dumps(message).encode() + b"\n"
        while data:
            data = data[_write(self._descriptor, data) :]


class Clock:
    """Raises `StopCall` inside a call that takes longer than the limit."""

    def __init__(self, machine: Machine, seconds: float) -> None:
        self._machine = machine
        self._ticks = max(2, round(seconds / _TICK))
        self._limit = seconds
        self._last = -1
        self._same = 0
        self._used = 0.0  # processor time when the call began
        # When the time is up, a call that takes long is stopped sooner.
        self.time_is_up = float("inf")
        self.is_called_off: Callable[[], bool] = lambda: False

    def start(self) -> None:
        """Begin to tick; the handler is ours and comes back after every sequence."""
        signal.signal(signal.SIGALRM, self._tick)
        self.rearm()

    def rearm(self) -> None:
        """Set the timer again: the code under test may have stopped it."""
        _setitimer(signal.ITIMER_REAL, _TICK, _TICK)

    def _tick(self, number: int, frame: FrameType | None) -> None:
        calls = self._machine.calls
        if calls != self._last:
            self._last, self._same = calls, 0
            self._used = time.thread_time()
            return
        if not _in_subject(frame):
            # Our own long work between two calls must not be counted against the next.
            self._same, self._used = 0, time.thread_time()
            return
        self._same += 1
        is_late = time.monotonic() >= self.time_is_up or self.is_called_off()
        enough = _FEW_TICKS if is_late else self._ticks
        if self._machine.is_hurried:
            enough = min(enough, _HURRIED_TICKS)
        if self._same >= enough:
            self._same = 0
            # One that is stopped early because the time is up may be just slow.
            computes = enough == self._ticks and _computes(
                time.thread_time() - self._used, self._limit
            )
            raise StopCall(f"no answer after {self._limit:g} s", self._limit if computes else None)


def _computes(used: float, seconds: float) -> bool:
    """Return whether so much processor time in so many seconds means work, not waiting.

    A tenth: on a busy machine others have the rest.  What sleeps and looks again uses a hundredth.
    """
    return used >= seconds / 10


# Functions of ours that call the subject.
_CALLERS = frozenset(
    [
        "perform",
        "_listed",
        "violations_at_end",
        "at_end",
        "_sights",
        "_run_test",
        "evaluate",
        "equality_number",
    ]
)


_COMPILING = Machine.compiled.__code__


def _in_subject(frame: FrameType | None) -> bool:
    # Only where the subject was called from, so that our own long work is left alone.
    while frame is not None:
        if frame.f_code is _COMPILING:  # getting an operation ready, which is our work
            return False
        if frame.f_code.co_name in _CALLERS:
            return True
        frame = frame.f_back
    return False


def main() -> NoReturn:
    """Run one job; an exception of our own is told to the parent, not taken for the subject's."""
    job_descriptor, answer_descriptor, journal_descriptor = map(int, sys.argv[1:4])
    job = _read_line(job_descriptor)
    channel = Channel(process.high_fd(answer_descriptor))
    try:
        _run(job, job_descriptor, journal_descriptor, channel)
    except Exception:
        channel.send(type="defect", traceback=traceback.format_exc())
        process.leave(3)


def _run(
    job: dict[str, Any], job_descriptor: int, journal_descriptor: int, channel: Channel
) -> NoReturn:
    options = Options.from_json(job["options"])
    journal = Journal(journal_descriptor)
    sys.path[:0] = [entry for entry in job["path"] if entry not in sys.path]
    room = job["mode"] == "room"
    guard = process.enter(
        Path(job["scratch"]), options.allow, options.memory, parent=os.getppid(), may_fork=room
    )
    located = [Located(tuple(p), tuple(m), q) for p, m, q in job["located"]]
    if room and options.hash_seed:
        _pretend_elsewhere(options.hash_seed)
    try:
        subject = _subject(located, options, guard, channel)
        extensions = load_extensions(options.plugins)
    except NothingToTest as nothing:
        _fail(channel, "nothing", nothing)
    except UsageError as wrong:
        _fail(channel, "usage", wrong)
    with guard.trusted():
        signal.signal(signal.SIGALRM, signal.SIG_IGN)
    process.remember_process(guard)
    if room:
        _Room(subject, options, guard, channel, extensions).serve(job_descriptor)
    else:
        _search(subject, options, guard, journal, channel, job, extensions)
    process.leave()


def _pretend_elsewhere(number: int) -> None:
    """Let the process look like another one, on another machine: what a test may not depend on."""
    sys.argv = [f"elsewhere{number}.py", *["--verbose"] * number]
    sys.orig_argv = [sys.executable, *sys.argv]
    for name in ("PYTHONHASHSEED", "PYTHONSAFEPATH"):
        os.environ.pop(name, None)
    os.environ.update({f"ELSEWHERE_{place}": str(place) for place in range(number)})
    os.environ.update(COLUMNS=str(80 + number), LINES=str(24 + number))  # the terminal's size
    import platform  # only where suites are checked

    platform.node = lambda: f"elsewhere{number}"


def _fail(channel: Channel, kind: str, error: UsageError) -> NoReturn:
    channel.send(type="trouble", kind=kind, message=error.message, slug=error.slug)
    process.leave()


def _read_line(descriptor: int) -> Any:
    data = b""
    while not data.endswith(b"\n"):
        part = _read(descriptor, 1 << 16)
        if not part:
            os._exit(0)
        data += part
    return json.loads(data)


def _subject(located: list[Located], options: Options, guard: Guard, channel: Channel) -> Subject:
    for one in located:
        for module in one.modules:
            channel.send(type="importing", module=module)  # should it take the worker with it
            try:
                load_target(module, guard)
            except UsageError as wrong:
                # Of a folder the others can be tested; discovery tells which one could not, and why.
                if len(one.modules) == 1 or wrong.slug == "import-effects":
                    raise
    subject = discover(
        located,
        keep=options.keep,
        exclude=options.exclude,
        private=options.private,
        invariant_names=(*options.invariants, *INVARIANT_NAMES),
        probing=not options.no_probes,
    )
    if not subject.routines:
        raise NothingToTest(explain_nothing(subject), "nothing-to-test")
    settle(subject, options.presets, options.implementations)
    return subject


# ---- searching ------------------------------------------------------------------------------------------------


def _search(
    subject: Subject,
    options: Options,
    guard: Guard,
    journal: Journal,
    channel: Channel,
    job: dict[str, Any],
    extensions: Extensions,
) -> None:
    def tell(finding: Finding, provisional: bool) -> None:
        journal.idle()
        channel.send(type="progress", **_numbers(campaign), **_details(campaign, subject))
        data = finding_to_json(finding)
        channel.send(type="finding", finding=data, provisional=provisional)

    # What has taken workers with it time and again is left alone, what did so once or twice is called seldom.
    subject.routines = tuple(r for r in subject.routines if r.target not in job["given_up"])
    subject.helpers = tuple(r for r in subject.helpers if r.target not in job["given_up"])
    campaign = Campaign(subject, options, guard, journal, tell, extensions=extensions)
    for known in campaign.knowledge.routines:
        if known.routine.target in job["fatal"]:
            campaign.knowledge.rest(known)
    clock = Clock(campaign.machine, options.call_timeout)
    clock.is_called_off = journal.is_called_off
    with guard.trusted():
        clock.start()
    process.remember_process(guard)
    campaign.rearm = clock.rearm
    last = time.monotonic()
    channel.send(
        type="ready",
        operations=len(subject.routines),
        helpers=[routine.target for routine in subject.helpers],
        in_force=guard.in_force(),
    )

    def pause() -> bool:
        nonlocal last
        if journal.is_called_off():
            return True
        now = time.monotonic()
        # With a number of sequences by that, not by the clock: what is known of a worker that dies must not vary.
        made = campaign.tally.sequences
        by_number = options.sequences is not None and (made < _OFTEN or made % _SELDOM == 0)
        if by_number or (options.sequences is None and now - last >= 0.25):
            last = now
            channel.send(type="progress", **_numbers(campaign), **_details(campaign, subject))
            return options.until_dry and campaign.is_dry()
        return False

    # By the parent's clock: the import of the target counts too.
    deadline = max(job["end"], time.monotonic() + 0.1)
    seconds = deadline - time.monotonic()
    search_until = deadline - _for_choosing(seconds) if options.record else deadline
    if options.sequences is None:
        clock.time_is_up = search_until
    if subject.routines:
        campaign.run(search_until, pause)
    journal.idle()
    used_up = campaign.is_used_up()
    if options.record:
        limit = math.inf if options.sequences is not None else deadline
        _choose(campaign, channel, lambda: journal.is_called_off() or time.monotonic() > limit)
    journal.idle()
    if campaign.sampler is not None:
        walks = campaign.sampler.chosen()
        channel.send(type="walks", walks={shows: sequence_to_json(s) for shows, s in walks.items()})
    _setitimer(signal.ITIMER_REAL, 0)
    channel.send(
        type="done",
        exhausted=campaign.exhausted,
        used_up=used_up,
        **_numbers(campaign),
        **_details(campaign, subject),
    )


def _for_choosing(seconds: float) -> float:
    """Return how much of the time goes into choosing sequences for a suite and making them shorter."""
    return min(0.2 * seconds, 10.0)


def _choose(campaign: Campaign, channel: Channel, is_late: Callable[[], bool]) -> None:
    # Sent twice: should one of them take the worker with it, the parent has them as they were.
    chosen = campaign.candidates()
    _send_chosen(channel, chosen)
    _send_chosen(channel, campaign.shortened(chosen, is_late))


def _send_chosen(channel: Channel, chosen: list[Shown]) -> None:
    numbers: dict[Feature, int] = {}
    for one in chosen:
        for feature in one.features:
            numbers.setdefault(feature, len(numbers))
    channel.send(
        type="recorded",
        features=[feature_name(feature) for feature in numbers],
        candidates=[
            [sequence_to_json(c.sequence), [numbers[f] for f in c.features]] for c in chosen
        ],
    )


def _numbers(campaign: Campaign) -> dict[str, Any]:
    return {
        "sequences": campaign.tally.sequences,
        "calls": campaign.calls,
        "seen": {
            f.id: campaign.triage.seen[signature]
            for signature, f in campaign.triage.findings.items()
        },
        "chance": campaign.chance_of_more(),
        "branches": campaign.branches,
    }


def _details(campaign: Campaign, subject: Subject) -> dict[str, Any]:
    tally = campaign.tally
    raised: dict[str, dict[str, int]] = {}
    for (target, outcome), count in tally.outcomes.items():
        raised.setdefault(target, {})[outcome] = count
    return {
        "verdicts": dict(tally.verdicts),
        "operations": {
            known.routine.target: {
                "calls": known.calls,
                "passed": known.passed,
                "failed": tally.failed[known.routine.target],
                "raised": raised.get(known.routine.target, {}),
            }
            for known in campaign.knowledge.routines
        },
        "unreached": unreached(campaign.knowledge.routines, tally.outcomes),
        "homes": homes_of(subject),
        "skipped": subject.skipped,
        "internal": sorted(subject.internal),
        "structures": campaign.structures(),
        "faulty": campaign.faulty_specs(),
        "refused": dict(tally.refused),
        "refusals": campaign.refusal_examples(),
    }


# ---- the room -------------------------------------------------------------------------------------------------


class _Room:
    """Answers each question in a fork, so that every sequence starts from the state right after the import."""

    def __init__(
        self,
        subject: Subject,
        options: Options,
        guard: Guard,
        channel: Channel,
        extensions: Extensions,
    ) -> None:
        self._subject = subject
        self._options = options
        self._guard = guard
        self._channel = channel
        self._extensions = extensions
        self._examiner = examiner_for(subject, options, guard, None, extensions)
        self._machine = self._examiner.machine

    def serve(self, descriptor: int) -> None:
        """Answer until the parent closes the pipe."""
        self._channel.send(type="ready")
        buffer = b""
        while True:
            part = _read(descriptor, 1 << 16)
            if not part:
                return
            buffer += part
            *lines, buffer = buffer.split(b"\n")
            for line in lines:
                self._channel.send(type="answer", **self._ask(json.loads(line)))

    def _ask(self, question: dict[str, Any]) -> dict[str, Any]:
        with self._guard.trusted():
            reading, writing = _pipe()
            child = _fork()
            if child == 0:
                _close(reading)
                self._answer(question, writing)
            _close(writing)
            answer = self._wait(child, reading, question.get("seconds", self._patience()))
            _close(reading)
        return answer

    def _patience(self) -> float:
        return 2 * self._options.call_timeout + 5

    def _wait(self, child: int, reading: int, seconds: float) -> dict[str, Any]:
        data = b""
        deadline = time.monotonic() + seconds
        while True:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([reading], [], [], left)[0]:
                _kill(child, signal.SIGKILL)
                usage = _wait4(child, 0)[2]
                computes = _computes(usage.ru_utime + usage.ru_stime, seconds)
                return {"stopped": True, "hangs": computes and data == _IN_LAST_CALL}
            part = _read(reading, 1 << 16)
            if not part:
                break
            data += part
        _, status = _waitpid(child, 0)
        if data.endswith(b"\n"):
            answer: dict[str, Any] = json.loads(data)
            return answer
        return {"died": _how_it_died(status)}

    def _answer(self, question: dict[str, Any], writing: int) -> NoReturn:
        allowed = self._options.allow
        seccomp.restrict("network" in allowed, "processes" in allowed)
        signal.signal(signal.SIGALRM, signal.SIG_IGN)
        limit = self._options.call_timeout
        if question["do"] in ("record", "tests"):
            limit = min(limit, _SLOWEST_TEST)
        clock = Clock(self._machine, limit)
        self._guard.distrust()
        if question["do"] == "hang":
            self._hang(sequence_from_json(question["sequence"]), writing)
        with self._guard.trusted():
            clock.start()
        handlers: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
            "examine": self._examine,
            "repeat": self._repeat,
            "tell": self._tell,
            "explain": self._explain,
            "did": self._did,
            "record": self._record,
            "tests": self._tests,
        }
        answer = handlers[question["do"]](question)
        _setitimer(signal.ITIMER_REAL, 0)
        Channel(writing).send(**answer)
        process.leave()

    def _examine(self, question: dict[str, Any]) -> dict[str, Any]:
        sequence = sequence_from_json(question["sequence"])
        wanted = tuple(question["wanted"]) if question.get("wanted") else None
        if missing := self._missing(sequence):
            return {"unknown": missing}
        refused = self._guard.refused
        violation, _ = self._examiner.examine(sequence, lambda call, kinds: True, wanted)
        if violation is None or self._guard.refused != refused:
            return {"violation": None}  # what it did was not its own doing
        if question.get("guess"):
            violation = self._tried(sequence, violation)
            if violation is None:
                return {"violation": None, "doubtful": True}
        return {"violation": violation_to_json(naming_probes(violation, sequence))}

    def _tried(self, sequence: Sequence, violation: Violation) -> Violation | None:
        """Return a guess of an earlier run as experiments leave it today: the rules may have been mended since."""
        if violation.blame is not Blame.CODE:
            return violation
        experiment = Experiment(
            self._examiner,
            lambda call, kinds: True,
            Presets(self._subject, sources=self._extensions.presets).for_form,
            lambda: None,  # each question starts from a fresh state, and examining puts it back
        )
        return experiment.tried(sequence, violation)

    def _hang(self, sequence: Sequence, writing: int) -> NoReturn:
        """Run a sequence without any limit, and tell when its last call begins: the parent has the clock."""
        self._machine.start()
        *first, last = sequence.steps
        if self._machine.perform_all(tuple(first))[1] is RETURNED:
            _write(writing, _IN_LAST_CALL)
            self._machine.perform(last)
        Channel(writing).send(hangs=False)
        process.leave()

    def _repeat(self, question: dict[str, Any]) -> dict[str, Any]:
        """Tell after how many others a violation shows when sequences are run over and over and nothing is put back."""
        sequences = [sequence_from_json(data) for data in question["sequences"]]
        wanted = tuple(question["wanted"])
        self._examiner.slate = NoSlate()
        until = time.monotonic() + _REPEATING
        for before, sequence in enumerate(sequences * _MOST_REPEATS):
            found, _ = self._examiner.examine(sequence, lambda call, kinds: True, wanted)
            if found is not None and found.signature == wanted:
                return {"before": before}
            if time.monotonic() > until:
                break
        return {"before": None}

    def _missing(self, sequence: Sequence) -> str:
        """Return which operation of a saved sequence the subject does not have any more, and nothing if it has all."""
        for step in sequence.steps:
            try:
                self._machine.compiled(step.operation)
            except Exception as missing:
                return str(missing)
        return ""

    def _tell(self, question: dict[str, Any]) -> dict[str, Any]:
        from refute.keep.retell import tell

        sequence = sequence_from_json(question["sequence"])
        if missing := self._missing(sequence):
            return {"unknown": missing}
        return story_to_json(tell(self._machine, sequence, self._examiner.is_subject))

    def _did(self, question: dict[str, Any]) -> dict[str, Any]:
        from refute.keep.retell import record_all

        sequences = [sequence_from_json(data) for data in question["sequences"]]
        if question.get("backwards"):
            sequences.reverse()
        did = record_all(
            self._machine, sequences, self._subject, self._guard, self._examiner.slate.restore
        )
        if question.get("backwards"):
            did.reverse()
        return {"did": did}

    def _explain(self, question: dict[str, Any]) -> dict[str, Any]:
        from refute.keep.retell import explain

        clauses = explain(
            self._machine,
            sequence_from_json(question["sequence"]),
            Frame(*question["frame"]) if question["frame"] else None,
            question["assertion"],
            question["names"],
            self._examiner.is_subject,
        )
        return {"clauses": [[c.where, c.source, c.values, c.raises] for c in clauses]}

    def _record(self, question: dict[str, Any]) -> dict[str, Any]:
        from refute.record.fickle import CLOCKS
        from refute.record.recorder import move_elsewhere, perform, record

        sequences = [sequence_from_json(data) for data in question["sequences"]]
        places = list(range(len(sequences)))
        if question["order"]:
            random.Random(question["order"]).shuffle(places)
        move_elsewhere(question["order"])
        if question["twice"]:  # what one leaves behind, also for itself, shows the second time
            for sequence in sequences:
                perform(self._machine, sequence)
        faults = {(name, file, line) for name, file, line in question["faults"]}
        tests: dict[int, Any] = {}
        slate = self._examiner.slate
        for place in places:
            if (
                question["order"] == 0
            ):  # as when it is run alone; in the other orders the rest comes before it
                slate.restore(thorough=True)
            tests[place] = slate.run(
                record,
                self._machine,
                self._subject,
                self._examiner.is_subject,
                self._guard,
                sequences[place],
                faults,
                # What a second run shows that the first one did not is no matter of the clock, in a clean state.
                () if question["order"] == 0 else CLOCKS,
            )
        return {"tests": [tests[place] for place in range(len(sequences))]}

    def _tests(self, question: dict[str, Any]) -> dict[str, Any]:
        from refute.record.recorder import move_elsewhere, run_tests

        move_elsewhere(question["zone"])
        slate = self._examiner.slate
        return run_tests(question["files"], question["order"], lambda: slate.restore(thorough=True))


def _how_it_died(status: int) -> str:
    if os.WIFSIGNALED(status):
        return signal.Signals(os.WTERMSIG(status)).name
    return f"exit code {os.WEXITSTATUS(status)}"


if __name__ == "__main__":
    main()
