"""Landlock alone: children without audit hook, going through C functions where Python would be noticed."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys

import pytest

from refute.execute.sandbox import landlock

pytestmark = pytest.mark.skipif(landlock.abi() is None, reason="this kernel has no Landlock")


def restricted(lines: str, writable: object, network: bool = False, signals: bool = False) -> str:
    program = (
        "import ctypes, os, socket; from pathlib import Path; from refute.execute.sandbox import landlock\n"
        f"landlock.restrict([Path({str(writable)!r})], network={network}, signals={signals})\n"
        "libc = ctypes.CDLL(None, use_errno=True)\n"
        f"outside = {str(writable)!r} + '/../outside'\n"
        f"{lines}"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=20
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize(
    "attempt",
    [
        "unlink(outside + '/precious')",
        "rename(outside + '/precious', outside + '/other')",
        "rename(outside + '/precious', inside + '/precious')",
        "link(outside + '/precious', inside + '/linked')",
        "truncate(outside + '/precious', 0)",
        "open(outside + '/precious', 1)",
        "open(outside + '/new', 65)",
        "open('/proc/self/mem', 2)",
        "mkdir(outside + '/new', 0o700)",
        "symlink('/', outside + '/new')",
        "mkfifo(outside + '/new', 0o600)",
        "mknod(outside + '/new', 0o20600, 0)",
        "rmdir(outside + '/empty')",
    ],
)
def test_the_kernel_refuses_changes_outside(attempt, scratch, outside):
    (outside / "empty").mkdir()
    lines = f"""
inside = {str(scratch)!r}
outside = {str(outside)!r}
arguments = [a.encode() if isinstance(a, str) else a for a in (lambda *a: a)({attempt.partition("(")[2][:-1]})]
print(libc.{attempt.partition("(")[0]}(*arguments))
"""

    assert restricted(lines, scratch) == "-1"
    assert sorted(p.name for p in outside.iterdir()) == ["empty", "precious"]
    assert (outside / "precious").read_text() == "precious"


def test_the_scratch_folder_devices_and_reading_stay_free(scratch, outside):
    lines = """
inside = os.path.realpath(outside + "/../scratch")
os.mkdir(inside + "/a"); open(inside + "/a/b", "w").write("x"); os.rename(inside + "/a/b", inside + "/c")
os.truncate(inside + "/c", 0); os.link(inside + "/c", inside + "/a/d"); os.unlink(inside + "/c")
open("/dev/null", "w").write("x")
print(open(outside + "/precious").read())
"""

    assert restricted(lines, scratch) == "precious"


@pytest.mark.skipif((landlock.abi() or 0) < 4, reason="this kernel does not restrict TCP")
def test_tcp_is_refused_unless_allowed(scratch):
    with socket.create_server(("127.0.0.1", 0)) as server:
        lines = f"""
try:
    socket.create_connection(("127.0.0.1", {server.getsockname()[1]}), 5).close(); print("connected")
except PermissionError:
    print("refused")
"""

        assert restricted(lines, scratch) == "refused"
        assert restricted(lines, scratch, network=True) == "connected"


@pytest.mark.skipif((landlock.abi() or 0) < 6, reason="this kernel does not scope signals")
def test_signals_to_others_are_refused_but_not_to_itself(scratch):
    lines = "print(libc.kill(os.getppid(), 0), libc.kill(os.getpid(), 0))"

    assert restricted(lines, scratch) == "-1 0"
    assert restricted(lines, scratch, signals=True) == "0 0"


def test_the_parent_may_still_kill_a_restricted_child(scratch):
    program = (
        "import time; from pathlib import Path; from refute.execute.sandbox import landlock\n"
        f"landlock.restrict([Path({str(scratch)!r})], False, False); print('ready', flush=True); time.sleep(60)"
    )
    child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None and child.stdout.readline() == "ready\n"
    child.kill()
    status = child.wait(timeout=5)
    child.stdout.close()

    assert status == -signal.SIGKILL


def test_allowing_everything_restricts_nothing():
    assert landlock.restrict(None, network=True, signals=True) is None


def test_a_system_without_landlock_is_told_and_not_an_error(monkeypatch, scratch):
    def missing(number, *arguments):
        raise OSError(38, "Function not implemented")

    monkeypatch.setattr(landlock, "_syscall", missing)

    assert landlock.abi() is None
    assert landlock.restrict([scratch], False, False) is None
