"""A process between a worker and its parent, which does and allows what the kernel cannot judge for us: `start`.

The filter on system calls knows no paths, so it refuses to change the mode, owner, times and attributes of any file; the
broker changes those of files in the scratch folder for the worker.  It lets a process that answers questions fork once for
each question, and only then.  It looks how much the scratch folder holds.  And when the worker ends, it ends what the worker
has left running, and passes on how it ended.

No code under test runs here, and whatever a worker asks for, it can get nothing outside its scratch folder.
"""

from __future__ import annotations

import ast
import errno
import fcntl
import os
import resource
import select
import signal
import socket
import stat
import struct
import threading
import time
import traceback
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, NoReturn

from refute.execute.sandbox import limits, seccomp
from refute.execute.sandbox.fence import folder_of
from refute.execute.sandbox.scratch import FAULTS

# A scratch folder is often in memory.  Beyond the quota every write fails, as it does beyond the size of one file;
# where that does not help (files that are mapped) the worker is killed.
QUOTA = 4 * limits.FILE_SIZE
_LOOKS = 0.25  # seconds between two looks at it
_LEAST = 4096  # bytes that a file costs, however small

# Bytes of a request, in which the value of an attribute may take four times its 64 KiB; and of an answer.
_MOST, _SHORT = 1 << 19, 100
_CHANGES: dict[str, Any] = {
    name: getattr(os, name, None) for name in ("chmod", "chown", "utime", "setxattr", "removexattr")
}

# Of the kernel: struct seccomp_notif and its answer.
_NOTIFICATION = struct.Struct("=QII iIQ 6Q")
_RESPONSE = struct.Struct("=QqiI")
_RECEIVE, _RESPOND = 0xC0502100, 0xC0182101
_GO_ON = 1
# SIGCHLD, CLONE_CHILD_CLEARTID, CLONE_CHILD_SETTID: what fork() in a C library asks for.
_FORK_FLAGS = 0xFF | 0x00200000 | 0x01000000
_PR_SET_CHILD_SUBREAPER = 36


@dataclass(frozen=True, slots=True)
class Forks:
    """How often a worker may fork: so often; or once for each line that comes through a pipe, and not before."""

    most: int = 0
    questions: int | None = None


# ---- the worker's side ------------------------------------------------------------------------------------------


class Broker:
    """The broker, seen from the worker."""

    def __init__(self, end: socket.socket, asks: bool) -> None:
        self._socket, self._lock, self._numbers = end, threading.Lock(), count()
        self.asks = asks  # whether it answers for forks and signals

    def change(self, name: str, path: Any, *arguments: Any, **named: Any) -> None:
        """Call a function of `os` that changes a file; what is wrong is raised as the function would."""
        dir_fd, follows = named.pop("dir_fd", None), named.pop("follow_symlinks", True)
        if isinstance(path, int):
            where = f"/proc/{os.getpid()}/fd/{path}"
        else:
            where = os.path.join(folder_of(dir_fd), os.fsdecode(path))
        given = ([_plain(one) for one in arguments], {key: _plain(named[key]) for key in named})
        error = self._ask(name, where, follows, *given)
        if error:
            raise OSError(error, os.strerror(error), path)

    def look_again(self) -> None:
        """Look at once how much the scratch folder holds, where writing to it was stopped."""
        if resource.getrlimit(resource.RLIMIT_FSIZE)[0] == 0:
            self._ask("look", "", True, [], {})

    def _ask(self, *question: Any) -> int:
        # A call that is stopped, or a fork that is killed, leaves an answer behind that nobody has read.
        with self._lock:
            mine = os.getpid(), next(self._numbers)
            self._socket.send(repr((mine, *question)).encode("utf-8", "surrogatepass"))
            while True:
                number, error = ast.literal_eval(self._socket.recv(_MOST).decode())
                if number == mine:
                    return int(error)


def _plain(value: Any) -> Any:
    """Return an argument, which the function itself has accepted, so that it can be written down."""
    if value is None or isinstance(value, str | bytes):
        return value
    if isinstance(value, tuple):
        return tuple(map(_plain, value))
    if isinstance(value, float):
        return float(value)
    if hasattr(value, "__index__"):
        return int(value)
    return os.fspath(value) if hasattr(value, "__fspath__") else bytes(value)


def start(scratch: Path, forks: Forks, parent: int | None) -> Broker | None:
    """Go on in a fork of this process, and be the broker here; None where the kernel is too old.

    A pipe of questions has then another end, and the same number.
    """
    if not is_possible():
        return None
    limits.die_with_parent(parent)
    theirs, ours = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    read, write = os.pipe()
    broker = os.getpid()
    worker = os.fork()
    if worker:
        ours.close()
        _Serving(worker, scratch, theirs, forks, write).run()
    theirs.close()
    os.close(write)
    limits.die_with_parent(broker)
    if forks.questions is not None:
        os.dup2(read, forks.questions, inheritable=False)
    os.close(read)
    end = socket.socket(fileno=limits.high_fd(ours.detach()))
    return Broker(end, forks != Forks() and _ask_about_forks(end))


