"""Whatever is called in the sandbox, nothing outside the scratch folder changes and nobody is called."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from functools import partial

import pytest

from refute.execute.sandbox import landlock
from refute.execute.sandbox.process import kill_worker
from refute.execute.sandbox.scratch import Scratch, environment, folders_of

pytestmark = pytest.mark.skipif(landlock.abi() is None, reason="C code is refused by Landlock only")

PRELUDE = """
import json, os, sys
from pathlib import Path
from refute.execute.sandbox import process
given = json.loads(sys.argv[1])
answers = process.high_fd(os.dup(1))
guard = process.enter(Path(given["scratch"]))
canaries = Path(given["canaries"])
tcp, udp, local = ("127.0.0.1", given["tcp"]), ("127.0.0.1", given["udp"]), given["local"]

def answer(value):
    with guard.trusted():
        os.write(answers, (json.dumps(value) + "\\n").encode())
"""

# The C library, called without any audit event of Python.
NATIVE = """
import ctypes, struct
libc = ctypes.CDLL(None, use_errno=True)
a, b, folder = (os.fsencode(canaries / name) for name in ("a.txt", "b.py", "folder"))
scratch = os.fsencode(guard.scratch)
address = lambda port: struct.pack("=H", 2) + struct.pack("!H4s8x", port, bytes([127, 0, 0, 1]))
stream, datagram = libc.socket(2, 1, 0), libc.socket(2, 2, 0)
unix = libc.socket(1, 1, 0)
path = struct.pack("=H", 1) + os.fsencode(local) + bytes(1)
inside = libc.open(scratch + b"/work/mine", 0o101, 0o600)
results = {
    "unlink": libc.unlink(a),
    "open to write": libc.open(a, 1),
    "open to truncate": libc.open(a, 0o1000),
    "create": libc.open(a + b"new", 0o101, 0o600),
    "rename": libc.rename(a, b),
    "rename inside": libc.rename(a, scratch + b"/work/a"),
    "link inside": libc.link(a, scratch + b"/work/linked"),
    "truncate": libc.truncate(a, 0),
    "mkdir": libc.mkdir(folder + b"/new", 0o700),
    "rmdir": libc.rmdir(os.fsencode(canaries / "empty")),
    "symlink": libc.symlink(a, folder + b"/new"),
    "mkfifo": libc.mkfifo(folder + b"/new", 0o600),
    "connect": libc.connect(stream, address(tcp[1]), 16),
    "connect udp": libc.connect(datagram, address(udp[1]), 16),
    "sendto": libc.sendto(datagram, b"x", 1, 0, address(udp[1]), 16),
    "connect local": libc.connect(unix, path, len(path)),
    "fork": libc.fork(),
    "execv": libc.execv(b"/bin/true", (ctypes.c_char_p * 2)(b"true", None)),
    "kill": libc.kill(os.getppid(), 0),
    "setuid": libc.setuid(0),
    "clock": libc.settimeofday(struct.pack("=qq", 0, 0), None),
}
if results["fork"] == 0:
    os._exit(9)
answer({name: result for name, result in results.items() if result != -1})
answer(inside > 2)
for name in ("chmod", "chown", "utimes", "setxattr", "syscall"):
    try:
        getattr(libc, name)
        answer(name)
    except PermissionError:
        pass
"""

# Every public function of the modules, with arguments that hurt when they are not refused.
STORM = """
import pathlib, random, shutil, signal, socket, subprocess, tempfile, inspect
class Late(Exception): pass
def late(*_): raise Late
with guard.trusted():
    signal.signal(signal.SIGALRM, late)
    alarm = signal.setitimer
    descriptor = os.open(canaries, os.O_RDONLY)
rng = random.Random(int(given["seed"]))
names = ["a.txt", "folder", "empty", "link", "folder/c.bin", "new", ".", "script"]
paths = [str(canaries / name) for name in names]
values = [*paths, *map(Path, paths), *map(os.fsencode, paths[:3]), "mine", ".", "", None, True, 0, 1, 2, 3, -1, 9, 15,
          descriptor, 0o777, os.O_RDWR | os.O_CREAT, os.O_TRUNC, "w", "r+", b"x", "x", tcp, udp, ("true",), ["true"],
          [paths[0]], (0, 0), {}, os.getppid(), local, "127.0.0.1", udp[1], "zip", "user.x"]
# Ending the process is an outcome and no harm (os.pathconf(-1, 2) crashes CPython); the rest waits for hardware or people.
left_out = {"_exit", "abort", "pathconf", "sync", "pause", "sigwait", "sigwaitinfo", "breakpoint", "fsync"}
def public(module):
    for name in dir(module):
        value = getattr(module, name)
        if callable(value) and name not in left_out and (not name.startswith("_") or name in ("_fork_exec",)):
            yield value
called = [f for m in (os, shutil, tempfile, subprocess, socket) for f in public(m)]
called += [getattr(Path, name) for name in dir(Path) if not name.startswith("_") and callable(getattr(Path, name))]
called += [getattr(socket.socket, name) for name in ("connect", "connect_ex", "bind", "sendto", "sendmsg")] * 3
def once(function, arguments, named):
    try:
        return function(*arguments, **named)
    except (Exception, SystemExit):
        return None
