"""A file is written in the folder of the test, and gone when the next sequence begins."""

from __future__ import annotations

from pathlib import Path

import pytest

from refute.execute.machine import Machine
from refute.execute.written_files import WrongFolder, remove_files, write_file
from refute.look.kinds import Kinds
from refute.model.sequence import WRITE_FILE, Call, Literal, Step
from refute.model.typeform import INT, STR, TypeForm

PATH = TypeForm("pathlib:Path")


def test_what_a_sequence_has_written_is_gone_in_the_next_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    machine = Machine(Kinds())
    machine.start()
    machine.perform(Step(Literal("__import__('pathlib').Path('a.txt')", PATH), ()))
    machine.perform(Step(Literal("'x = 1'", STR), ()))
    machine.perform(Step(Call(WRITE_FILE, (PATH, STR), INT, how="method"), (2, 1)))

    assert Path("a.txt").read_text() == "x = 1"
    machine.start()
    assert not Path("a.txt").exists()


@pytest.mark.parametrize("path", ["../a.txt", "/a.txt", "", "b/a.txt"])
def test_nothing_is_written_anywhere_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    (tmp_path / "work" / "b").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "work")

    with pytest.raises((WrongFolder, OSError)):
        write_file(path, "x")
    remove_files()
    assert sorted(one.name for one in tmp_path.rglob("*")) == ["b", "work"]


def test_what_the_code_has_removed_is_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_file("a.txt", "x")
    Path("a.txt").unlink()

    remove_files()