def is_possible() -> bool:
    """Return whether the kernel knows all that a broker needs."""
    if not seccomp.is_available():
        return False
    release = os.uname().release.split(".")
    try:
        os.close(os.pidfd_open(os.getpid()))
        return (int(release[0]), int(release[1])) >= (5, 5)
    except (OSError, ValueError, IndexError):
        return False


def _ask_about_forks(end: socket.socket) -> bool:
    listener = seccomp.ask_about_forks()
    if listener is None:
        return False
    socket.send_fds(end, [b"forks"], [listener])
    os.close(listener)
    return True


# ---- the broker's side ------------------------------------------------------------------------------------------


class _Serving:
    """The broker itself."""

    def __init__(
        self, worker: int, scratch: Path, requests: socket.socket, forks: Forks, passing: int
    ) -> None:
        self._worker, self._scratch = worker, os.fspath(scratch)
        self._requests, self._forks, self._passing = requests, forks, passing
        self._left = forks.most
        self._listener = -1
        self._is_full = False
        self._polled = select.poll()

    def run(self) -> NoReturn:
        """Serve until the worker has ended, and end in the same way."""
        try:
            self._prepare()
            self._serve()
        except Exception:
            self._say(traceback.format_exc())
        finally:
            # It is gone already, unless it is we who have failed.  Until it is waited for, its number is its own.
            os.kill(self._worker, signal.SIGKILL)
            _, status = os.waitpid(self._worker, 0)
            _end_orphans()
            _end_like(status)

    def _prepare(self) -> None:
        limits.prctl(_PR_SET_CHILD_SUBREAPER, 1)
        signal.signal(signal.SIGINT, lambda number, _: os.kill(self._worker, number))
        self._ended = os.pidfd_open(self._worker)
        null = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(null, stream)
        watched = {self._requests.fileno(), self._ended}
        if self._forks.questions is not None:
            watched.add(self._forks.questions)
        for descriptor in watched:
            self._polled.register(descriptor, select.POLLIN)
        limits.close_all_but({self._passing, *watched})

    def _serve(self) -> None:
        next_look = time.monotonic() + _LOOKS
        while True:
            left = max(0.0, next_look - time.monotonic())
            for descriptor, _ in self._polled.poll(1000 * left):
                if descriptor == self._ended:
                    return
                if descriptor == self._listener:
                    self._decide()
                elif descriptor == self._forks.questions:
                    self._pass_on(descriptor)
                else:
                    self._answer()
            began = time.monotonic()
            if began >= next_look:
                self._look()
                now = time.monotonic()
                next_look = now + max(_LOOKS, 20 * (now - began))

    # ---- files ----

    def _answer(self) -> None:
        """Answer a request; the first message may bring the descriptor that forks are asked about through."""
        asked, descriptors, _, _ = socket.recv_fds(self._requests, _MOST, 1)
        if descriptors and self._listener < 0:
            self._listener = descriptors[0]
            self._polled.register(self._listener, select.POLLIN)
            return
        if not asked:
            self._polled.unregister(self._requests.fileno())
            return
        with suppress(Exception):  # whatever is wrong with it, it is not from us
            number, *question = ast.literal_eval(asked.decode("utf-8", "surrogatepass"))
            answer = repr((number, self._done(*question))).encode()
            self._requests.send(answer[:_SHORT], socket.MSG_DONTWAIT)

    def _done(
        self, name: str, path: str, follows: bool, arguments: list[Any], named: dict[str, Any]
    ) -> int:
        """Do what is asked, and return the number of the error."""
        if name == "look":
            self._look()
            return 0
        try:
            # The file stays the same from here on, whatever links are put in its way.
            file = os.open(path, os.O_PATH | os.O_CLOEXEC | (0 if follows else os.O_NOFOLLOW))
        except OSError as error:
            return error.errno or errno.EPERM
        pinned = f"/proc/self/fd/{file}"
        try:
            if not os.readlink(pinned).startswith(self._scratch + os.sep):
                return errno.EPERM
            _CHANGES[name](pinned, *arguments, **named)
        except OSError as error:
            return error.errno or errno.EPERM
        finally:
            os.close(file)
        return 0

    # ---- forks ----

    def _pass_on(self, questions: int) -> None:
        data = os.read(questions, 1 << 20)
        if not data:
            self._polled.unregister(questions)
            os.close(self._passing)
        self._left += data.count(b"\n")
        while data:
            try:
                data = data[os.write(self._passing, data) :]
            except BrokenPipeError:  # it is about to end
                return

    def _decide(self) -> None:
        """Let one system call go on, or not."""
        asked = bytearray(_NOTIFICATION.size)
        try:
            fcntl.ioctl(self._listener, _RECEIVE, asked)
        except OSError:  # who asked has been killed
            return
        number, caller, _, call, _, _, first, *_ = _NOTIFICATION.unpack(asked)
        if call == seccomp.number_of("clone"):
            goes_on = self._may_fork(caller, first)
        else:
            goes_on = self._may_signal(first & 0xFFFFFFFF)
        error, flags = (0, _GO_ON) if goes_on else (-errno.EPERM, 0)
        with suppress(OSError):
            fcntl.ioctl(self._listener, _RESPOND, _RESPONSE.pack(number, 0, error, flags))

    def _may_fork(self, caller: int, flags: int) -> bool:
        # Only its first thread, which is ours: another one may lie in wait for a question.
        if self._left <= 0 or caller != self._worker or flags & ~_FORK_FLAGS:
            return False
        self._left -= 1
        return True

    def _may_signal(self, target: int) -> bool:
        return target == self._worker or _parent_of(target) == self._worker

    # ---- quota ----

    def _look(self) -> None:
        """Stop the worker from writing as long as there is too much in its scratch folder."""
        used = self._used()
        if used > 2 * QUOTA:
            self._say(f"refute ended the process: its scratch folder held {used >> 20} MB.\n")
            os.kill(self._worker, signal.SIGKILL)
        elif self._is_full or used > QUOTA:
            self._is_full = used > QUOTA
            for pid in (self._worker, *self._forked()):
                with suppress(OSError, ValueError):
                    _, most = resource.prlimit(pid, resource.RLIMIT_FSIZE)
                    soft = 0 if self._is_full else most
                    resource.prlimit(pid, resource.RLIMIT_FSIZE, (soft, most))

    def _used(self) -> int:
        """Return the bytes in the scratch folder and in files that are open and have no name."""
        used = sum(_unnamed_bytes((self._worker, *self._forked())))
        folders = [self._scratch]
        while folders and used <= 2 * QUOTA:
            with suppress(OSError), os.scandir(folders.pop()) as entries:
                for entry in entries:
                    used += _bytes_of(entry.stat(follow_symlinks=False))
                    if entry.is_dir(follow_symlinks=False):
                        folders.append(entry.path)
        return used

    def _forked(self) -> Iterator[int]:
        return iter(()) if self._forks == Forks() else _children_of(self._worker)

    def _say(self, text: str) -> None:
        """Leave last words for the parent."""
        path = os.path.join(self._scratch, FAULTS)
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK
        with suppress(OSError), open(os.open(path, flags, 0o600), "w") as faults:
            faults.write(text)


