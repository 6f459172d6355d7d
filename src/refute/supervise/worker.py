"""A worker: `main`, run in a fork of the `fork_server`.

Reads its job from a pipe, enters the sandbox, imports the target, then either searches (`searching`) or answers
questions about single sequences, each in a fork of its own (`answering`).  Writes messages to another pipe.
"""

from __future__ import annotations

import os
import signal
import sys
import time
import traceback
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import NoReturn

from refute.discover.discovery import discover, explain_nothing
from refute.discover.modules import search_first
from refute.discover.specs import INVARIANT_NAMES
from refute.discover.user_presets import settle
from refute.execute.journal import Journal
from refute.execute.python_snapshot import Patched, PythonSnapshot
from refute.execute.sandbox import elsewhere, limits, process
from refute.execute.sandbox.broker import Forks
from refute.execute.sandbox.guard import Guard
from refute.execute.sandbox.stand_ins import REPLACED_IN
from refute.model.errors import NothingToTest, Unworkable, UsageError
from refute.model.messages import Importing, Job, Opened, SearchOrders, Stumbled, Trouble
from refute.model.options import Options
from refute.model.subject import Located, Subject
from refute.model.wire import from_line, to_line
from refute.search.plugins import Extensions, blamed_plugin, load_extensions
from refute.supervise.answering import Imported, serve
from refute.supervise.channel import Channel, Lines
from refute.supervise.importing import load_modules
from refute.supervise.searching import Searching
from refute.supervise.starting import starting
from refute.supervise.suspects import is_explained


def main(
    server: int,
    job_descriptor: int,
    answer_descriptor: int,
    journal_descriptor: int,
    error_descriptor: int,
) -> NoReturn:
    """Run one job; an exception of our own is told to the parent, not taken for the subject's.

    `server` is the process that forked this one: when it ends, so does the worker.
    """
    os.setsid()
    os.dup2(error_descriptor, 2)
    os.close(error_descriptor)
    sys.argv[1:] = []
    lines = iter(Lines(job_descriptor))
    first = next(lines, None)
    if first is None:
        os._exit(0)  # nobody wants us any more
    channel = Channel(limits.high_fd(answer_descriptor))
    try:
        orders = from_line(Job, first)
        _run(orders, job_descriptor, lines, journal_descriptor, channel, server)
    except UsageError as wrong:
        if wrong.slug == "no-worker":
            _sleep(_LAST_MOMENT)
        channel.send(Trouble(wrong.message, wrong.slug, isinstance(wrong, NothingToTest)))
        process.leave()
    except _ANYTHING as raised:
        _say_what_went_wrong(raised, channel)
        process.leave(3)


# Made before the code under test may have patched Python, the names of exceptions included.
_ANYTHING = Exception
_sleep = time.sleep
# A process whose broker was killed fails a moment before the kernel ends it: that is its death, and no fault of ours.
_LAST_MOMENT = 0.1
_SPEECHLESS = to_line(Stumbled("It could not even say what was wrong.", True, "Python itself"))
_python = PythonSnapshot(but=REPLACED_IN)


def _say_what_went_wrong(raised: Exception, channel: Channel) -> None:
    _sleep(_LAST_MOMENT)
    try:
        by = raised.by if isinstance(raised, Unworkable) else ""
        patched = str(raised) if isinstance(raised, Patched) else _python.patched()
        is_theirs = bool(by or patched) or is_explained(raised)
        channel.send(Stumbled(traceback.format_exc(), is_theirs, patched, by))
    except _ANYTHING:
        channel.send_line(_SPEECHLESS)


def _run(
    job: Job,
    pipe: int,
    questions: Iterator[bytes],
    journal_descriptor: int,
    channel: Channel,
    server: int,
) -> NoReturn:
    options, answers = job.options, job.search is None
    entries = [entry for one in job.located for entry in one.path_entries]
    with starting():
        journal = Journal(journal_descriptor)
        search_first(entries)
        forks = Forks(questions=pipe) if answers else Forks()
        guard = process.enter(
            Path(job.scratch), options.allow, options.memory, parent=server, forks=forks
        )
    guard.watch_reading(entries, lambda path: channel.send(Opened(path)))
    if options.machine:
        with guard.trusted():
            elsewhere.pretend(options.machine, guard.note_looking)
    if job.search is None:
        serve(questions, Imported(*_prepared(job, guard, channel)), channel)
        process.leave()
    # Several of them are modules of one package: most of what they import is imported already.
    for searched in chain([job], (from_line(Job, line) for line in questions)):
        try:
            _search(searched, guard, journal, channel)
        except UsageError as wrong:
            channel.send(Trouble(wrong.message, wrong.slug, isinstance(wrong, NothingToTest)))
    process.leave()


def _prepared(
    job: Job, guard: Guard, channel: Channel
) -> tuple[Subject, Options, Guard, Extensions]:
    """Import what a job is about; from then on the process is as every sequence finds it."""
    options = job.options
    subject = _subject(job.located, options, guard, channel)
    extensions = load_extensions(options.plugins)
    with guard.trusted():
        signal.signal(signal.SIGALRM, signal.SIG_IGN)
        if options.machine:
            elsewhere.appear(job.hidden)
    process.remember_process(guard)
    return subject, options, guard, extensions


def _search(job: Job, guard: Guard, journal: Journal, channel: Channel) -> None:
    search_first(entry for one in job.located for entry in one.path_entries)
    subject, options, _, extensions = _prepared(job, guard, channel)
    orders = job.search or SearchOrders(time.monotonic())
    try:
        Searching(subject, options, orders, guard, journal, channel, extensions).run()
    except Exception as raised:
        blamed = blamed_plugin(raised, extensions)
        if not blamed:
            raise
        channel.send(Trouble(blamed, "bad-plugin"))


def _subject(
    located: tuple[Located, ...], options: Options, guard: Guard, channel: Channel
) -> Subject:
    load_modules(located, guard, lambda module: channel.send(Importing(module)))
    subject = discover(
        list(located),
        keep=options.keep,
        exclude=options.exclude,
        private=options.private,
        invariant_names=(*options.invariants, *INVARIANT_NAMES),
        probing=not options.no_probes,
        strict=options.public == "strict",
        for_suite=options.record,
    )
    if not subject.routines:
        raise NothingToTest(
            explain_nothing(subject, bool(options.keep or options.exclude)), "nothing-to-test"
        )
    settle(subject, options.presets, options.implementations)
    return subject
