"""A folder of modules of which some cannot be imported."""

from __future__ import annotations

from pathlib import Path

import pytest

from refute.command.main import main


def test_what_cannot_be_imported_is_named_and_the_rest_is_tested(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.py").write_text("def half(n: int) -> float:\n    return 1 / n\n")
    (tmp_path / "broken.py").write_text("raise RuntimeError('no display')\n")
    (tmp_path / "ends.py").write_text("import sys\n\nsys.exit(3)\n")

    assert main(["find", ".", "--sequences", "60", "-n", "1"]) == 1
    said = capsys.readouterr().out
    assert "half raises ZeroDivisionError" in said
    assert "skipped: broken: importing it raised RuntimeError: no display" in said
    assert "skipped: ends: importing it raised SystemExit: 3" in said
    (saved,) = (tmp_path / ".refute" / "findings").glob("*.json")
    assert main(["replay", saved.stem]) == 1


def test_where_nothing_can_be_imported_that_is_the_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("one", "two"):
        (tmp_path / f"{name}.py").write_text("raise RuntimeError('no display')\n")

    assert main(["find", ".", "--sequences", "60", "-n", "1"]) == 5
    assert "importing it raised RuntimeError: no display" in capsys.readouterr().err
