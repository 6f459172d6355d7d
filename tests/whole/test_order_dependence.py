"""What depends on what ran before is told apart, and no written test does."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

import refute
from refute.cli import main
from refute.options import Options

# A generator cannot be put back.  No sequence is long enough to use it up.
LATE = """
_tickets = (number for number in range(300))


def take() -> int:
    for number in _tickets:
        return number
    return {}["sold out"]


def double(n: int) -> int:
    return 2 * n
"""

STATEFUL = """
import itertools

_known: list[str] = []
_ids = itertools.count()


class Guest:
    def __init__(self, name: str) -> None:
        self.name = name
        self.number = next(_ids)
        _known.append(name)

    def first_letter(self) -> str:
        return self.name[:1]


def how_many() -> int:
    return len(_known)


def is_known(name: str) -> bool:
    return name in _known


def twice(n: int) -> int:
    return 2 * n
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_what_needs_other_calls_before_it_is_told_apart(folder, capsys):
    (folder / "late_here.py").write_text(LATE)

    assert main(["find", "late_here", "--sequences", "300", "-n", "1", "--json", "r.json"]) == 0
    said = capsys.readouterr().out
    data = json.loads((folder / "r.json").read_text())
    assert data["findings"] == data["flaky"] == []
    (told,) = data["order_dependent"]
    assert told["operation"] == "late_here:take"
    assert "order-dependent, not shown: take raises KeyError" in said


def test_a_worker_that_cannot_be_put_back_is_replaced(folder):
    (folder / "late_here.py").write_text(LATE)
    report = refute.find("late_here", sequences=3200)

    # The first has done 3000.
    assert report.results.sequences == 3200
    assert report.results.restarts == 0
    assert report.findings == []


def test_the_tests_of_a_suite_pass_in_any_order(folder):
    (folder / "guests_here.py").write_text(STATEFUL)
    report = refute.suite("guests_here", folder, options=Options(sequences=200, seconds=60))
    assert report.tests > 2
    (path,) = [Path(p) for p in report.files_written if "finding" not in p]
    listed = _pytest(folder, "--collect-only", path.name).stdout
    names = [line for line in listed.splitlines() if "::" in line]
    assert len(names) == report.tests
    for seed in range(3):
        random.Random(seed).shuffle(names)
        done = _pytest(folder, *names)

        assert done.returncode == 0, done.stdout
    for name in names[:2]:
        assert _pytest(folder, name).returncode == 0


def _pytest(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)
