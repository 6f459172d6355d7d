"""One piece of work in a fork that has entered the sandbox; what it prints is passed on: `run_confined`.

For verbs whose whole work is one search inside the code under test.  `supervisor` is for those that need several
workers and go on after one has died.  The code under test is never imported in the parent.
"""

from __future__ import annotations

import codecs
import io
import json
import os
import signal
import struct
import sys
import traceback
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any, NoReturn, TextIO

from refute.execute.sandbox import process, seccomp
from refute.execute.sandbox.guard import Guard
from refute.execute.sandbox.imports import load_target
from refute.execute.sandbox.scratch import Scratch
from refute.model.errors import Defect, UsageError
from refute.model.options import Options
from refute.model.subject import Located
from refute.render.files import write_whole

# The originals: inside the sandbox those in `os` are stand-ins that protect our own descriptors.
_write = os.write

FINDINGS, INTERRUPTED = 1, 2
# What a message from the fork is.
_OUT, _ERR, _FILE, _IMPORTED, _END, _WRONG, _DEFECT = (
    "out",
    "err",
    "fil",
    "imp",
    "end",
    "wro",
    "def",
)
_HEAD = struct.Struct("!3sI")


class Inside:
    """What the work has in the fork: the module, the guard, and ways out for what it has to say."""

    def __init__(
        self, wire: _Wire, module: ModuleType, guard: Guard, options: Options, live: bool
    ) -> None:
        self._wire = wire
        self.module, self.guard, self.options = module, guard, options
        self.out = wire.stream(_OUT, live)
        self.err = wire.stream(_ERR, True)

    def save(self, file: str, text: str) -> None:
        """Let the parent write a file; one of those it was told of."""
        self._wire.send(_FILE, json.dumps([file, text]).encode())

    def flush(self) -> None:
        self.out.flush()
        self.err.flush()

    def forked(self) -> None:
        """Make a fork of this process as harmless as the process is."""
        allowed = self.options.allow
        seccomp.restrict("network" in allowed, "processes" in allowed)
        self.guard.distrust()


Work = Callable[[Inside], int]


def run_confined(
    work: Work,
    located: Located,
    options: Options,
    *,
    files: Collection[str] = (),
    may_fork: bool = False,
) -> int:
    """Import the target and do the work, both in a sandboxed fork; return what the work returns, an exit code.

    `files` are those the work may ask to be written.  The first Ctrl-C interrupts the work, the second ends it.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    live = sys.stdout.isatty()
    parent = os.getpid()
    with Scratch() as scratch:
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            _in_fork(writing, work, located, options, scratch.path, parent, live, may_fork)
        os.close(writing)
        relay = _Relay(child, reading, located, files)
        try:
            return relay.run()
        finally:
            relay.close()


# ---- the fork ---------------------------------------------------------------------------------------------------


class _Wire:
    """Messages to the parent."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def send(self, kind: str, payload: bytes = b"") -> None:
        data = _HEAD.pack(kind.encode(), len(payload)) + payload
        while data:
            data = data[_write(self._descriptor, data) :]

    def stream(self, kind: str, live: bool) -> TextIO:
        buffer = io.BufferedWriter(_Stream(self, kind), 1 << 16)
        return io.TextIOWrapper(buffer, "utf-8", "backslashreplace", line_buffering=live)


class _Stream(io.RawIOBase):
    def __init__(self, wire: _Wire, kind: str) -> None:
        self._wire, self._kind = wire, kind

    def writable(self) -> bool:
        return True

    def write(self, data: Any, /) -> int:
        self._wire.send(self._kind, bytes(data))
        return len(data)


