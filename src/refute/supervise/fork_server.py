"""The process that workers are forked from: `main`.  No code under test ever runs in it.

`worker_process` starts it and asks it.
"""

from __future__ import annotations

import gc
import os
import select
import signal
import socket
import sys
from contextlib import suppress
from typing import NoReturn

from refute.execute.sandbox import stand_ins
from refute.execute.sandbox.process import kill_worker
from refute.model.messages import Trouble
from refute.supervise.channel import Channel
from refute.supervise.starting import cannot_start
from refute.supervise.worker_process import REQUEST_SIZE

# The server checks so often, in seconds, whether the process that started it is still there: it would not notice by its
# socket when a fork of that process holds the other end.
_PARENT_CHECK = 5.0


def main() -> NoReturn:
    """Fork workers until nobody wants more."""
    requests = socket.socket(fileno=int(sys.argv[1]))
    parent, here = int(sys.argv[2]), os.getpid()
    gc.disable()  # while much is imported and little is garbage
    from refute.supervise import worker

    stand_ins.prepare()
    gc.freeze()  # so that a collection in a worker does not copy all of our memory
    gc.enable()
    wakeup, wakeup_writing = os.pipe()
    for descriptor in (wakeup, wakeup_writing):
        os.set_blocking(descriptor, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)  # or it would not wake us
    signal.set_wakeup_fd(wakeup_writing)

    running: dict[int, int] = {}  # by process number where to report how it ended
    try:
        while os.getppid() == parent:
            ready, _, _ = select.select([requests.fileno(), wakeup], [], [], _PARENT_CHECK)
            if wakeup in ready:
                os.read(wakeup, 1 << 12)
            _report_ended(running)
            if requests.fileno() not in ready:
                continue
            request, descriptors, _, _ = socket.recv_fds(requests, REQUEST_SIZE, 5)
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
