"""One worker process as its parent sees it: `Child`."""

from __future__ import annotations

import math
import mmap
import os
import re
import time
from collections.abc import Iterable
from contextlib import ExitStack, suppress
from typing import NoReturn

from refute.execute import journal
from refute.execute.sandbox.process import missing_walls
from refute.execute.sandbox.scratch import START, Scratch, is_passed
from refute.model.errors import Defect, GivenUp, NothingToTest, UsageError
from refute.model.messages import (
    Importing,
    Job,
    Opened,
    Ready,
    SearchOrders,
    Stumbled,
    Told,
    Trouble,
)
from refute.model.options import Options
from refute.model.sequence import Sequence
from refute.model.subject import Located
from refute.model.wire import Malformed, from_line
from refute.supervise.channel import Channel, Lines
from refute.supervise.masking import Mask
from refute.supervise.starting import starting
from refute.supervise.waiting import has_arrived
from refute.supervise.worker_process import environment_for, start_worker

# So many seconds a worker has to end that says nothing more.
GRACE = 1.0


class Child:
    """One worker process with its pipes, its shared memory and its scratch folder."""

    def __init__(
        self, located: list[Located], options: Options, search: SearchOrders | None = None
    ) -> None:
        check_sandbox(options)
        self.options, self.located = options, located
        self.importing: str | None = None  # the module whose import has begun
        self._import_began = (
            0.0,
            0.0,
        )  # the first, by the clock; how long it had waited for a processor until then
        self.is_ready = False
        self._calls_before = 0  # in earlier searches
        self.started = time.monotonic()
        self._mask = Mask(located, options.env)
        with starting(), ExitStack() as undo:
            self._start(undo)
            undo.pop_all()
        self._channel, self._lines = Channel(self._job), Lines(self.answers)
        self._send_job(located, search)

    def _send_job(self, located: list[Located], search: SearchOrders | None) -> None:
        self.beat = (0, time.monotonic())
        hidden = tuple(name for name in os.environ if not is_passed(name, self.options.env))
        self.send(Job(tuple(located), self.options, str(self.scratch.path), search, hidden))

    def search_next(self, located: list[Located], options: Options, search: SearchOrders) -> None:
        """Let a worker that has finished a search do another one, of other modules."""
        self.options, self.located = options, located
        self.importing, self.is_ready = None, False
        self.started, self._calls_before = time.monotonic(), journal.progress(self.memory)
        self._send_job(located, search)

    def calls(self) -> int:
        """Return how many calls the worker has begun in this search."""
        return journal.progress(self.memory) - self._calls_before

    def _start(self, undo: ExitStack) -> None:
        self.scratch = Scratch()
        undo.callback(self.scratch.remove)
        self._journal_fd = journal.new_memory()
        undo.callback(os.close, self._journal_fd)
        self.memory = mmap.mmap(self._journal_fd, journal.SIZE)
        self._start_log = undo.enter_context(open(self.scratch.path / START, "wb"))  # noqa: SIM115
        with ExitStack() as theirs:
            job_read, self._job = _pipe(theirs, undo)
            answer_write, self.answers = reversed(_pipe(undo, theirs))
            self.process = start_worker(
                environment_for(self.options),
                (job_read, answer_write, self._journal_fd, self._start_log.fileno()),
            )

    def send(self, message: object) -> None:
        """Send one message; a dead child is noticed when its answers end."""
        with suppress(BrokenPipeError):
            self._channel.send(message)

    def read(self, until: float = math.inf) -> list[Told] | None:
        """Wait for messages and return those that have arrived, None when there will be no more.

        A worker that has said nothing until then is ended, and one that still talks.
        """
        if not has_arrived(self.answers, until) or time.monotonic() > until:
            self.end()
        lines = self._lines.arrived()
        if lines is None:
            return None
        # One after the other: what one says about files is to be masked in the next.
        told = (self._told(self._mask.line(line)) for line in lines)
        return [message for message in told if not self._is_sign(message)]

    def _told(self, line: bytes) -> Told:
        message = _told(line)
        if self.is_ready and isinstance(message, Trouble) and message.slug != "bad-plugin":
            # Only the code under test says so now: but for plugins, all that can be wrong is known.
            return Stumbled(f"It sent trouble when it was ready: {message.message}", True)
        return message

    def _is_sign(self, message: Told) -> bool:
        """Note how far the worker has come."""
        if isinstance(message, Ready):
            self.is_ready = True
            self.beat = (0, time.monotonic())
        if isinstance(message, Importing):
            if self.importing is None:
                self._import_began = time.monotonic(), self.process.queued()
            self.importing = message.module
            return True
        if isinstance(message, Opened):
            self._mask.opened(message.path)
            return True
        return False

    def is_stuck(self, patience: float) -> bool:
        """Return whether the worker has begun no call for so long that it must hang."""
        now = time.monotonic()
        calls = journal.progress(self.memory)
        if calls != self.beat[0]:
            self.beat = (calls, now)
        return now - self.beat[1] > patience

    def seconds_importing(self) -> float:
        """Return how long it has been importing; what it waited for a processor, on a busy machine, does not count."""
        if self.importing is None:
            return 0.0
        clock, queued = self._import_began
        return time.monotonic() - clock - (self.process.queued() - queued)

    def running(self) -> Sequence | None:
        """Return the sequence that the worker is, or was, performing."""
        return journal.read(self.memory)

    def ran_last(self) -> Sequence | None:
        """Return the sequence whose call was the last that the worker made."""
        return journal.read_last(self.memory)

    def how_it_ended(self) -> str:
        """Return the signal's name or the exit code of a worker that ended by itself."""
        code = self.process.wait(GRACE)
        if code is None:
            self.end()  # it says nothing more, and lives on
            code = self.process.wait()
        if code is not None and code < 0:
            import signal

            return signal.Signals(-code).name
        return f"exit code {code}"

    def early_end(self) -> Exception:
        """Return what to raise when the worker has ended before it was ready or without being asked to."""
        how = self.how_it_ended()
        if self.importing is not None and not self.is_ready:
            last = self.last_words().rpartition("\n")[2]
            wrote = f" (it wrote: {last})" if last else ""
            return UsageError(
                f"cannot import {self.importing}: importing it ended the process ({how}){wrote}.",
                "import-exits",
            )
        when = "when nothing was being called" if self.is_ready else "before it had called anything"
        return Defect(f"a worker ended ({how}) {when}.\n{self.last_words()}")

    def last_words(self) -> str:
        """Return what the worker wrote to its standard error."""
        with suppress(OSError):
            server = self.process.server_errors()
            words = "\n".join(filter(None, (server, self.scratch.last_words())))
            return self._mask.text(words)
        return ""

    def end(self) -> None:
        """End the process if it runs."""
        if self.process.poll() is None:
            self.process.kill()

    def close(self) -> None:
        """End the process if it runs and remove all that it used."""
        if self.memory.closed:
            return
        self.end()
        self.process.wait()
        self.process.close()
        self._release()

    def _release(self) -> None:
        self._start_log.close()
        for descriptor in (self._job, self.answers, self._journal_fd):
            with suppress(OSError):
                os.close(descriptor)
        self.memory.close()
        self.scratch.remove()


