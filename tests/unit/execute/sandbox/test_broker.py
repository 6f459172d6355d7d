"""What the broker does and allows; files outside the scratch folder are in `tests/whole/test_harmless.py`."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from refute.execute.sandbox import broker

pytestmark = pytest.mark.skipif(not broker.is_possible(), reason="this kernel is too old")

FORK = """
import threading
def fork():
    try:
        with guard.trusted():
            child = os.fork()
            if child == 0:
                process.leave(7)
            return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    except PermissionError:
        return "refused"
"""
QUESTIONS = "reading, writing = os.pipe(); forks = broker.Forks(questions=reading)"
SMALL = "broker.QUOTA = 1 << 20"


def test_a_process_that_answers_forks_once_for_each_question_and_not_before(sandboxed):
    lines = f"""{FORK}
answer(fork())
with guard.trusted():
    os.write(writing, b"first\\nsec")  # as its parent does
    answer(os.read(reading, 9).decode())
answer([fork(), fork()])
"""

    assert sandboxed(lines, before=QUESTIONS) == ["refused", "first\nsec", [7, "refused"]]


def test_a_thread_that_lies_in_wait_does_not_get_the_fork(sandboxed):
    lines = f"""{FORK}
got = []
with guard.trusted():
    os.write(writing, b"first\\n")
    os.read(reading, 9)
thread = threading.Thread(target=lambda: got.append(fork())); thread.start(); thread.join()
answer([*got, fork()])
"""

    assert sandboxed(lines, before=QUESTIONS) == [["refused", 7]]


def test_a_number_of_forks_is_no_more_than_that(sandboxed):
    lines = FORK + "answer([fork(), fork(), fork()])"

    assert sandboxed(lines, before="forks = broker.Forks(2)") == [[7, 7, "refused"]]


def test_a_fork_may_neither_fork_nor_start_nor_signal_others(sandboxed):
    lines = """
import signal
with guard.trusted():
    child = os.fork()
if child == 0:
    process.forked(guard)
    guard._trusted.add(__import__("_thread").get_ident())
    tried = [os.fork, lambda: os.execv("/bin/true", ["true"]), lambda: os.kill(os.getppid(), 0)]
    answer([attempt(one)[0] for one in tried])
    os.kill(os.getpid(), signal.SIGTERM)
with guard.trusted():
    answer(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""

    refused = ["PermissionError"] * 3
    assert sandboxed(lines, before="forks = broker.Forks(1)") == [refused, -signal.SIGTERM]


def test_who_forks_may_end_its_fork_but_signal_nobody_else(sandboxed):
    lines = """
import signal, time
with guard.trusted():
    child = os.fork()
    if child == 0:
        time.sleep(60)
    answer([attempt(os.kill, pid, 0)[0] for pid in (os.getppid(), 0, -1)])
    os.kill(child, signal.SIGKILL)
    answer(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""

    assert sandboxed(lines, before="forks = broker.Forks(1)") == [
        ["PermissionError"] * 3,
        -signal.SIGKILL,
    ]


def test_writing_stops_when_the_scratch_folder_is_full_and_goes_on_when_it_is_emptied(sandboxed):
    lines = """
import time
for number in range(40):
    try:
        Path(str(number)).write_bytes(bytes(100_000))
    except OSError as error:
        answer(error.strerror)
        break
    time.sleep(0 if number < 12 else 0.25)
process.reset_process(guard)
Path("again").write_text("x")
answer(os.listdir())
"""

    assert sandboxed(lines, before=SMALL) == ["File too large", ["again"]]


@pytest.mark.parametrize(
    "hidden",
    ["os.memfd_create('x')", "os.open('.', os.O_TMPFILE | os.O_RDWR, 0o600)"],
)
def test_who_fills_files_without_a_name_by_mapping_them_is_ended(sandboxed, scratch, hidden):
    lines = f"""
import mmap, time
descriptor = {hidden}
os.ftruncate(descriptor, 3 << 20)
with mmap.mmap(descriptor, 3 << 20) as mapped:
    mapped[:] = b"x" * (3 << 20)
    time.sleep(30)
"""

    assert sandboxed(lines, before=SMALL, status=-signal.SIGKILL) == []
    assert "its scratch folder held 3 MB" in (scratch / "faults").read_text()


def test_files_that_are_mapped_and_closed_count_and_memory_does_not(sandboxed, scratch):
    lines = """
import ctypes, mmap, time
memory = mmap.mmap(-1, 8 << 20)
memory[:] = b"x" * (8 << 20)
time.sleep(0.6)
answer("memory")
descriptor = os.open("file", os.O_CREAT | os.O_RDWR)
os.ftruncate(descriptor, 3 << 20)
to_map = ctypes.CDLL(None).mmap
to_map.restype, to_map.argtypes = ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
place = to_map(None, 3 << 20, mmap.PROT_READ | mmap.PROT_WRITE, mmap.MAP_SHARED, descriptor, 0)
os.unlink("file")
os.close(descriptor)
ctypes.memset(place, 1, 3 << 20)
time.sleep(30)
"""

    assert sandboxed(lines, before=SMALL, status=-signal.SIGKILL) == ["memory"]
    assert "its scratch folder held 3 MB" in (scratch / "faults").read_text()


def test_what_a_worker_has_left_running_ends_with_it(sandboxed):
    (child,) = sandboxed(
        "import subprocess; answer(subprocess.Popen(['sleep', '60'], start_new_session=True).pid)",
        allowed={"processes"},
    )

    assert not (Path("/proc") / str(child)).exists()


def test_an_old_kernel_goes_without_and_the_scratch_folder_can_be_used_as_ever(sandboxed):
    lines = """
Path("a").touch(); os.chmod("a", 0o640)
answer([oct(os.stat("a").st_mode & 0o777), guard.broker, attempt(os.fork)])
"""

    assert sandboxed(lines, before="broker.is_possible = lambda: False") == [
        ["0o640", None, ["RefusedEffect", 1]]
    ]
