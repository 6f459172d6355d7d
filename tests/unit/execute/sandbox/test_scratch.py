"""The folder that a worker may change."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from refute.execute.sandbox.scratch import (
    Scratch,
    all_in,
    cap,
    delete_new,
    environment,
    make_folders,
)


def test_a_scratch_folder_is_private_and_goes_away_even_when_read_only():
    with Scratch() as scratch:
        locked = scratch.path / "work" / "locked"
        locked.mkdir()
        (locked / "file").write_text("x")
        (scratch.path / "work" / "link").symlink_to("/")
        locked.chmod(0o500)
        mode = scratch.path.stat().st_mode & 0o777

    assert mode == 0o700
    assert not scratch.path.exists() and Path("/").exists()


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
    with Scratch() as scratch:
        assert scratch.last_words() == ""
        (scratch.path / "stderr").write_text("x" * 5000 + "the end\n")
        (scratch.path / "faults").write_text("Segmentation fault\n")

        assert scratch.last_words().startswith("Segmentation fault\nxxx")
        assert scratch.last_words().endswith("xthe end")


def test_a_file_that_has_grown_too_large_is_emptied(tmp_path: Path):
    file = tmp_path / "stderr"
    file.write_bytes(b"x" * 1000)
    cap(file)
    assert file.stat().st_size == 1000
    file.write_bytes(b"x" * (1 << 20))
    cap(file)

    assert file.stat().st_size == 0
