"""Workers are forks of a process that has imported refute and nothing else: `start_worker`.

Importing refute takes a third of a second, a fork a few milliseconds, and many workers are started: to confirm findings,
to replace one that died, to record a suite.  A server is started for each environment that workers are to have, with the
first worker that needs it, and ends with the process that started it.  No code under test ever runs in it.
"""

from __future__ import annotations

import atexit
import gc
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import ExitStack, suppress
from typing import NoReturn

from refute.execute.sandbox.process import kill_worker
from refute.supervise.channel import Channel, has_arrived
from refute.supervise.starting import cannot_start, starting

# So many servers are kept for the next worker: a suite is recorded with five hash seeds.
_MOST_SERVERS = 6
# A server checks so often, in seconds, whether the process that started it is still there: it would not notice by its
# socket when a fork of that process holds the other end.
_PARENT_CHECK = 5.0
# A server that does not end by itself within so many seconds is killed.
_PATIENCE = 2.0
# Requests have one size, since the socket is a stream: "fork", or "kill" and the number of a worker.
_REQUEST_SIZE = 16


# ---- the parent's side ------------------------------------------------------------------------------------------


class WorkerProcess:
    """A worker as its parent sees it: what `subprocess.Popen` is for children of one's own."""

    def __init__(self, server: _Server, status: int) -> None:
        self._server = server
        self._status = status  # the server writes the process number, then how it ended
        self._lines = b""

    @property
    def pid(self) -> int | None:
        """The number of the process, None where none could be started."""
        self._wait_for(1)
        first, newline, _ = self._lines.partition(b"\n")
        return int(first) if newline else None

    def poll(self) -> int | None:
        """Return how it ended, as `subprocess.Popen` does, None as long as it runs."""
        while has_arrived(self._status, 0.0):
            if not self._read():
                return self._exit_code()
        return self._exit_code() if self._lines.count(b"\n") > 1 else None

    def wait(self, seconds: float | None = None) -> int | None:
        """Wait until it has ended, and return how; None where it has not after so many seconds."""
        if seconds is not None and self.poll() is None:
            has_arrived(self._status, time.monotonic() + seconds)
            return self.poll()
        self._wait_for(2)
        return self._exit_code()

    def kill(self) -> None:
        """Kill it and all that it started."""
        pid = self.pid
        if pid is not None and self._lines.count(b"\n") < 2 and not self._server.kill(pid):
            kill_worker(pid)  # its server is gone; on systems other than Linux it may run on

    def close(self) -> None:
        """Forget a process that has ended."""
        os.close(self._status)

    def server_errors(self) -> str:
        """Return what the server wrote to its standard error: nothing, unless it failed."""
        return self._server.errors()

    def _wait_for(self, lines: int) -> None:
        while self._lines.count(b"\n") < lines and self._read():
            pass

    def _read(self) -> bool:
        data = os.read(self._status, 64)
        self._lines += data
        return bool(data)

    def _exit_code(self) -> int:
        _, _, status = self._lines.partition(b"\n")
        # Without a line about its end the server has been killed, and the kernel has killed all of its workers.
        return os.waitstatus_to_exitcode(int(status)) if status else -signal.SIGKILL


def start_worker(
    environment: dict[str, str], descriptors: tuple[int, int, int, int]
) -> WorkerProcess:
    """Start a worker; the descriptors are those of its job, its answers, its journal and its standard error."""
    with starting():
        status, writing = os.pipe()
        try:
            return WorkerProcess(_forked(environment, (*descriptors, writing)), status)
        except OSError:
            os.close(status)
            raise
        finally:
            os.close(writing)


def _forked(environment: dict[str, str], descriptors: tuple[int, ...]) -> _Server:
    """Return the server that has been asked for a worker."""
    # A fork of the process that started a server has to start its own.
    key = os.getpid(), frozenset(environment.items())
    with _lock:
        server = _servers.pop(key, None) or _Server(environment)
        if not server.fork(descriptors):  # it was killed
            server = _Server(environment)
            server.fork(descriptors)
        _servers[key] = server
        while len(_servers) > _MOST_SERVERS:
            del _servers[next(iter(_servers))]
    return server