def _bytes_of(found: os.stat_result) -> int:
    return max(found.st_blocks * 512, _LEAST)


def _unnamed_bytes(processes: Iterable[int]) -> Iterator[int]:
    seen = set()
    for process in processes:
        with suppress(OSError):
            for name in os.listdir(f"/proc/{process}/fd"):
                with suppress(OSError):
                    found = os.stat(f"/proc/{process}/fd/{name}")
                    which = found.st_dev, found.st_ino
                    if stat.S_ISREG(found.st_mode) and not found.st_nlink and which not in seen:
                        seen.add(which)
                        yield _bytes_of(found)
        numbers = {inode for _, inode in seen}
        yield from (size for inode, size in _mapped(process) if inode not in numbers)


def _mapped(process: int) -> Iterator[tuple[int, int]]:
    """Yield the number and the bytes of each part of a file without a name that a process has mapped to write to."""
    with suppress(OSError), open(f"/proc/{process}/maps", "rb") as maps:
        for line in maps:
            if not line.endswith(b" (deleted)\n"):
                continue
            place, rights, _, _, inode, path = line.split(None, 5)
            if rights.endswith(b"s") and not path.startswith(b"/dev/zero"):  # that is memory
                low, high = (int(end, 16) for end in place.split(b"-"))
                yield int(inode), high - low


def _parent_of(process: int) -> int | None:
    try:
        with open(f"/proc/{process}/stat", "rb") as file:
            return int(file.read().rpartition(b")")[2].split()[1])
    except OSError:
        return None


def _children_of(process: int) -> Iterator[int]:
    for name in os.listdir("/proc"):
        if name.isdigit() and _parent_of(int(name)) == process:
            yield int(name)


def _end_orphans() -> None:
    """End what the worker has left running: it has become ours."""
    while True:
        try:
            ended, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if not ended:
            for child in _children_of(os.getpid()):
                os.kill(child, signal.SIGKILL)
            os.waitpid(-1, 0)


def _end_like(status: int) -> NoReturn:
    if os.WIFSIGNALED(status):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        with suppress(OSError, ValueError):  # SIGKILL has no handler
            signal.signal(os.WTERMSIG(status), signal.SIG_DFL)
        os.kill(os.getpid(), os.WTERMSIG(status))
    os._exit(os.waitstatus_to_exitcode(status) & 0xFF)
