"""Whatever is called in the sandbox, nothing outside the scratch folder changes and nobody is called."""

from __future__ import annotations

import errno
import json
import os
import re
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
from refute.execute.sandbox import limits, process
given = json.loads(sys.argv[1])
answers = limits.high_fd(os.dup(1))
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

# Beyond files and addresses: what a user would notice elsewhere on the machine.  Where an attempt succeeds, it must not harm
# whoever runs the tests: it sets what is set already, asks for what does not exist, or takes back what it made.  Functions are looked up by address, since
# Python refuses to look up some by name; system calls without a function have numbers, x86-64 and 64-bit ARM.
ELSEWHERE = """
import ctypes, platform, struct, threading
libc = ctypes.CDLL(None, use_errno=True)
libc.dlsym.restype = ctypes.c_void_p
def c(name):
    return ctypes.CFUNCTYPE(ctypes.c_int, use_errno=True)(libc.dlsym(None, name.encode()))
def call(x86, arm, *arguments):
    return c("syscall")(ctypes.c_long(x86 if platform.machine() == "x86_64" else arm), *arguments)
a = os.fsencode(canaries / "a.txt")
readable = libc.open(a, 0)
pair = (ctypes.c_int * 2)()
c("socketpair")(1, 1, 0, pair)
flags = ctypes.c_long()
parent = os.getppid()
pointer = ctypes.byref
two = (ctypes.c_long * 4)()
mask = sum(1 << processor for processor in os.sched_getaffinity(parent))
mtu = struct.pack("=16si20x", b"lo", int(Path("/sys/class/net/lo/mtu").read_text()))
nobody = 2**31 - 7  # a user without processes
def refused(result, take_back=lambda made: None):
    number = ctypes.get_errno()
    if result != -1:
        take_back(result)
    return number if result == -1 else "not refused"
results = {
    "chmod": refused(c("chmod")(a, 0o777)),
    "fchmod": refused(c("fchmod")(readable, 0o777)),
    "fchmodat2": refused(call(452, 452, -100, a, 0o777, 0)),
    "chown": refused(c("chown")(a, 1, 1)),
    "utimes": refused(c("utimes")(a, two)),
    "utimensat": refused(c("utimensat")(-100, a, two, 0)),
    "setxattr": refused(c("setxattr")(a, b"user.x", b"x", ctypes.c_size_t(1), 0)),
    "flags of a file": refused(c("ioctl")(readable, ctypes.c_ulong(0x40086602), pointer(ctypes.c_long(0x40)))),
    "attributes of a file": refused(call(469, 469, -100, a, two, ctypes.c_size_t(32), 0)),
    "a hint that stays with a file": refused(c("fcntl")(readable, 1036, pointer(ctypes.c_uint64(0)))),
    "a terminal": refused(libc.open(b"/dev/ptmx", 0)),
    "a thread with descriptors of its own": refused(call(56, 220, ctypes.c_long(0x10000), 0, 0, 0, 0)),
    "a lease on a file": refused(c("fcntl")(readable, 1024, 0)),
    "signals about a file": refused(c("fcntl")(readable, 8, parent)),
    "inotify": refused(c("inotify_init1")(0)),
    "fanotify": refused(c("fanotify_init")(0, 0)),
    "a socket that listens": refused(c("listen")(c("socket")(2, 1, 0), 5)),
    "accept": refused(c("accept")(pair[0], None, None)),
    "AF_INET": refused(c("socket")(2, 2, 0)),
    "AF_NETLINK": refused(c("socket")(16, 3, 0)),
    "AF_PACKET": refused(c("socket")(17, 3, 0)),
    "AF_ALG": refused(c("socket")(38, 5, 0)),
    "AF_VSOCK": refused(c("socket")(40, 1, 0)),
    "settings of a network interface": refused(c("ioctl")(pair[0], ctypes.c_ulong(0x8922), mtu)),
    "a message queue": refused(c("msgget")(0, 0o1600), lambda made: c("msgctl")(made, 0, None)),
    "a semaphore": refused(c("semget")(0, 1, 0o1600), lambda made: c("semctl")(made, 0, 0)),
    "shared memory": refused(c("shmget")(0, ctypes.c_size_t(4096), 0o1600), lambda made: c("shmctl")(made, 0, None)),
    "a named queue": refused(c("mq_open")(b"/refute-attempt", 0o102, 0o600, None), lambda made: c("mq_unlink")(b"/refute-attempt")),
    "a key": refused(call(248, 217, b"user", b"refute", b"x", ctypes.c_size_t(1), -1)),  # the keys of this thread
    "the priority of another process": refused(c("setpriority")(0, parent, os.getpriority(0, parent))),
    "the priority of a user": refused(c("setpriority")(2, nobody, 1)),
    "the processors of another process": refused(c("sched_setaffinity")(parent, ctypes.c_size_t(8), pointer(ctypes.c_long(mask)))),
    "the scheduler of another process": refused(c("sched_setscheduler")(parent, 0, pointer(ctypes.c_int(0)))),
    "priority of input and output of another process": refused(call(251, 30, 1, parent, 0)),
    "to outlive the parent": refused(c("prctl")(1, 0, 0, 0, 0)),
    "a session of its own": refused(c("setsid")()),
    "a process group of its own": refused(c("setpgid")(0, 0)),
    "a signal to its group": refused(c("kill")(0, 0)),
    "a copy of a mount": refused(call(428, 428, -100, b"/", ctypes.c_uint(1))),
    "a changed copy of a mount": refused(call(467, 467, -100, b"/", ctypes.c_uint(1), two, ctypes.c_size_t(32))),
    "a mount": refused(call(430, 430, b"tmpfs", 0)),
    "memory of another process": refused(call(310, 270, parent, two, ctypes.c_long(1), two, ctypes.c_long(1), 0)),
    "a namespace": refused(c("unshare")(0x10000000)),
    "io_uring": refused(call(425, 425, 1, bytes(120))),
}
answer(results)
status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines() if ":" in line)
answer([int(status[name], 16) for name in ("CapEff", "CapPrm", "CapInh", "CapAmb", "CapBnd")])
"""