class _Server:
    """A fork server, seen from the process that started it."""

    def __init__(self, environment: dict[str, str]) -> None:
        self._owner = os.getpid()
        self._process: subprocess.Popen[bytes] | None = None
        self._log = tempfile.TemporaryFile()  # noqa: SIM115 - as long as the process
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        with theirs, ExitStack() as undo:
            undo.callback(self._socket.close)
            undo.callback(self._log.close)
            command = [sys.executable, "-P", "-m", "refute.supervise.fork_server"]
            self._process = subprocess.Popen(
                [*command, str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                env=environment,
                cwd="/",
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=self._log,
                start_new_session=True,
            )
            undo.pop_all()

    def fork(self, descriptors: tuple[int, ...]) -> bool:
        """Ask for a worker; false where the server is gone."""
        try:
            socket.send_fds(self._socket, [b"fork".ljust(_REQUEST_SIZE)], descriptors)
        except OSError:
            return False
        return True

    def kill(self, pid: int) -> bool:
        """Kill a worker if it still runs; false where the server is gone.

        The server does it because it waits for workers: once it has, the number may be another process's.
        """
        try:
            self._socket.sendall((b"kill %d" % pid).ljust(_REQUEST_SIZE))
        except OSError:
            return False
        return True

    def errors(self) -> str:
        self._log.seek(0)
        return self._log.read().decode("utf-8", "replace").strip()

    def __del__(self) -> None:
        # Neither we nor a worker of it needs it any more.
        if self._owner == os.getpid() and self._process is not None:
            with suppress(OSError):
                # Closing alone would not do: forks of this process may hold the socket too.
                self._socket.shutdown(socket.SHUT_RDWR)
            try:
                self._process.wait(_PATIENCE)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._socket.close()


_lock = threading.Lock()
_servers: dict[object, _Server] = {}  # the one used last is the last
atexit.register(_servers.clear)


# ---- the server -------------------------------------------------------------------------------------------------


def main() -> NoReturn:
    """Fork workers until nobody wants more."""
    requests = socket.socket(fileno=int(sys.argv[1]))
    parent, here = os.getppid(), os.getpid()
    from refute.supervise import worker  # only here: whoever asks need not import it

    wakeup, wakeup_writing = os.pipe()
    for descriptor in (wakeup, wakeup_writing):
        os.set_blocking(descriptor, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)  # or it would not wake us
    signal.set_wakeup_fd(wakeup_writing)
    gc.collect()
    gc.freeze()  # so that a collection in a worker does not copy all of our memory

    running: dict[int, int] = {}  # by process number where to report how it ended
    try:
        while os.getppid() == parent:
            ready, _, _ = select.select([requests.fileno(), wakeup], [], [], _PARENT_CHECK)
            if wakeup in ready:
                os.read(wakeup, 1 << 12)
            _report_ended(running)
            if requests.fileno() not in ready:
                continue
            request, descriptors, _, _ = socket.recv_fds(requests, _REQUEST_SIZE, 5)
            if not request:
                break
            word, _, number = request.partition(b" ")
            if word == b"kill" and int(number) in running:
                kill_worker(int(number))
            if word == b"fork":
                pid = _fork(Channel(descriptors[1]))
                if pid == 0:
                    signal.set_wakeup_fd(-1)
                    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                    requests.close()
                    *passed, status = descriptors
                    for descriptor in (wakeup, wakeup_writing, status, *running.values()):
                        os.close(descriptor)
                    worker.main(here, *passed)
                if pid is not None:
                    running[pid] = os.dup(descriptors[-1])
                    os.write(running[pid], b"%d\n" % pid)
            for descriptor in descriptors:
                os.close(descriptor)
    finally:
        for pid in running:
            kill_worker(pid)
        os._exit(0)


def _fork(answers: Channel) -> int | None:
    """Return what `os.fork` does; where there can be no more processes None, and whoever asked is told."""
    from refute.model.messages import Trouble

    try:
        return os.fork()
    except OSError as refused:
        wrong = cannot_start(refused)
        answers.send(Trouble(wrong.message, wrong.slug))
        return None


def _report_ended(running: dict[int, int]) -> None:
    for pid in list(running):
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            with suppress(BrokenPipeError):  # nobody wants to know any more
                os.write(running[pid], b"%d\n" % status)
            os.close(running.pop(pid))


if __name__ == "__main__":
    main()
