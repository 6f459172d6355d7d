"""The sequence being run, readable by the parent at every moment: `Journal`, `read`.

Memory shared with the parent, written before every call: when the worker dies, what it was doing is there.
Layout: five 8-byte numbers (bytes used, calls begun, whether the parent calls the search off, bytes of the table used,
bytes used by the sequence before, which stands there until this one makes a call), then one line per step: the number of its operation, a tab, its arguments; or, of a step before whose
function has a longer body by now, `=`, its position, and the operation as JSON.  In the last quarter stands the table: one
operation a line, as JSON; once it is full, operations stand in the steps themselves.  Literals are written together
with the call that uses them; only a call can kill.
"""

from __future__ import annotations

import fcntl
import json
import mmap
import os
import tempfile
from typing import Any

from refute.model.codec import operation_to_json, sequence_from_json
from refute.model.forgetful import Forgetful
from refute.model.sequence import Operation, Sequence

SIZE = 4 << 20
_HEAD = 40
_TABLE = SIZE - (1 << 20)  # room for some thousand operations
# So many combinations of arguments are kept as they are written: those that come again and again.
_MOST_WRITTEN = 8192


class Journal:
    """The worker's side."""

    def __init__(self, file_descriptor: int) -> None:
        self._memory = mmap.mmap(file_descriptor, SIZE)
        self._head = memoryview(self._memory)[:_HEAD].cast("Q")
        self._used = _HEAD
        self._pending = b""
        self._before = (_HEAD, b"")  # what `_used` and `_pending` are without the last step
        self._arguments: dict[tuple[int, ...], bytes] = Forgetful(_MOST_WRITTEN)
        self._table = _TABLE
        self._names: dict[bytes, bytes] = {}  # of the operations in the table

    def name(self, operation: Operation) -> bytes:
        """Return how an operation is written: by its number, where the table has room for it."""
        line = json.dumps(operation_to_json(operation), ensure_ascii=True).encode()
        name = self._names.get(line)
        if name is not None:
            return name
        end = self._table + len(line) + 1
        if end > SIZE:
            return line
        self._memory[self._table : end] = line + b"\n"
        self._table = self._head[3] = end
        name = self._names[line] = b"%d" % len(self._names)
        return name

    def begin(self) -> None:
        """Start a new sequence."""
        self._used = _HEAD
        self._pending = b""
        self._before = (_HEAD, b"")
        self._put_aside()

    def hold(self, name: bytes, arguments: tuple[int, ...]) -> None:
        """Note a step that cannot kill; it is written with the next call."""
        self._before = (self._used, self._pending)
        self._pending += name + (self._arguments.get(arguments) or self._suffix(arguments))

    def note(self, name: bytes, arguments: tuple[int, ...]) -> None:
        """Write a step that is about to call the subject."""
        data = self._pending + name + (self._arguments.get(arguments) or self._suffix(arguments))
        end = self._used + len(data)
        head = self._head
        self._before = (self._used, self._pending)
        if end <= _TABLE:
            self._memory[self._used : end] = data
            self._used = end
            self._pending = b""
            head[0] = end
        else:
            self._pending = data  # does not fit, nor will what comes after it
        head[1] += 1

    def amend(self, position: int, operation: Operation, arguments: tuple[int, ...]) -> None:
        """Write what a step has become: the body of the function that it made is about to make a call."""
        line = json.dumps(operation_to_json(operation), ensure_ascii=True).encode()
        data = b"=%d %b" % (position, line) + self._suffix(arguments)
        end = self._used + len(data)
        if end <= _TABLE and not self._pending:
            self._memory[self._used : end] = data
            self._used = self._head[0] = end
        self._head[1] += 1

    def take_back(self) -> None:
        """Forget the last step, not those that were written with it."""
        self._used, self._pending = self._before
        self._head[0] = self._used

    def beat(self) -> None:
        """Tell the parent that work goes on, though no call is made."""
        self._head[1] += 1

    def is_called_off(self) -> bool:
        """Return whether the parent wants the search to end now."""
        return self._head[2] != 0

    def idle(self) -> None:
        """Say that nothing of the subject is being run."""
        self._put_aside()
        self._head[1] += 1

    def forget(self) -> None:
        """Say that nothing was run: what comes now is not the code as it is, and nobody is to blame for it."""
        self._head[0] = self._head[4] = _HEAD
        self._head[1] += 1

    def _put_aside(self) -> None:
        if self._head[0] > _HEAD:
            self._head[4] = self._head[0]
        self._head[0] = _HEAD

    def _suffix(self, arguments: tuple[int, ...]) -> bytes:
        suffix = self._arguments.get(arguments)
        if suffix is None:
            suffix = b"\t%b\n" % ((b"%d " * len(arguments))[:-1] % arguments)
            self._arguments[arguments] = suffix
        return suffix


def new_memory() -> int:
    """Return the descriptor of memory for a journal, to be passed to a worker: nobody can make it smaller.

    Reading what is no longer there would end the parent.
    """
    try:
        made = os.memfd_create("refute", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    except (AttributeError, OSError):  # another system: a file that has no name any more
        with tempfile.TemporaryFile() as file:
            made = os.dup(file.fileno())
        os.ftruncate(made, SIZE)
        return made
    os.ftruncate(made, SIZE)
    fcntl.fcntl(
        made, fcntl.F_ADD_SEALS, fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SEAL
    )
    return made


def call_off(memory: mmap.mmap) -> None:
    """Let the worker end its search and send what it has: the parent's side of `is_called_off`."""
    memory[16:24] = (1).to_bytes(8, "little")


def progress(memory: mmap.mmap) -> int:
    """Return the number of calls begun, for the parent's watch."""
    return int.from_bytes(memory[8:16], "little")


def read(memory: mmap.mmap) -> Sequence | None:
    """Return the sequence that the worker was running, or None when it ran none."""
    return _read(memory, int.from_bytes(memory[0:8], "little"))


def read_last(memory: mmap.mmap) -> Sequence | None:
    """Return the sequence whose call was the last that the worker made: the one it ran, or the one before."""
    return read(memory) or _read(memory, int.from_bytes(memory[32:40], "little"))


def _read(memory: mmap.mmap, used: int) -> Sequence | None:
    if not _HEAD < used <= _TABLE:
        return None
    steps: list[Any] = []
    try:
        table = memory[_TABLE : int.from_bytes(memory[24:32], "little")].decode().splitlines()
        for line in memory[_HEAD:used].decode().splitlines():
            name, _, arguments = line.rpartition("\t")
            place, name = (
                name[1:].split(" ", 1) if name.startswith("=") else (str(len(steps)), name)
            )
            operation = json.loads(table[int(name)] if name.isdigit() else name)
            step = {**operation, "arguments": [int(a) for a in arguments.split()]}
            steps[int(place) :] = [step, *steps[int(place) + 1 :]]
        return sequence_from_json(steps)
    except Exception:  # the code under test can write there, too
        return None
