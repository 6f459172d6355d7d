"""What depends on what ran before is told apart, and no written test does."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

import refute
from refute.command.main import main
from refute.discover.modules import locate
from refute.model.finding import Finding
from refute.model.messages import Examine, Examined
from refute.model.options import Options
from refute.model.sequence import Call, Sequence, Step
from refute.model.typeform import ANY
from refute.model.verdict import Violation
from refute.supervise.fresh_process import FreshProcess

# A generator that has begun cannot be put back.  No sequence is long enough to use it up.
LATE = """
_tickets = (number for number in range(600))
next(_tickets)


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


FEW = """
_tickets = (number for number in range(4))
next(_tickets)


def take() -> int:
    return next(_tickets, None) + 0
"""


def test_what_all_sequences_of_a_worker_did_together_is_found(folder):
    (folder / "few_here.py").write_text(FEW)
    report = refute.find("few_here", sequences=200)

    (finding,) = report.findings
    assert finding.sequence.calls() == 4
    assert report.results.sequences == 200
    assert not report.results.flaky


# How far it has come cannot be seen.
UNSEEN = """
import itertools

_pairs = itertools.pairwise(range(3))


def pair() -> tuple[int, int]:
    return next(_pairs)
"""


@pytest.mark.parametrize(("first", "then", "depends"), [(1, 2, True), (1, 1, True), (3, 1, False)])
def test_one_other_sequence_before_it_is_enough(folder, first, then, depends):
    (folder / "unseen_here.py").write_text(UNSEEN)
    call = Call("unseen_here:pair", (), ANY)
    fresh = FreshProcess([locate("unseen_here", folder)], Options(seconds=20))
    try:
        whole = Sequence((Step(call, ()),) * 3)
        told = examined(fresh, whole)
        finding = Finding(
            told, Sequence(whole.steps[:then]), Sequence(whole.steps[:first]), 0, "mix"
        )

        assert fresh.depends_on_order(finding) is depends
    finally:
        fresh.close()


def examined(fresh: FreshProcess, sequence: Sequence) -> Violation:
    answer = fresh.ask(Examine(sequence))
    assert isinstance(answer, Examined) and answer.violation is not None
    return answer.violation


def test_a_worker_that_cannot_be_put_back_is_replaced(folder):
    (folder / "late_here.py").write_text(LATE)
    report = refute.find("late_here", sequences=3200)

    # The first has done 3000.
    assert report.results.sequences == 3200
    assert report.results.restarts == 0
    assert report.findings == []


@pytest.mark.parametrize(("sequences", "jobs"), [(10, 3), (1, 2)])
def test_several_workers_together_run_as_many_as_asked_for(folder, sequences, jobs):
    (folder / "guests_there.py").write_text(STATEFUL)
    report = refute.find("guests_there", options=Options(sequences=sequences, jobs=jobs))

    assert report.results.sequences == sequences


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
