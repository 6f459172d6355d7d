"""The folder that a worker may change."""

from __future__ import annotations

import os
import signal
import tempfile
from pathlib import Path
from types import SimpleNamespace

import pytest

from refute.execute.sandbox import scratch
from refute.execute.sandbox.scratch import (
    Scratch,
    all_in,
    cap,
    delete_new,
    environment,
    make_folders,
)


def test_a_scratch_folder_is_private_and_goes_away_even_when_read_only():
    with Scratch() as folder:
        locked = folder.path / "work" / "locked"
        locked.mkdir()
        (locked / "file").write_text("x")
        (folder.path / "work" / "link").symlink_to("/")
        locked.chmod(0o500)
        mode = folder.path.stat().st_mode & 0o777

    assert mode == 0o700
    assert not folder.path.exists() and Path("/").exists()


def test_what_a_killed_process_left_is_removed_and_what_a_living_one_uses_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(scratch, "folder_for_scratch", lambda: str(tmp_path))
    killed = os.fork()
    if killed == 0:
        Scratch()
        os.kill(os.getpid(), signal.SIGKILL)
    os.waitpid(killed, 0)
    made, lives = os.pipe()
    living = os.fork()
    if living == 0:
        monkeypatch.setattr(scratch, "_sweep", lambda folder: None)
        os.write(lives, os.fsencode(Scratch().path))
        signal.pause()
    try:
        used = Path(os.fsdecode(os.read(made, 1000)))
        (tmp_path / "refute-scratch-link").symlink_to("/")
        before = len(list(tmp_path.iterdir()))
        with Scratch() as mine:
            left = {path.name for path in tmp_path.iterdir()}

        assert before == 3
        assert left == {used.name, mine.path.name, "refute-scratch-link"}
    finally:
        os.kill(living, signal.SIGKILL)
        os.waitpid(living, 0)


@pytest.mark.parametrize(
    ("variables", "room", "folder"),
    [
        ({}, 3 << 30, "in memory"),
        ({}, 1 << 20, "on disk"),
        ({"TMPDIR": "anywhere"}, 3 << 30, "on disk"),
    ],
)
def test_scratch_folders_are_in_memory_where_there_is_room_and_nobody_says_otherwise(
    variables, room, folder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    for name in ("TMPDIR", "TMP", "TEMP"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(tempfile, "tempdir", "on disk")
    monkeypatch.setattr(scratch, "_IN_MEMORY", str(tmp_path))
    monkeypatch.setattr(os, "statvfs", lambda path: SimpleNamespace(f_bavail=room, f_frsize=1))

    found = scratch.folder_for_scratch()

    assert found == {"in memory": str(tmp_path)}.get(folder, folder)


def test_the_environment_hides_the_folders_of_the_user(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HOME", "/home/me")
    monkeypatch.setenv("PYTHONPATH", "src")
    variables = environment(7)

    assert {variables[name] for name in ("TMPDIR", "TMP", "TEMP")} == {"/nonexistent/tmp"}
    assert variables["HOME"] == "/nonexistent/home"
    assert variables["XDG_CACHE_HOME"].startswith(variables["HOME"])
    assert variables["PYTHONHASHSEED"] == "7" and variables["PYTHONDONTWRITEBYTECODE"] == "1"
    assert variables["PYTHONPATH"] == os.path.abspath("src")


def test_the_environment_has_only_what_is_harmless_or_asked_for(monkeypatch: pytest.MonkeyPatch):
    for name in ("LC_ALL", "API_TOKEN", "DJANGO_SETTINGS_MODULE"):
        monkeypatch.setenv(name, "C")
    variables = environment(passed=["DJANGO_SETTINGS_MODULE"])

    assert variables["LC_ALL"] == variables["DJANGO_SETTINGS_MODULE"] == "C"
    assert "API_TOKEN" not in variables


def test_only_what_is_new_is_deleted_at_any_depth(tmp_path: Path):
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "old").write_text("")
    before = all_in(tmp_path)
    (tmp_path / "kept" / "new").write_text("")
    (tmp_path / "more" / "below").mkdir(parents=True)
    delete_new(tmp_path, before)

    assert all_in(tmp_path) == before


def test_a_file_in_the_place_of_a_folder_gives_way(tmp_path: Path):
    (tmp_path / "home").write_text("in the way")
    make_folders(tmp_path)

    assert (tmp_path / "home" / ".cache").is_dir()


def test_last_words_are_those_of_the_crash_then_of_standard_error():
    with Scratch() as folder:
        assert folder.last_words() == ""
        (folder.path / "stderr").write_text("x" * 5000 + "the end\n")
        (folder.path / "faults").write_text("Segmentation fault\n")

        assert folder.last_words().startswith("Segmentation fault\nxxx")
        assert folder.last_words().endswith("xthe end")


def test_a_file_that_has_grown_too_large_is_emptied(tmp_path: Path):
    file = tmp_path / "stderr"
    file.write_bytes(b"x" * 1000)
    cap(file)
    assert file.stat().st_size == 1000
    file.write_bytes(b"x" * (1 << 20))
    cap(file)

    assert file.stat().st_size == 0
