"""The system call filter alone: children without audit hook."""

from __future__ import annotations

import platform
import subprocess
import sys

import pytest

from refute.execute.sandbox import seccomp

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux") or platform.machine() not in ("x86_64", "aarch64"),
    reason="the filter is written for two architectures",
)


def filtered(lines: str, *allowed: str) -> str:
    program = (
        "import os, resource, signal, socket, subprocess, threading, time; from refute.execute.sandbox import seccomp\n"
        f"assert seccomp.restrict({allowed})\n"
        "def refused(function, *arguments):\n"
        "    try: function(*arguments)\n"
        "    except PermissionError: return True\n"
        "    return False\n"
        f"{lines}"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=20
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_new_processes_and_signals_to_others_are_refused():
    lines = (
        "print(refused(os.fork), refused(subprocess.run, ['true']), refused(os.posix_spawn, '/bin/true', ['true'], {}),"
        " refused(os.execv, '/bin/true', ['true']), refused(os.kill, os.getppid(), 0))"
    )

    assert filtered(lines) == "True True True True True"


def test_addresses_and_families_are_refused_but_not_pairs_of_sockets():
    lines = """
here, there = socket.socketpair()
print(*(refused(socket.socket, family) for family in (socket.AF_INET, socket.AF_PACKET, socket.AF_NETLINK)))
local = socket.socket(socket.AF_UNIX)
print(refused(local.connect, "/run/docker.sock"), refused(local.bind, "x"), refused(local.listen))
here.send(b"works"); print(there.recv(9))
"""

    assert filtered(lines).split() == [*["True"] * 6, "b'works'"]


def test_threads_own_signals_and_asking_for_limits_stay_free():
    lines = """
thread = threading.Thread(target=print, args=("thread",)); thread.start(); thread.join()
os.kill(os.getpid(), 0); resource.getrlimit(resource.RLIMIT_CORE)
signal.signal(signal.SIGUSR1, lambda *_: print("handled")); os.kill(os.getpid(), signal.SIGUSR1)
"""

    assert filtered(lines).split() == ["thread", "handled"]


def test_what_is_allowed_works():
    assert filtered("print(subprocess.run(['true']).returncode)", "processes") == "0"


def test_the_clock_and_the_user_are_never_changed():
    lines = "print(refused(time.clock_settime, time.CLOCK_REALTIME, time.time()), refused(os.setuid, os.getuid()))"

    assert filtered(lines, "network", "processes") == "True True"


def test_an_unknown_machine_is_told_and_not_an_error(monkeypatch):
    monkeypatch.setattr(platform, "machine", lambda: "riscv64")

    assert seccomp.restrict(()) is False
