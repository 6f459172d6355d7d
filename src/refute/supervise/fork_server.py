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
from contextlib import suppress
from typing import NoReturn

from refute.execute.sandbox.process import kill_worker

# So many servers are kept for the next worker: a suite is recorded with five hash seeds.
_MOST_SERVERS = 6
# A server looks so often whether the process that started it is still there, in seconds: a fork of that process may hold
# the other end of its socket.
_LOOKS = 5.0
_WORD = b"fork"


# ---- the parent's side ------------------------------------------------------------------------------------------


class WorkerProcess:
    """A worker as its parent sees it: what `subprocess.Popen` is for children of one's own."""

    def __init__(self, server: _Server, status: int) -> None:
        self._server = server
        self._status = status  # the server writes the process number, then how it ended
        self._told = b""

    @property
    def pid(self) -> int | None:
        """The number of the process, None where the server died before it was started."""
        self._wait_for(1)
        first, newline, _ = self._told.partition(b"\n")
        return int(first) if newline else None

    def poll(self) -> int | None:
        """Return how it ended, as `subprocess.Popen` does, None as long as it runs."""
        while select.select([self._status], [], [], 0)[0]:
            if not self._read():
                return self._code()
        return self._code() if self._told.count(b"\n") > 1 else None

    def wait(self) -> int:
        """Wait until it has ended, and return how."""
        self._wait_for(2)
        return self._code()

    def close(self) -> None:
        """Forget a process that has ended."""
        os.close(self._status)

    def last_words_of_server(self) -> str:
        """Return what the server wrote to its standard error: nothing, unless it failed."""
        return self._server.last_words()

    def _wait_for(self, lines: int) -> None:
        while self._told.count(b"\n") < lines and self._read():
            pass

    def _read(self) -> bool:
        data = os.read(self._status, 64)
        self._told += data
        return bool(data)

    def _code(self) -> int:
        _, _, status = self._told.partition(b"\n")
        # Without a word from the server it has been killed, and all of its workers with it.
        return os.waitstatus_to_exitcode(int(status)) if status else -signal.SIGKILL


def start_worker(
    environment: dict[str, str], descriptors: tuple[int, int, int, int]
) -> WorkerProcess:
    """Start a worker; the descriptors are those of its job, its answers, its journal and its standard error."""
    status, writing = os.pipe()
    with _lock:
        try:
            server = _server_for(environment)
            server.fork((*descriptors, writing))
        except OSError:  # it was killed
            del _servers[_key(environment)]
            server = _server_for(environment)
            server.fork((*descriptors, writing))
    os.close(writing)
    return WorkerProcess(server, status)


class _Server:
    """A fork server, seen from the process that started it."""

    def __init__(self, environment: dict[str, str]) -> None:
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        self._log = tempfile.TemporaryFile()  # noqa: SIM115 - as long as the process
        with theirs:
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

    def fork(self, descriptors: tuple[int, ...]) -> None:
        socket.send_fds(self._socket, [_WORD], descriptors)

    def __del__(self) -> None:
        # Neither we nor a worker of it needs it any more.
        self._socket.close()
        self._process.wait()
        self._log.close()

    def last_words(self) -> str:
        self._log.seek(0)
        return self._log.read().decode("utf-8", "replace").strip()


_lock = threading.Lock()
_servers: dict[object, _Server] = {}  # the one used last is the last
atexit.register(_servers.clear)


def _key(environment: dict[str, str]) -> object:
    # A fork of the process that started a server has to start its own.
    return os.getpid(), frozenset(environment.items())


def _server_for(environment: dict[str, str]) -> _Server:
    key = _key(environment)
    server = _servers.pop(key, None) or _Server(environment)
    _servers[key] = server
    while len(_servers) > _MOST_SERVERS:
        del _servers[next(iter(_servers))]
    return server


# ---- the server -------------------------------------------------------------------------------------------------


def main() -> NoReturn:
    """Fork workers until nobody wants more."""
    asked = socket.socket(fileno=int(sys.argv[1]))
    parent = os.getppid()
    from refute.supervise import worker  # only here: whoever asks need not import it

    woken, waking = os.pipe()
    for descriptor in (woken, waking):
        os.set_blocking(descriptor, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)  # or it would not wake us
    signal.set_wakeup_fd(waking)
    gc.collect()
    gc.freeze()  # so that a collection in a worker does not copy all of our memory

    running: dict[int, int] = {}  # by process number where to tell how it ended
    while os.getppid() == parent:
        ready, _, _ = select.select([asked.fileno(), woken], [], [], _LOOKS)
        if woken in ready:
            os.read(woken, 1 << 12)
        _tell_ends(running)
        if asked.fileno() not in ready:
            continue
        word, descriptors, _, _ = socket.recv_fds(asked, len(_WORD), 5)
        if not word:
            break
        *passed, status = descriptors
        pid = os.fork()
        if pid == 0:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            asked.close()
            for descriptor in (woken, waking, status, *running.values()):
                os.close(descriptor)
            worker.main(*passed)
        running[pid] = status
        os.write(status, b"%d\n" % pid)
        for descriptor in passed:
            os.close(descriptor)
    for pid in running:
        kill_worker(pid)
    os._exit(0)


def _tell_ends(running: dict[int, int]) -> None:
    for pid in list(running):
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            with suppress(BrokenPipeError):  # nobody wants to know any more
                os.write(running[pid], b"%d\n" % status)
            os.close(running.pop(pid))


if __name__ == "__main__":
    main()
