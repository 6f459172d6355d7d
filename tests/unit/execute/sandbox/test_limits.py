from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

from refute.model.quantities import parse_duration, parse_size


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("2G", 2 * 1024**3),
        ("512m", 512 * 1024**2),
        ("1.5KiB", 1536),
        ("100", 100),
        ("1 GB", 1024**3),
    ],
)
def test_sizes_are_read_as_people_write_them(text, size):
    assert parse_size(text) == size


@pytest.mark.parametrize("text", ["", "G", "-1G", "0", "2X", "2G 3", "1e3", "٣"])
def test_a_size_that_makes_no_sense_is_refused_with_an_example(text):
    with pytest.raises(ValueError, match="such as 512M"):
        parse_size(text)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("60s", 60.0), ("500ms", 0.5), ("2m", 120.0), ("1h", 3600.0), ("90", 90.0), ("1.5 s", 1.5)],
)
def test_durations_are_read_as_people_write_them(text, seconds):
    assert parse_duration(text) == seconds


@pytest.mark.parametrize("text", ["", "s", "-1s", "1d", "2m30s", "inf", "nan"])
def test_a_duration_that_makes_no_sense_is_refused_with_an_example(text):
    with pytest.raises(ValueError, match="such as 500ms"):
        parse_duration(text)


@pytest.mark.parametrize("text", ["0", "0ms", "0.0h"])
def test_a_duration_of_nothing_is_refused(text):
    with pytest.raises(ValueError, match="leaves no time"):
        parse_duration(text)


def test_too_much_memory_is_a_memory_error_and_not_a_slow_machine(sandboxed):
    answered = sandboxed("answer(attempt(bytearray, 2**30))", memory=2**29)

    assert answered == [["MemoryError", 0]]


def test_a_file_that_grows_without_end_is_stopped(sandboxed):
    answered = sandboxed(
        """
        def grow():
            with open("big", "wb") as file:
                os.truncate(file.fileno(), 2**40)
        answer(attempt(grow))
        """
    )

    assert answered == [["OSError", 0]]


def test_no_core_is_dumped_and_the_limits_are_told(sandboxed):
    (limits,) = sandboxed("answer(guard.limits)")

    assert limits["RLIMIT_CORE"] == 0 and limits["RLIMIT_AS"] == 2**31


@pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="only Linux tells of a parent's death"
)
def test_a_worker_dies_with_its_parent():
    child = (
        "import os, sys, time; from refute.execute.sandbox import limits\n"
        "limits.die_with_parent(); print(os.getpid(), flush=True); time.sleep(60)"
    )
    parent = f"import subprocess, sys, time; subprocess.Popen([sys.executable, '-c', {child!r}]); time.sleep(60)"
    process = subprocess.Popen([sys.executable, "-c", parent], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    worker = int(process.stdout.readline())
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()

    assert ends_within(worker, 5.0)


def ends_within(pid: int, seconds: float) -> bool:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            os.kill(pid, 0)
            with open(f"/proc/{pid}/stat") as stat:  # dead, but nobody has waited for it
                if stat.read().rpartition(")")[2].split()[0] == "Z":
                    return True
        except (ProcessLookupError, FileNotFoundError):
            return True
        time.sleep(0.01)
    return False