# The same from Python, by whoever has found refute's own objects.
CLOSURES = """
import threading
from _thread import get_ident
a = str(canaries / "a.txt")
guard._trusted.add(get_ident())
descriptor = os.open(a, os.O_RDONLY)
attempts = {
    "chmod": lambda: os.chmod(a, 0o777),
    "fchmod": lambda: os.fchmod(descriptor, 0o777),
    "through a folder": lambda: os.chmod("a.txt", 0o777, dir_fd=os.open(canaries, os.O_RDONLY)),
    "chown": lambda: os.chown(a, 1, 1),
    "utime": lambda: os.utime(a, (0, 0)),
    "times of a link": lambda: os.utime(canaries / "link", (0, 0), follow_symlinks=False),
    "setxattr": lambda: os.setxattr(a, "user.x", b"x"),
    "the original": lambda: [cell.cell_contents for cell in os.chmod.__closure__ if callable(cell.cell_contents)][0](a, 0o777),
    "the broker": lambda: guard.broker.change("chmod", a, 0o777),
    "the scratch folder itself": lambda: os.chmod(guard.scratch, 0o777),
}
Path("mine").touch()
for nonsense in (b"(" * 5000, repr(((1, 2), "chmod", 3, 4, 5, 6)).encode(), bytes([255])):
    guard.broker._socket.send(nonsense)
results = {}
for name, attempt in attempts.items():
    try:
        results[name] = repr(attempt())
    except OSError as error:
        results[name] = error.errno
answer(results)
# While one thread points a link somewhere else, another one changes what it points to.
guard._trusted.clear()
done = False
def swap():
    while not done:
        for target in ("mine", a):
            os.symlink(target, "new")
            os.rename("new", "swapped")
thread = threading.Thread(target=swap)
thread.start()
for _ in range(500):
    try:
        os.chmod("swapped", 0o777)
    except OSError:
        pass
done = True
thread.join()
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


@pytest.fixture(scope="module")
def elsewhere(bystanders):
    """What C code got that tried to change something elsewhere on the machine, by attempt; and its capabilities."""
    return run_in_worker(*bystanders, ELSEWHERE)


ATTEMPTS = re.findall(r'^    "(.+?)": refused', ELSEWHERE, re.M)


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_c_code_changes_nothing_elsewhere_on_the_machine(elsewhere, attempt):
    assert elsewhere[0][attempt] in (errno.EPERM, errno.ENOTTY, errno.EACCES)


def test_root_is_no_more_than_a_user_that_may_open_files(elsewhere):
    owner_of_files = 1 << 1 | 1 << 2  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH

    assert [held & ~owner_of_files for held in elsewhere[1]] == [0] * 5


def test_who_finds_the_guard_still_changes_no_file_outside(run):
    (results,) = run(CLOSURES)

    assert {name: error for name, error in results.items() if error != errno.EPERM} == {}


STARTED_BY_THE_IMPORT = """
import ctypes, os
libc = ctypes.CDLL(None)
forked = libc.fork()
if forked == 0:
    os._exit(0)
