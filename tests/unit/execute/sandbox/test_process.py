from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from refute.execute.sandbox import process
from refute.execute.sandbox.scratch import Scratch


def test_entering_says_what_is_in_force(sandboxed):
    (line,) = sandboxed("answer(guard.in_force())")

    assert line.startswith("audit hook") and line.endswith("allowed: nothing")


def test_an_unknown_effect_is_not_silently_ignored(tmp_path):
    with pytest.raises(ValueError, match="no such effect: file; there are files, network"):
        process.enter(tmp_path, frozenset({"file"}))


def test_a_worker_has_its_own_session_no_input_and_no_output(sandboxed, scratch):
    answered = sandboxed(
        """
        import tempfile
        print("not seen"); print("explained", file=sys.stderr)
        leader = os.getsid(0) in (os.getpid(), os.getppid())  # its own, or its broker's
        answer([leader, os.read(0, 9).decode(), os.getcwd(), tempfile.gettempdir()])
        """
    )

    assert answered == [[True, "", str(scratch / "work"), str(scratch / "tmp")]]
    assert (scratch / "stderr").read_text() == "explained\n"


def test_input_is_empty_and_reading_it_counts_as_refused(sandboxed):
    answered = sandboxed(
        """
        said = [sys.stdin.read(), sys.stdin.buffer.read().decode(), *sys.__stdin__]
        sys.stdin.close()
        process.reset_process(guard)
        try:
            input()
        except EOFError:
            said.append("no line")
        answer([*said, guard.refused >= 4, guard.examples])
        """
    )

    assert answered == [["", "", "no line", True, {"input": "read standard input"}]]


def test_a_crash_leaves_its_last_words(sandboxed, scratch):
    sandboxed("import ctypes; ctypes.string_at(0)", status=-signal.SIGSEGV)
    words = Scratch.__new__(Scratch)
    words.path = scratch

    assert "Segmentation fault" in words.last_words() and "string_at" in words.last_words()


def test_a_reset_puts_the_process_back(sandboxed, scratch):
    answered = sandboxed(
        """
        import gc, shutil, signal, time
        def state():
            return [os.getcwd(), os.environ.get("A"), signal.getsignal(signal.SIGTERM) == signal.SIG_DFL,
                    signal.getitimer(signal.ITIMER_REAL), signal.pthread_sigmask(signal.SIG_BLOCK, ()) == set(),
                    sys.getrecursionlimit(), gc.isenabled(), sorted(os.listdir(guard.scratch / "work")), oct(umask())]
        def umask():
            with guard.trusted():
                before = os.umask(0); os.umask(before)
            return before
        before = state()
        Path("made").mkdir(); Path("made/file").write_text("x")
        os.chdir(outside)
        os.environ["A"] = "1"
        signal.signal(signal.SIGTERM, lambda *_: None)
        signal.setitimer(signal.ITIMER_REAL, 60)
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})
        sys.setrecursionlimit(50_000)
        gc.disable()
        os.umask(0o777)
        changed = state()
        process.reset_process(guard)
        answer([guard.changed, before == state(), [a != b for a, b in zip(before, changed)]])
        """
    )

    assert answered == [[0, True, [True] * 9]]


def test_a_reset_survives_a_deleted_working_folder(sandboxed, scratch):
    answered = sandboxed(
        """
        import shutil
        shutil.rmtree(guard.scratch / "work")
        process.reset_process(guard)
        answer(os.getcwd())
        """
    )

    assert answered == [str(scratch / "work")]


@pytest.mark.parametrize(
    "harm",
    [
        "sys.stdout.close()",
        "sys.__stderr__.close()",
        "sys.stdout = None",
        "os.close(1)",
        "open(1, 'w').close()",
        "os.closerange(0, 3)",
        "os.dup2(os.open('/dev/null', os.O_RDONLY), 1)",
    ],
)
def test_a_reset_repairs_the_streams(sandboxed, harm):
    answered = sandboxed(
        f"""
        {harm}
        process.reset_process(guard)
        answer(attempt(print, "x", flush=True))
        answer(attempt(print, "x", file=sys.stderr, flush=True))
        """
    )

    assert answered == [[None, 0], [None, 0]]


def test_what_was_there_after_the_import_stays(sandboxed):
    answered = sandboxed(
        """
        Path("cache").write_text("x"); os.environ["A"] = "1"
        process.remember_process(guard)
        Path("more").write_text("x"); os.environ["A"] = "2"
        process.reset_process(guard)
        answer([os.listdir(), os.environ["A"]])
        """
    )

    assert answered == [[["cache"], "1"]]


def test_handlers_set_in_trust_are_those_a_reset_puts_back(sandboxed):
    answered = sandboxed(
        """
        import signal
        def ours(*_): pass
        with guard.trusted():
            signal.signal(signal.SIGALRM, ours)
        signal.signal(signal.SIGALRM, signal.SIG_IGN)
        process.reset_process(guard)
        answer(signal.getsignal(signal.SIGALRM) is ours)
        """
    )

    assert answered == [True]


def test_a_worker_and_what_it_started_are_killed_together(scratch):
    program = (
        "import subprocess, sys, os, time; from pathlib import Path; from refute.execute.sandbox import process\n"
        "out = os.dup(1)\n"
        f"guard = process.enter(Path({str(scratch)!r}), frozenset({{'processes'}}))\n"
        "child = subprocess.Popen(['sleep', '60'])\n"
        "with guard.trusted(): os.write(out, b'%d\\n' % child.pid)\n"
        "time.sleep(60)"
    )
    worker = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert worker.stdout is not None
    started = int(worker.stdout.readline())
    process.kill_worker(worker.pid)
    status = worker.wait(timeout=5)
    worker.stdout.close()

    assert status == -signal.SIGKILL
    assert is_gone(started)


def is_gone(pid: int) -> bool:
    for _ in range(500):
        try:
            if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return True
            os.kill(pid, 0)
        except (ProcessLookupError, FileNotFoundError):
            return True
        time.sleep(0.01)
    return False
