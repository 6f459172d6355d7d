"""Calls that do not return: a finding where they compute, no finding where they wait."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import refute
from refute.command.main import main
from refute.model.options import Options

LOOPS = """
class Ring:
    def __init__(self) -> None:
        self.at = 0

    def back(self) -> None:
        self.at -= 1

    def home(self) -> int:
        steps = 0
        while self.at != 0:
            self.at -= 1
            steps += 1
        return steps
"""
IN_C = "def total() -> int:\n    return sum(range(10**12))\n"
WAITS = """
import threading
import time


def nap() -> None:
    time.sleep(60)


def poll() -> None:
    while True:
        time.sleep(0.01)


def wait() -> None:
    threading.Event().wait()
"""
LOCKS = """
import threading


class Account:
    def __init__(self, name: str) -> None:
        self._lock = threading.Lock()
        self.name = name

    def total(self) -> int:
        with self._lock:
            return 1

    def share(self, parts: int) -> int:
        with self._lock:
            return self.total() // parts


def both() -> None:
    lock = threading.Lock()
    lock.acquire()
    lock.acquire()
"""
COUNTS = """
def count(name: str, start: int) -> int:
    while start != -1 and name != "":
        start = start * 2 if start else 0
    return start
"""
QUICK = Options(sequences=12, call_timeout=0.2)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_loop_without_end_is_a_finding_of_low_severity(folder):
    (folder / "loops_here.py").write_text(LOOPS)
    (finding,) = refute.find("loops_here", options=QUICK).findings

    assert finding.rule == "hangs"
    assert finding.severity == "robustness"
    assert finding.message == "does not return within 0.2 s"
    assert finding.finding.stable
    assert finding.lines()[-1].startswith("ring.home()")
    assert (
        finding.finding.violation.line == LOOPS.splitlines().index("    def home(self) -> int:") + 1
    )


def test_so_is_one_in_c(folder):
    (folder / "total_here.py").write_text(IN_C)
    report = refute.find("total_here", options=QUICK)

    assert [finding.rule for finding in report.findings] == ["hangs"]


def test_what_waits_is_not(folder):
    (folder / "waits_here.py").write_text(WAITS)
    report = refute.find("waits_here", options=QUICK)

    assert report.findings == []
    assert report.results.verdicts["stopped"] > 0


def test_a_lock_that_is_taken_twice_in_one_thread_is_told_as_such(folder):
    (folder / "locks_here.py").write_text(LOCKS)
    found = {one.operation: one for one in refute.find("locks_here", options=QUICK).findings}

    assert found.keys() == {"locks_here:Account.share", "locks_here:both"}
    for one in found.values():
        assert (one.rule, one.severity, one.finding.stable) == ("hangs", "robustness", True)
        assert one.message == "waits for a lock that its own thread has taken"
    assert found["locks_here:Account.share"].lines()[-2:] == [
        'account = Account("")',
        "account.share(0)  # waits for a lock that its own thread has taken",
    ]


def test_what_hangs_is_shown_with_simple_arguments(folder):
    (folder / "counts_here.py").write_text(COUNTS)
    (finding,) = refute.find("counts_here", options=QUICK).findings

    assert finding.lines()[-1].startswith('count(" ", 0)')


def test_its_test_fails_by_itself_and_it_can_be_replayed(folder, capsys):
    (folder / "loops_here.py").write_text(LOOPS)
    arguments = ["--sequences", "12", "--call-timeout", "0.2s", "-n", "1"]
    assert main(["find", "loops_here", "--severity", "robustness", "-o", "t", *arguments]) == 0
    (path,) = (folder / ".refute" / "findings").glob("*.json")
    (test,) = (folder / "t").glob("test_*.py")
    capsys.readouterr()
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(test)]
    before = subprocess.run(command, capture_output=True, text=True)

    assert before.returncode == 1
    assert "1 failed" in before.stdout
    assert main(["replay", path.stem]) == 1
    replayed = capsys.readouterr().out
    assert "Ring.home does not return within 0.2 s" in replayed
    assert replayed.endswith(f"{path.stem}  still fails\n")
    assert main(["show", path.stem, "--steps"]) == 0
    shown = capsys.readouterr().out
    assert "stopped: no answer after 0.2 s" in shown
    assert "\nit was stopped in\n    loops_here.py:" in shown
    assert "raises" not in shown and "StopCall" not in shown

    (folder / "loops_here.py").write_text(LOOPS.replace("!= 0", "> 0"))

    assert main(["replay", path.stem]) == 0
    assert "does not fail any more" in capsys.readouterr().out
    assert subprocess.run(command).returncode == 0