def check_sandbox(options: Options) -> None:
    """Refuse to start what the kernel cannot hold back, where that is asked for."""
    if options.require_sandbox and (missing := missing_walls()):
        raise UsageError(f"{missing}; --require-sandbox was given.", "no-sandbox")


def _pipe(closing_reader: ExitStack, closing_writer: ExitStack) -> tuple[int, int]:
    reader, writer = os.pipe()
    closing_reader.callback(os.close, reader)
    closing_writer.callback(os.close, writer)
    return reader, writer


def _told(line: bytes) -> Told:
    try:
        message: Told = from_line(Told, line)
    except Malformed as wrong:
        return Stumbled(f"It sent what is no message: {wrong}", True)
    return message


def raise_trouble(message: Trouble | Stumbled, passed: Iterable[str] = ()) -> NoReturn:
    """Raise what a worker could not go on with: the user's trouble, or our defect.

    `passed` are the environment variables that the worker was given.
    """
    if isinstance(message, Stumbled) and message.is_theirs:
        why = f"{message.patched} was replaced" if message.patched else message.traceback
        raise GivenUp(why)
    if isinstance(message, Stumbled):
        raise Defect(f"a worker stumbled.\n{message.traceback}")
    error = NothingToTest if message.nothing_to_test else UsageError
    raise error(message.message + _hint_at_variables(message, passed), message.slug)


def _hint_at_variables(message: Trouble, passed: Iterable[str]) -> str:
    """Say which variable of the environment an import that failed may have missed."""
    if message.slug != "import-error":
        return ""
    words = dict.fromkeys(re.findall(r"\w+", message.message))
    missed = [word for word in words if word in os.environ and not is_passed(word, passed)]
    hints = " ".join(f"--env {name}" for name in missed)
    return f"\nNot every environment variable is passed on: try {hints}." if missed else ""
