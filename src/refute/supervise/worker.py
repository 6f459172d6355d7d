"""A worker: `main`, run in a fork of the `fork_server`.

Reads its job from a pipe, enters the sandbox, imports the target, then either searches (`searching`) or answers
questions about single sequences, each in a fork of its own (`answering`).  Writes messages to another pipe.
"""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

from refute.discover.discovery import discover, explain_nothing
from refute.discover.modules import search_first
from refute.discover.specs import INVARIANT_NAMES
from refute.discover.user_presets import settle
from refute.execute.journal import Journal
from refute.execute.sandbox import elsewhere, process
from refute.execute.sandbox.guard import Guard
from refute.execute.sandbox.imports import load_target
from refute.model.errors import NothingToTest, UsageError
from refute.model.messages import Importing, Job, Opened, Stumbled, Trouble
from refute.model.options import Options
from refute.model.subject import Located, Subject
from refute.model.wire import from_line
from refute.search.plugins import load_extensions
from refute.supervise.answering import Imported, serve
from refute.supervise.channel import Channel, Lines
from refute.supervise.searching import Searching


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
    channel = Channel(process.high_fd(answer_descriptor))
    try:
        _run(from_line(Job, first), lines, journal_descriptor, channel, server)
    except Exception:
        channel.send(Stumbled(traceback.format_exc()))
        process.leave(3)


def _run(
    job: Job, questions: Iterator[bytes], journal_descriptor: int, channel: Channel, server: int
) -> NoReturn:
    options, answers = job.options, job.search is None
    journal = Journal(journal_descriptor)
    search_first(entry for one in job.located for entry in one.path_entries)
    guard = process.enter(
        Path(job.scratch), options.allow, options.memory, parent=server, may_fork=answers
    )
    entries = [entry for one in job.located for entry in one.path_entries]
    guard.watch_reading(entries, lambda path: channel.send(Opened(path)))
    if answers and options.hash_seed:
        with guard.trusted():
            elsewhere.pretend(options.hash_seed)
    try:
        subject = _subject(job.located, options, guard, channel)
        extensions = load_extensions(options.plugins)
    except UsageError as wrong:
        channel.send(Trouble(wrong.message, wrong.slug, isinstance(wrong, NothingToTest)))
        process.leave()
    with guard.trusted():
        signal.signal(signal.SIGALRM, signal.SIG_IGN)
        if options.hash_seed:
            elsewhere.appear(job.hidden)
    process.remember_process(guard)
    if job.search is None:
        serve(questions, Imported(subject, options, guard, extensions), channel)
    else:
        Searching(subject, options, job.search, guard, journal, channel, extensions).run()
    process.leave()


def _subject(
    located: tuple[Located, ...], options: Options, guard: Guard, channel: Channel
) -> Subject:
    for one in located:
        for module in one.modules:
            channel.send(Importing(module))
            try:
                load_target(module, guard)
            except UsageError as wrong:
                # Of a folder the others can be tested; discovery tells which one could not, and why.
                if len(one.modules) == 1 or wrong.slug == "import-effects":
                    raise
    subject = discover(
        list(located),
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
