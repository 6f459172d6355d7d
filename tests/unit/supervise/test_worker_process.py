"""Workers are forks of a server: which one is used again, what is told of their end, and what ends with what."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest

from refute.execute.sandbox.scratch import environment
from refute.model.errors import UsageError
from refute.supervise import worker_process
from refute.supervise.worker_process import WorkerProcess, start_server, start_worker


@contextmanager
def worker(**variables: str) -> Iterator[tuple[WorkerProcess, int]]:
    """A worker that waits for its job, and the pipe that the job goes into."""
    job, sending = os.pipe()
    reading, answers = os.pipe()
    errors = os.open(os.devnull, os.O_WRONLY)
    process = start_worker(environment() | variables, (job, answers, errors, errors))
    for descriptor in (job, answers, errors):
        os.close(descriptor)
    try:
        yield process, sending
    finally:
        process.kill()
        process.wait()
        process.close()
        for descriptor in (sending, reading):
            with suppress(OSError):  # closed by the test
                os.close(descriptor)


def last_server() -> worker_process._Server:
    return list(worker_process._servers.values())[-1]


def parent_of(pid: int) -> int:
    with open(f"/proc/{pid}/stat") as stat:
        return int(stat.read().rpartition(")")[2].split()[1])


def is_running(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def ends(pid: int) -> bool:
    for _ in range(500):
        if not is_running(pid):
            return True
        time.sleep(0.01)
    return False


def test_workers_with_the_same_environment_have_one_server():
    with worker() as (one, _), worker() as (other, _), worker(TZ="UTC") as (elsewhere, _):
        servers = [parent_of(process.pid) for process in (one, other, elsewhere)]

    assert servers[0] == servers[1] != servers[2]


def test_a_server_that_was_started_before_is_the_one_that_is_asked():
    variables = {"TZ": "Asia/Baku"}
    start_server(environment() | variables)
    started = last_server()
    start_server(environment() | variables)
    with worker(**variables) as (process, _):
        assert last_server() is started
        assert parent_of(process.pid) == started._process.pid


def test_a_server_that_nobody_asked_does_not_finish_its_imports_first():
    start_server(environment() | {"TZ": "Asia/Muscat"})
    server = worker_process._servers.popitem()[1]._process

    assert server.wait() == -signal.SIGKILL


def test_the_end_of_a_worker_is_told_as_that_of_a_child_is():
    with worker() as (process, sending):
        before = process.poll()
        os.close(sending)  # nobody wants anything of it

        assert before is None
        assert process.wait() == 0 == process.poll()


def test_a_signal_is_told_too():
    with worker() as (process, _):
        os.kill(process.pid, signal.SIGTERM)

        assert process.wait() == -signal.SIGTERM


def test_a_server_that_was_killed_is_replaced_and_its_workers_are_dead():
    with worker() as (lost, _):
        os.kill(parent_of(lost.pid), signal.SIGKILL)

        assert lost.wait() == -signal.SIGKILL
        with worker() as (process, _):
            assert is_running(process.pid)


def test_servers_are_few_and_those_of_no_use_end(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(worker_process, "_MOST_SERVERS", 1)
    with worker(TZ="Asia/Tokyo") as (first, _):
        server = parent_of(first.pid)
        start_server(environment() | {"TZ": "Asia/Seoul"})
        still = is_running(server)
    del first

    assert still, "it has a worker that runs"
    assert ends(server)
    assert len(worker_process._servers) == 1


def test_a_server_ends_with_the_process_that_started_it():
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        with worker(TZ="Asia/Kolkata") as (process, _):
            os.write(writing, b"%d %d" % (process.pid, parent_of(process.pid)))
            os.kill(os.getpid(), signal.SIGKILL)
    os.waitpid(child, 0)
    started = [int(pid) for pid in os.read(reading, 100).split()]

    assert len(started) == 2
    assert all(ends(pid) for pid in started)


def test_what_keeps_a_server_from_starting_is_told(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(worker_process.sys, "executable", "/bin/ls")
    with worker(TZ="Asia/Dhaka") as (process, _):
        assert process.pid is None
        assert process.wait() == -signal.SIGKILL
        assert "ls" in process.server_errors()


def test_a_worker_is_killed_with_all_that_it_started():
    with worker() as (process, _):
        process.kill()

        assert process.wait() == -signal.SIGKILL
        process.kill()  # once more: nothing happens


def test_a_worker_is_killed_too_when_its_server_is_gone(monkeypatch: pytest.MonkeyPatch):
    with worker() as (process, _):
        monkeypatch.setattr(worker_process._Server, "kill", lambda server, pid: False)
        process.kill()

        assert process.wait() == -signal.SIGKILL


def test_a_fork_of_the_process_does_not_keep_its_servers_alive():
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        with worker(TZ="Asia/Tehran") as (process, _):
            os.write(writing, b"%d\n" % parent_of(process.pid))
            grandchild = os.fork()
            if grandchild == 0:
                time.sleep(60)
                os._exit(0)
            os.write(writing, b"%d\n" % grandchild)
        del process
        worker_process._servers.clear()
        os._exit(0)
    _, status = os.waitpid(child, 0)
    server, grandchild = map(int, os.read(reading, 100).split())
    try:
        assert status == 0
        assert is_running(grandchild) and ends(server)
    finally:
        os.kill(grandchild, signal.SIGKILL)


def test_what_keeps_any_server_from_starting_is_told(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(worker_process.sys, "executable", "/nonexistent/python")
    before = len(os.listdir("/proc/self/fd"))

    with pytest.raises(UsageError, match=r"cannot start a worker: No such file .* \[no-worker\]"):
        start_worker(environment() | {"TZ": "Asia/Tashkent"}, (0, 0, 0, 0))
    assert len(os.listdir("/proc/self/fd")) == before


def test_many_open_descriptors_do_not_matter():
    many = [os.dup(0) for _ in range(1100)]
    try:
        with worker() as (process, _):
            assert process.poll() is None
    finally:
        for descriptor in many:
            os.close(descriptor)