STARTED = forked > 0 or libc.system(b"true") == 0

def divided_by_how_many_were_started() -> int:
    return 1 // STARTED
"""


def test_importing_starts_no_process_where_findings_are_confirmed(project):
    project.write("starting.py", STARTED_BY_THE_IMPORT)
    _, result = project.find("starting", "--sequences", "5")

    (finding,) = result["findings"]
    assert (
        "ZeroDivisionError" in finding["message"]
    )  # it repeats: no process was started there, either


WRITES_WHERE_IT_CAN = """
from __future__ import annotations
import os
from refute.supervise import channel

for number in range(3, 100):
    try:
        if os.readlink(f"/proc/self/fd/{number}").endswith("a.txt"):
            channel._write(number, b"x")  # the original
    except OSError:
        pass

class Tree:
    def __init__(self) -> None:
        self.root: Tree | None = None

    def rep_ok(self) -> bool:
        return True

    def add(self) -> None:
        pass
"""


@pytest.mark.parametrize(
    "command",
    ["structures tree:Tree", "exhaust tree:Tree.add", "plan tree", "find tree --sequences 1 -n 1"],
)
def test_files_that_the_shell_has_left_open_are_closed_to_the_code_under_test(
    project, canaries, command
):
    project.write("tree.py", WRITES_WHERE_IT_CAN)
    with (canaries.path / "a.txt").open("ab") as left_open:
        running = project.start(*command.split(), pass_fds=(left_open.fileno(),))
        _, said = running.communicate(timeout=60)

    assert running.returncode == 0, said
    assert canaries.changes() == []


ORDINARY = """
import asyncio, shutil, sqlite3, tarfile, tempfile, threading, uuid, zipfile
file = Path("a"); file.write_text("x"); file.chmod(0o640); os.utime(file, (10, 20))
copy = Path(shutil.copy2(file, "b"))
answer([oct(copy.stat().st_mode & 0o777), copy.stat().st_mtime])
with open(file) as opened:
    os.fchmod(opened.fileno(), 0o600); os.utime(opened.fileno(), ns=(1, 2_000_000_000))
answer([oct(file.stat().st_mode & 0o777), file.stat().st_mtime])
os.symlink("a", "link"); os.utime("link", (5, 5), follow_symlinks=False)
os.utime("a", (7, 7), dir_fd=os.open(".", os.O_RDONLY))
answer([os.lstat("link").st_mtime, os.stat("link").st_mtime])
Path("tree/below").mkdir(parents=True); Path("tree/below/c").touch(mode=0o644)
shutil.copytree("tree", "copied"); shutil.make_archive("packed", "tar", "tree"); shutil.make_archive("packed", "zip", "tree")
with tarfile.open("packed.tar") as packed: packed.extractall("from_tar")
shutil.unpack_archive("packed.zip", "from_zip")
answer([Path(name, "below/c").exists() for name in ("copied", "from_tar", "from_zip")])
with tempfile.TemporaryDirectory() as folder:
    Path(folder, "locked").mkdir(mode=0o500)
answer(not os.path.exists(folder))
with tempfile.NamedTemporaryFile() as named: os.chmod(named.name, 0o644)
with sqlite3.connect("base") as base: base.execute("create table t (x)"); base.execute("insert into t values (1)")
async def soon(): return await asyncio.sleep(0, len(str(uuid.uuid1())))
answer(asyncio.run(soon()))
for wrong in (lambda: os.chmod("missing", 0o600), lambda: os.chmod("a", "x"), lambda: os.utime("a", (1,))):
    try: wrong()
    except Exception as error: answer(type(error).__name__)
"""


def test_ordinary_code_may_do_all_this_in_its_scratch_folder(run):
    assert run(ORDINARY) == [
        ["0o640", 20.0],
        ["0o600", 2.0],
        [5.0, 7.0],
        [True, True, True],
        True,
        36,
        *["FileNotFoundError", "TypeError", "TypeError"],
    ]


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
