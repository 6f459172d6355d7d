"""What a user may rely on whatever the subject; docs/ARCHITECTURE.md names these."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

import refute
from refute.command.main import main
from refute.keep.store import read

FAULTY = "def half(number: int) -> float:\n    return 1 / number\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_parent_never_imports_the_code_under_test(folder: Path) -> None:
    (folder / "faulty_here.py").write_text(FAULTY)

    report = refute.find("faulty_here", sequences=50)

    assert [finding.message for finding in report.findings] == [
        "ZeroDivisionError: division by zero"
    ]
    assert "faulty_here" not in sys.modules


def test_nothing_is_reported_that_did_not_repeat(folder: Path) -> None:
    # True in the process that searches, false in those that confirm.
    text = "import os\nSTART = os.getpid()\n\ndef f(n: int) -> float:\n    return 1 / (os.getpid() - START)\n"
    (folder / "flaky_here.py").write_text(text)

    report = refute.find("flaky_here", sequences=50)

    assert report.findings == []
    assert len(report.results.flaky) == 1


def test_quiet_leaves_out_what_did_not_repeat(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "import os\nSTART = os.getpid()\n\ndef f(n: int) -> float:\n    return 1 / (os.getpid() - START)\n"
    (folder / "flaky_here.py").write_text(text)
    arguments = ["find", "flaky_here", "--sequences", "50", "-n", "1"]

    assert main(arguments) == 0
    assert "flaky, not shown: f raises ZeroDivisionError" in capsys.readouterr().out
    assert main([*arguments, "-q"]) == 0
    assert capsys.readouterr().out == ""


def test_what_is_saved_is_read_again_or_refused_with_a_reason(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "faulty_here.py").write_text(FAULTY)
    assert main(["find", "faulty_here", "--sequences", "50", "-n", "1"]) == 1
    (path,) = (folder / ".refute" / "findings").glob("*.json")
    data = json.loads(path.read_text())
    assert read(path).finding.id == path.stem

    path.write_text(json.dumps({**data, "format": 999}))
    capsys.readouterr()

    assert main(["replay", path.stem]) == 4
    message = capsys.readouterr().err
    assert "format 999" in message and "[corrupt-file]" in message


def test_the_same_seed_prints_the_same_twice(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "faulty_here.py").write_text(FAULTY)
    printed = []
    for _ in range(2):
        assert main(["find", "faulty_here", "--sequences", "300", "-n", "1", "--seed", "7"]) == 1
        printed.append(capsys.readouterr().out)

    assert printed[0] == printed[1]
