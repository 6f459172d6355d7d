"""One piece of work in a fork that has entered the sandbox; what it prints is passed on: `run_sandboxed`.

For verbs whose whole work is one search inside the code under test.  `supervisor` is for those that need several
workers and go on after one has died.  The code under test is never imported in the parent.
"""

from __future__ import annotations

import codecs
import io
import math
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable, Collection
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any, NoReturn, TextIO

from refute.discover.modules import check_own, search_first
from refute.execute.sandbox import limits, process
from refute.execute.sandbox.broker import Forks
from refute.execute.sandbox.guard import Guard
from refute.execute.sandbox.imports import load_target
from refute.execute.sandbox.scratch import Scratch, environment
from refute.model.errors import Defect, NothingToTest, UsageError
from refute.model.messages import (
    Opened,
    Printed,
    Ready,
    Stumbled,
    ToSave,
    Trouble,
    WorkEnded,
    WorkTold,
)
from refute.model.options import Options
from refute.model.subject import Located
from refute.model.wire import Malformed, from_line
from refute.render.files import write_whole
from refute.supervise import interrupts
from refute.supervise.channel import Channel, Lines
from refute.supervise.child import GRACE, check_sandbox, raise_trouble
from refute.supervise.fresh_process import LONGEST_IMPORT
from refute.supervise.masking import Mask
from refute.supervise.starting import starting
from refute.supervise.waiting import has_arrived

FINDINGS, INTERRUPTED = 1, 2
_TOO_LARGE = "it needs more memory than it may use. Give smaller bounds, or allow more (--memory)."


class Inside:
    """What the work has in the fork: the module, the guard, and ways out for what it has to say."""

    def __init__(
        self, channel: Channel, module: ModuleType, guard: Guard, options: Options, live: bool
    ) -> None:
        self._channel = channel
        self.module, self.guard, self.options = module, guard, options
        self.out = _stream(channel, live, is_error=False)
        self.err = _stream(channel, True, is_error=True)

    def save(self, file: str, text: str) -> None:
        """Let the parent write a file; one of those it was told of."""
        self._channel.send(ToSave(file, text))

    def flush(self) -> None:
        self.out.flush()
        self.err.flush()

    def forked(self) -> None:
        """Make a fork of this process as harmless as the process is."""
        process.forked(self.guard)


Work = Callable[[Inside], int]


def run_sandboxed(
    work: Work,
    located: Located,
    options: Options,
    *,
    files: Collection[str] = (),
    forks: int = 0,
    prepare: Callable[[Inside], None] = lambda inside: None,
) -> int:
    """Import the target and do the work, both in a sandboxed fork; return what the work returns, an exit code.

    `prepare` is what still belongs to the import.  `files` are those the work may ask to be written, `forks` says how often it
    may fork.  The first signal to
    end, such as Ctrl-C, interrupts the work, the second ends it.
    """
    check_sandbox(options)
    sys.stdout.flush()
    sys.stderr.flush()
    live = sys.stdout.isatty()
    parent = os.getpid()
    relay = _Relay(located, files, options.env)
    with interrupts.handled(relay.pass_on), _scratch() as scratch:
        with starting():
            reading, writing = os.pipe()
            child = os.fork()
        if child == 0:
            os.close(reading)
            _in_fork(writing, work, located, options, scratch.path, parent, live, forks, prepare)
        os.close(writing)
        try:
            return relay.run(child, reading)
        finally:
            relay.close()


def _scratch() -> Scratch:
    with starting():
        return Scratch()


# ---- the fork ---------------------------------------------------------------------------------------------------


def _stream(channel: Channel, live: bool, *, is_error: bool) -> TextIO:
    buffer = io.BufferedWriter(_Printing(channel, is_error), 1 << 16)
    return io.TextIOWrapper(buffer, "utf-8", "backslashreplace", line_buffering=live)


class _Printing(io.RawIOBase):
    """Sends what is written to it."""

    def __init__(self, channel: Channel, is_error: bool) -> None:
        self._channel, self._is_error = channel, is_error
        self._decoder = codecs.getincrementaldecoder("utf-8")()  # a part may end inside a letter

    def writable(self) -> bool:
        return True

    def write(self, data: Any, /) -> int:
        self._channel.send(Printed(self._decoder.decode(bytes(data)), self._is_error))
        return len(data)