def arguments_for(function):
    count = rng.choice((0, 1, 1, 2, 2, 2, 3, 3, 4))
    given = [rng.choice(values) for _ in range(count)]
    if given and getattr(function, "__qualname__", "").startswith(("Path.", "PurePath.")):
        given[0] = Path(rng.choice(paths))
    elif given and getattr(function, "__objclass__", None) is not None:
        given[0] = socket.socket(type=rng.choice((socket.SOCK_STREAM, socket.SOCK_DGRAM)))
    named = {"dir_fd": descriptor} if rng.random() < 0.1 else {}
    return given, named
done = 0
for _ in range(int(given["calls"])):
    function = rng.choice(called)
    try:
        given_arguments, named = arguments_for(function)
        alarm(signal.ITIMER_REAL, 0.1)
        once(function, given_arguments, named)
        alarm(signal.ITIMER_REAL, 0)
        done += 1
    except BaseException:
        pass
    finally:
        try:
            alarm(signal.ITIMER_REAL, 0)
        except BaseException:
            pass
    process.reset_process(guard)
answer([done, guard.counts])
"""


@pytest.fixture
def run(canaries, listeners, session_of):
    """A function that runs lines in a worker and checks that nothing and nobody outside has noticed."""
    return partial(run_in_worker, canaries, listeners, session_of)


def run_in_worker(canaries, listeners, session_of, lines: str, **more: object) -> list[object]:
    with Scratch() as scratch:
        given = {
            "scratch": str(scratch.path),
            "canaries": str(canaries.path),
            "tcp": listeners.tcp_port,
            "udp": listeners.udp_port,
            "local": listeners.local_path,
            **more,
        }
        worker = subprocess.Popen(
            [sys.executable, "-c", PRELUDE + lines + "\nprocess.leave(0)\n", json.dumps(given)],
            env=environment() | folders_of(scratch.path),
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            answered, _ = worker.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            kill_worker(worker.pid)
            raise
        words = scratch.last_words()

    assert worker.returncode == 0, words
    assert canaries.changes() == []
    assert listeners.arrived() == []
    assert session_of(worker.pid) == []
    assert not scratch.path.exists()
    return [json.loads(line) for line in answered.splitlines()]


def test_c_code_is_refused_by_the_kernel(run):
    succeeded, inside_works = run(NATIVE)

    assert succeeded == {} and inside_works is True


@pytest.mark.parametrize("seed", range(3))
def test_a_storm_of_calls_of_the_standard_library_changes_nothing(run, seed):
    ((done, counts),) = run(STORM, seed=seed, calls=8000)

    assert done > 4000
    assert {"files", "network", "processes"} <= counts.keys()


@pytest.mark.parametrize("change", ["unlink", "touch", "write", "chmod", "create"])
def test_the_canaries_notice_every_kind_of_change(canaries, change):
    file = canaries.path / "a.txt"
    changes = {
        "unlink": file.unlink,
        "touch": lambda: os.utime(file, (0, 0)),
        "write": lambda: (
            file.write_text("canary A.txt\n"),
            os.utime(file, ns=(0, file.stat().st_mtime_ns)),
        ),
        "chmod": lambda: file.chmod(0o777),
        "create": (canaries.path / "new").touch,
    }
    assert canaries.changes() == []
    changes[change]()

    assert canaries.changes() != []


def test_the_listeners_notice_every_kind_of_call(listeners):
    with (
        socket.create_connection(("127.0.0.1", listeners.tcp_port)),
        socket.socket(type=socket.SOCK_DGRAM) as datagram,
        socket.socket(socket.AF_UNIX) as local,
    ):
        datagram.sendto(b"x", ("127.0.0.1", listeners.udp_port))
        local.connect(listeners.local_path)

        assert [came.partition(":")[0] for came in listeners.arrived()] == ["tcp", "udp", "local"]


def test_find_on_the_modules_that_touch_the_world_touches_nothing(canaries, listeners, tmp_path):
    targets = ["shutil", "os", "pathlib", "tempfile", "subprocess", "socket"]
    results = tmp_path / "results"
    results.mkdir()
    command = [
        sys.executable,
        "-m",
        "refute",
        "find",
        *targets,
        "--sequences",
        "300",
        "-n",
        "1",
        "-v",
    ]
    done = subprocess.run(
        [*command, "--json", str(results / "result.json")],
        cwd=canaries.path,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=100,
    )
    result = json.loads((results / "result.json").read_text())
    # Only refute itself adds to the folder: the findings, to be replayed.
    changed = [line for line in canaries.changes() if not line.startswith((".refute", ".:"))]

    assert done.returncode in (0, 1), done.stderr
    assert changed == []
    assert listeners.arrived() == []
    assert {name.partition(":")[0] for name, n in result["operations"].items() if n["calls"]} >= {
        *targets
    }
    assert {"os:unlink", "shutil:rmtree", "subprocess:Popen"} & result["refused"].keys()
    assert "refused: files: " in done.stdout and "refused: processes: " in done.stdout