def _in_fork(
    writing: int,
    work: Work,
    located: Located,
    options: Options,
    scratch: Path,
    parent: int,
    live: bool,
    may_fork: bool,
) -> NoReturn:
    """Do the work and end the process, whatever happens: nothing may return into the caller's stack."""
    wire = _Wire(process.high_fd(writing))
    try:
        sys.path[:0] = [entry for entry in located.path_entries if entry not in sys.path]
        guard = process.enter(
            scratch, options.allow, options.memory, parent=parent, may_fork=may_fork
        )
        with guard.trusted():
            signal.signal(signal.SIGINT, signal.default_int_handler)  # the parent passes Ctrl-C on
        module = load_target(located.module, guard)
        wire.send(_IMPORTED)
        inside = Inside(wire, module, guard, options, live)
        try:
            code = work(inside)
        finally:
            inside.flush()
        wire.send(_END, str(code).encode())
    except UsageError as wrong:
        wire.send(_WRONG, json.dumps([wrong.message, wrong.slug]).encode())
    except KeyboardInterrupt:
        wire.send(_END, str(INTERRUPTED).encode())
    except BaseException:
        wire.send(_DEFECT, traceback.format_exc().encode())
    finally:
        process.leave()


# ---- the parent -------------------------------------------------------------------------------------------------


class _Relay:
    """Passes on what the fork says, until it has ended."""

    def __init__(self, child: int, reading: int, located: Located, files: Collection[str]) -> None:
        self._child, self._reading = child, reading
        self._located, self._files = located, files
        self._imported = False
        self._interrupts = 0
        self._is_over = False
        decoder = codecs.getincrementaldecoder("utf-8")
        self._decoders = {_OUT: decoder(), _ERR: decoder()}

    def run(self) -> int:
        with self._interrupts_passed_on():
            for kind, payload in self._messages():
                if kind in (_OUT, _ERR):
                    stream = sys.stdout if kind == _OUT else sys.stderr
                    stream.write(self._decoders[kind].decode(payload))
                    stream.flush()
                elif kind == _FILE:
                    self._save(*json.loads(payload))
                elif kind == _IMPORTED:
                    self._imported = True
                elif kind == _END:
                    return int(payload)
                elif kind == _WRONG:
                    raise UsageError(*json.loads(payload))
                else:
                    raise Defect(payload.decode())
        return self._died()

    def _messages(self) -> Iterator[tuple[str, bytes]]:
        buffer = b""
        while part := os.read(self._reading, 1 << 17):
            buffer += part
            while len(buffer) >= _HEAD.size:
                kind, length = _HEAD.unpack_from(buffer)
                end = _HEAD.size + length
                if len(buffer) < end:
                    break
                payload, buffer = buffer[_HEAD.size : end], buffer[end:]
                yield kind.decode(), payload

    def _save(self, file: str, text: str) -> None:
        if file in self._files:  # what runs in there does not choose where we write
            write_whole(Path(file), text)

    def _died(self) -> int:
        if self._interrupts:
            return INTERRUPTED
        self._is_over = True
        code = os.waitstatus_to_exitcode(os.waitpid(self._child, 0)[1])
        how = signal.Signals(-code).name if code < 0 else f"exit code {code}"
        if not self._imported:
            raise UsageError(
                f"cannot import {self._located.module}: importing it ended the process ({how}).",
                "import-exits",
            )
        print(f"{self._located.module}:{self._located.qualname}: the process dies ({how})")
        return FINDINGS

    @contextmanager
    def _interrupts_passed_on(self) -> Iterator[None]:
        def pass_on(number: int, frame: FrameType | None) -> None:
            self._interrupts += 1
            if self._interrupts == 1:
                os.kill(self._child, signal.SIGINT)
            else:
                process.kill_worker(self._child)

        try:
            before = signal.signal(signal.SIGINT, pass_on)
        except ValueError:  # not the main thread: Ctrl-C goes elsewhere
            yield
            return
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    def close(self) -> None:
        """End the fork, if it has not ended, and whatever it started."""
        os.close(self._reading)
        if not self._is_over:
            process.kill_worker(self._child)
            os.waitpid(self._child, 0)
