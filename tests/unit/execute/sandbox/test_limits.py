from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest


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
