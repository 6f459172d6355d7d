"""A worker that answers questions, each in a fork, so that every sequence starts from the state right after the import.

`serve` is the loop; `Imported` is what answers are made with.  Here are the answers about single sequences: what they
break, whether they return, whether they show something after others.  Other rooms answer their own questions.
"""

from __future__ import annotations

import importlib
import os
import select
import signal
import time
import traceback
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import chain
from typing import Any, NoReturn

from refute.execute import clock
from refute.execute.clean_slate.slate import NoSlate
from refute.execute.clock import CallClock, is_computing
from refute.execute.sandbox import limits, process
from refute.execute.sandbox.guard import CWD, FILES, Guard
from refute.generate.presets import Presets
from refute.judge.promises.probes import naming_probes
from refute.model.execution import RETURNED
from refute.model.messages import (
    Answer,
    AnyQuestion,
    CameBack,
    CannotRun,
    Died,
    Examine,
    Examined,
    Opened,
    Question,
    Ready,
    Repeat,
    Repeated,
    RunToEnd,
    TimedOut,
)
from refute.model.options import Options
from refute.model.sequence import Sequence
from refute.model.subject import Subject
from refute.model.verdict import Severity, Violation, doubted, same_cause
from refute.model.wire import Malformed, from_line, parsed, to_json
from refute.search.examiner import examiner_for
from refute.search.experiment import Experiment, Tried
from refute.search.plugins import Extensions
from refute.search.triage import counted
from refute.supervise.channel import Channel
from refute.supervise.starting import starting

# The originals: inside the sandbox those in `os` are stand-ins that protect our own descriptors.
_read, _write, _close, _pipe = os.read, os.write, os.close, os.pipe
_fork, _kill, _waitpid, _wait4 = os.fork, os.kill, os.waitpid, os.wait4

# So often, or so many seconds, a sequence is run over and over to see whether it fails only after others.
_MOST_REPEATS, _REPEATING = 500, 1.0
# What a fork says when it begins the last call; JSON takes no notice of it.
_IN_LAST_CALL = b" "


class Imported:
    """What answers are made with: the subject as it is right after the import, and the machine to run it."""

    def __init__(
        self, subject: Subject, options: Options, guard: Guard, extensions: Extensions
    ) -> None:
        self.subject, self.options, self.guard = subject, options, guard
        self.extensions = extensions
        self.examiner = examiner_for(subject, options, guard, None, extensions)
        self.machine = self.examiner.machine
        # Tells the process that waits for the answer that the last call of a sequence begins.
        self.note_last_call: Callable[[], object] = lambda: None

    def missing(self, sequence: Sequence) -> str:
        """Return which operation of a saved sequence the subject does not have any more, and nothing if it has all."""
        for step in sequence.steps:
            try:
                self.machine.compiled(step.operation)
            except Exception as missing:
                return str(missing)
        return ""


def serve(lines: Iterable[bytes], imported: Imported, channel: Channel) -> None:
    """Answer until the parent closes the pipe."""
    channel.send(Ready())
    for line in lines:
        question = from_line(AnyQuestion, line)
        channel.send(Answer(_answered(question, imported, channel)))


def _answered(question: Question[Any], imported: Imported, channel: Channel) -> Any:
    """Return the answer of a fork, as JSON."""
    patience = question.patience(imported.options.call_timeout)
    guard = imported.guard
    with guard.trusted():
        # An answer may have removed the folder that we are in; none is to see the files of another.
        guard.changed |= CWD | FILES
        process.reset_process(guard)
        reading, writing = _pipe()
        writing = limits.high_fd(writing)
        with starting():
            parent, child = os.getpid(), _fork()
        if child == 0:
            _close(reading)
            _answer(question, imported, writing, parent, channel)
        _close(writing)
        answer, opened = _waited(child, reading, patience)
        _close(reading)
    for one in opened:
        channel.send(one)  # before the answer, which may show what they hold
    return answer


def _waited(child: int, reading: int, seconds: float) -> tuple[Any, list[Opened]]:
    """Return what a fork answers, as JSON, and which files it has opened."""
    data = b""
    deadline = time.monotonic() + seconds
    while True:
        left = deadline - time.monotonic()
        if left <= 0 or not select.select([reading], [], [], left)[0]:
            _kill(child, signal.SIGKILL)
            usage = _wait4(child, 0)[2]
            computes = is_computing(usage.ru_utime + usage.ru_stime, seconds)
            lines = data.split(b"\n")
            began = any(line.startswith(_IN_LAST_CALL) for line in lines)
            return to_json(TimedOut(computes and began, not computes and began)), _opened(lines)
        part = _read(reading, 1 << 16)
        if not part:
            break
        data += part
    _kill(child, signal.SIGKILL)  # it says nothing more, and may live on
    _, status = _waitpid(child, 0)
    *lines, rest = data.split(b"\n")
    try:
        answer = parsed(lines.pop()) if lines and not rest else None
    except Malformed:
        answer = None  # whatever the code under test wrote there costs this answer, not the process
    if type(answer) is not dict or answer.get("is") == Opened.__name__:
        answer = to_json(Died(_how_it_died(status)))
    return answer, _opened(lines)