def _in_fork(
    writing: int,
    work: Work,
    located: Located,
    options: Options,
    scratch: Path,
    parent: int,
    live: bool,
    forks: int,
    prepare: Callable[[Inside], None],
) -> NoReturn:
    """Do the work and end the process, whatever happens: nothing may return into the caller's stack."""
    interrupts.felt_alike()
    writing = limits.high_fd(writing)
    limits.close_all_but(
        {writing}
    )  # what the user's shell has left open is not for the code under test
    channel = Channel(writing)
    try:
        search_first(located.path_entries)
        for name in set(os.environ) - environment(passed=options.env).keys():
            del os.environ[name]
        guard = process.enter(
            scratch, options.allow, options.memory, parent=parent, forks=Forks(forks)
        )
        guard.watch_reading(located.path_entries, lambda path: channel.send(Opened(path)))
        with guard.trusted():
            signal.signal(signal.SIGINT, signal.default_int_handler)  # the parent passes Ctrl-C on
        check_own(located.module, located.path_entries)
        module = load_target(located.module, guard)
        inside = Inside(channel, module, guard, options, live)
        prepare(inside)
        channel.send(Ready())
        try:
            code = work(inside)
        finally:
            inside.flush()
        channel.send(WorkEnded(code))
    except UsageError as wrong:
        channel.send(Trouble(wrong.message, wrong.slug, isinstance(wrong, NothingToTest)))
    except KeyboardInterrupt:
        channel.send(WorkEnded(INTERRUPTED))
    except MemoryError:
        channel.send(Trouble(_TOO_LARGE, "no-worker"))
    except BaseException:
        channel.send(Stumbled(traceback.format_exc()))
    finally:
        process.leave()


# ---- the parent -------------------------------------------------------------------------------------------------


class _Relay:
    """Passes on what the fork says, until it has ended."""

    def __init__(self, located: Located, files: Collection[str], passed: Collection[str]) -> None:
        self._child = 0  # not yet
        self._located, self._files, self._passed = located, files, passed
        self._mask = Mask([located], passed)
        self._imported = False
        self._import_until = time.monotonic() + LONGEST_IMPORT
        self._interrupts = 0
        self._is_over = False

    def run(self, child: int, reading: int) -> int:
        self._child, self._reading = child, reading
        if self._interrupts:  # before there was anybody to pass it on to
            return INTERRUPTED
        lines = Lines(reading)
        while (arrived := self._arrived(lines)) is not None:
            for line in arrived:
                code = self._take(line)
                if code is not None:
                    return code
        return self._died()

    def _arrived(self, lines: Lines) -> list[bytes] | None:
        until = math.inf if self._imported else self._import_until
        if not has_arrived(self._reading, until) or time.monotonic() > until:
            raise UsageError(
                f"cannot test {self._located.module}: importing it has not ended after "
                f"{LONGEST_IMPORT:g} s.",
                "import-hangs",
            )
        return lines.arrived()

    def _take(self, line: bytes) -> int | None:
        """Do what a message says; return the exit code that it brings."""
        try:
            message: WorkTold = from_line(WorkTold, self._mask.line(line))
        except Malformed as wrong:
            if self._interrupts:
                return INTERRUPTED  # while it was writing
            raise Defect(f"the process sent what is no message: {wrong}") from None
        match message:
            case Printed(text, is_error):
                stream = sys.stderr if is_error else sys.stdout
                stream.write(text)
                stream.flush()
                if not is_error and getattr(stream, "failure", None) and not self._files:
                    return 0  # nobody reads what is still to come
            case ToSave(file, text):
                self._save(file, text)
            case Opened(path):
                self._mask.opened(path)
            case Ready():
                self._imported = True
            case WorkEnded(code):
                return code
            case Trouble():
                raise_trouble(message, self._passed)
            case Stumbled(text):
                raise Defect(text)
        return None

    def _save(self, file: str, text: str) -> None:
        if file in self._files:  # what runs in there does not choose where we write
            write_whole(Path(file), text)

    def _died(self) -> int:
        if self._interrupts:
            return INTERRUPTED
        code = os.waitstatus_to_exitcode(self._waited())
        self._is_over = True
        how = signal.Signals(-code).name if code < 0 else f"exit code {code}"
        if not self._imported:
            raise UsageError(
                f"cannot import {self._located.module}: importing it ended the process ({how}).",
                "import-exits",
            )
        if limits.is_out_of_time(how):
            raise UsageError(
                "the process used up its processor time. Allow more (ulimit -t).", "no-worker"
            )
        print(f"{self._located.module}:{self._located.qualname}: the process dies ({how})")
        return FINDINGS

    def _waited(self) -> int:
        """Return how the fork ended; it says nothing more, and where it lives on it is ended."""
        until = time.monotonic() + GRACE
        while time.monotonic() < until:
            ended, status = os.waitpid(self._child, os.WNOHANG)
            if ended:
                return status
            time.sleep(0.005)
        process.kill_worker(self._child)
        return os.waitpid(self._child, 0)[1]

    def pass_on(self, number: int, frame: FrameType | None) -> None:
        """Let the work be interrupted; it is ended where it has not begun, or was interrupted already."""
        self._interrupts += 1
        if not self._child:
            return
        if self._interrupts == 1 and self._imported:
            os.kill(self._child, signal.SIGINT)
        else:
            process.kill_worker(self._child)

    def close(self) -> None:
        """End the fork, if it has not ended, and whatever it started."""
        os.close(self._reading)
        if not self._is_over:
            process.kill_worker(self._child)
            os.waitpid(self._child, 0)
        self._child = 0  # the number may be another process's now
