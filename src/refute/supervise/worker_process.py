"""Workers are forks of a process that has imported refute and nothing else: `start_worker`, `start_server`.

Importing refute takes a tenth of a second, a fork a few milliseconds, and many workers are started: to confirm findings,
to replace one that died, to record a suite.  A server (`fork_server`) is started for each environment that workers are to
have, with the first worker that needs it or before, and ends with the process that started it.

Little is imported here: whoever starts a server first of all imports the rest while it does the same.
"""

from __future__ import annotations

import atexit
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import ExitStack, suppress
from pathlib import Path

from refute.execute.sandbox.scratch import environment
from refute.model.options import Options
from refute.supervise.starting import starting
from refute.supervise.waiting import has_arrived

# So many servers are kept for the next worker: a suite is recorded with five hash seeds.
_MOST_SERVERS = 6
# A server that does not end by itself within so many seconds is killed.
_PATIENCE = 2.0
# Requests have one size, since the socket is a stream: "fork", or "kill" and the number of a worker.
REQUEST_SIZE = 16


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

    def queued(self) -> float:
        """Return for how many seconds it could have run, and others had the processor; 0 where the system does not tell."""
        waited = 0.0
        with suppress(OSError, ValueError, IndexError):
            tasks = [str(self.pid)]
            for task in tasks:  # the process, and the one that it goes on as
                waited += int(Path(f"/proc/{task}/schedstat").read_text().split()[1]) / 1e9
                tasks += Path(f"/proc/{task}/task/{task}/children").read_text().split()
        return waited

    def kill(self) -> None:
        """Kill it and all that it started."""
        pid = self.pid
        if pid is not None and self._lines.count(b"\n") < 2 and not self._server.kill(pid):
            from refute.execute.sandbox.process import kill_worker

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


def environment_for(options: Options) -> dict[str, str]:
    """Return the environment of the workers of a run."""
    variables = environment(options.hash_seed, options.env)
    # The worker must find refute itself also when it runs from a source tree that is not installed.
    here = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    entries = filter(None, (here, variables.get("PYTHONPATH")))
    return {**variables, "PYTHONPATH": os.pathsep.join(entries)}


def start_server(environment: dict[str, str]) -> None:
    """Start the server of workers with this environment, if there is none: it takes as long as importing what uses it."""
    with starting(), _lock:
        key = _key(environment)
        server = _servers.pop(key, None) or _Server(environment)
        _keep(key, server)


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
    key = _key(environment)
    with _lock:
        server = _servers.pop(key, None) or _Server(environment)
        if not server.fork(descriptors):  # it was killed
            server = _Server(environment)
            server.fork(descriptors)
        _keep(key, server)
    return server


def _key(environment: dict[str, str]) -> object:
    # A fork of the process that started a server has to start its own.
    return os.getpid(), frozenset(environment.items())


def _keep(key: object, server: _Server) -> None:
    """Keep a server for the next worker, and those used before it."""
    _servers[key] = server
    while len(_servers) > _MOST_SERVERS:
        del _servers[next(iter(_servers))]


class _Server:
    """A fork server, seen from the process that started it."""

    def __init__(self, environment: dict[str, str]) -> None:
        self._owner = os.getpid()
        self._was_asked = False
        self._process: subprocess.Popen[bytes] | None = None
        self._log = tempfile.TemporaryFile()  # noqa: SIM115 - as long as the process
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        with theirs, ExitStack() as undo:
            undo.callback(self._socket.close)
            undo.callback(self._log.close)
            command = [sys.executable, "-P", "-m", "refute.supervise.fork_server"]
            self._process = subprocess.Popen(
                [*command, str(theirs.fileno()), str(self._owner)],
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
        self._was_asked = True
        try:
            socket.send_fds(self._socket, [b"fork".ljust(REQUEST_SIZE)], descriptors)
        except OSError:
            return False
        return True

    def kill(self, pid: int) -> bool:
        """Kill a worker if it still runs; false where the server is gone.

        The server does it because it waits for workers: once it has, the number may be another process's.
        """
        try:
            self._socket.sendall((b"kill %d" % pid).ljust(REQUEST_SIZE))
        except OSError:
            return False
        return True

    def errors(self) -> str:
        self._log.seek(0)
        return self._log.read().decode("utf-8", "replace").strip()

    def __del__(self) -> None:
        # Neither we nor a worker of it needs it any more.
        if self._owner == os.getpid() and self._process is not None:
            if not self._was_asked:
                self._process.kill()  # it may still be importing, and has nothing to end
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