def _opened(lines: list[bytes]) -> list[Opened]:
    """Return the files that a fork has told of, of what may be anything."""
    found = []
    for line in lines:
        with suppress(Malformed):
            found.append(from_line(Opened, line))
    return found


def _how_it_died(status: int) -> str:
    if os.WIFSIGNALED(status):
        return signal.Signals(os.WTERMSIG(status)).name
    return f"exit code {os.WEXITSTATUS(status)}"


def _answer(
    question: Question[Any], imported: Imported, writing: int, parent: int, channel: Channel
) -> NoReturn:
    """Answer in this process, a fork, and end it: whoever waits learns how, where there is no answer."""
    try:
        channel.close()  # what runs here is not to speak for others
        _answer_by(question, imported, writing, parent)
    except Exception:
        # What was run may have changed anything, the way to say so included.
        with suppress(Exception):
            traceback.print_exc()
    process.leave(3)


def _answer_by(question: Question[Any], imported: Imported, writing: int, parent: int) -> None:
    options, guard = imported.options, imported.guard
    guard.protected.add(writing)
    guard.tell_of_reading(lambda path: Channel(writing).send(Opened(path)))
    process.forked(guard, parent)
    signal.signal(signal.SIGALRM, signal.SIG_IGN)
    limit = min(options.call_timeout, question.slowest_call)
    imported.note_last_call = lambda: _write(writing, _IN_LAST_CALL)
    module, _, name = question.answerer.partition(":")
    answerer = getattr(importlib.import_module(module), name)
    watching = CallClock(imported.machine, limit)
    if limit:
        with guard.trusted():
            clock.start(watching)
    answer = answerer(question, imported)
    if limit:
        with guard.trusted():
            clock.stop(watching)
    Channel(writing).send(answer)
    process.leave()


# ---- answers ----------------------------------------------------------------------------------------------------


def examine(question: Examine, imported: Imported) -> Examined | CannotRun:
    """Return what a sequence breaks."""
    sequence, guard = question.sequence, imported.guard
    if missing := imported.missing(sequence):
        return CannotRun(missing)
    refused = guard.refused
    accepted = question.accepted
    violation, _ = imported.examiner.examine(
        sequence, lambda call, kinds: accepted, question.wanted
    )
    if violation is None or guard.refused != refused:
        return Examined(None)  # what it did was not its own doing
    if question.is_guess and violation.is_told:
        answer = _tried(sequence, violation, imported)
        violation = answer.violation
        if answer.doubt is not None:
            violation = doubted(violation, answer.doubt)
        elif violation.severity is not Severity.DOUBTFUL:
            violation = counted(violation, sequence, imported.options.past_exceptions)
    return Examined(naming_probes(violation, sequence))


def _tried(sequence: Sequence, violation: Violation, imported: Imported) -> Tried:
    """Return a guess of an earlier run as experiments leave it today: the rules may have been mended since."""
    presets = Presets(imported.subject, sources=imported.extensions.presets)
    every = list(chain.from_iterable(presets.families()))
    experiment = Experiment(
        imported.examiner,
        lambda call, kinds: True,
        presets.for_form,
        lambda: None,  # each question starts from a fresh state, and examining puts it back
        taken=lambda call, number: (
            every
        ),  # what was accepted then is not known: any of them may have been
    )
    return experiment.tried(sequence, violation)


def run_to_end(question: RunToEnd, imported: Imported) -> CameBack:
    """Run a sequence without any limit, and tell when its last call begins: who waits has the clock."""
    machine = imported.machine
    machine.start()
    *first, last = question.sequence.steps
    if machine.perform_all(tuple(first))[1] is RETURNED:
        imported.note_last_call()
        machine.perform(last)
    return CameBack()


def repeat(question: Repeat, imported: Imported) -> Repeated:
    """Run sequences over and over, put nothing back, and count those before the one that shows the violation."""
    examiner = imported.examiner
    examiner.slate = NoSlate()
    until = time.monotonic() + _REPEATING
    for before, sequence in enumerate(question.sequences * _MOST_REPEATS):
        found, _ = examiner.examine(sequence, lambda call, kinds: True, question.wanted)
        if found is not None and same_cause(found.signature, question.wanted):
            return Repeated(before)
        if time.monotonic() > until:
            break
    return Repeated(None)
