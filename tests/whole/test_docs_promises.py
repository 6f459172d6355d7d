"""The page about promises takes a reader along: its tests run, and its findings become tests that fail by themselves."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from documents import ROOT, blocks


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for block in blocks((ROOT / "docs" / "promises.md").read_text(encoding="utf-8")):
        if block.file is not None:
            (tmp_path / block.file).write_text(block.text, encoding="utf-8")
    return tmp_path


def pytest_on(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)


def test_the_test_of_the_page_passes(folder: Path) -> None:
    done = pytest_on(folder, "test_door.py")

    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("module", ["shelf_spec", "door", "full"])
def test_what_is_found_becomes_a_test_that_fails(folder: Path, module: str) -> None:
    find = [sys.executable, "-m", "refute", "find", module, "--sequences", "200", "-n", "1"]
    subprocess.run([*find, "-o", "found"], cwd=folder, capture_output=True)
    done = pytest_on(folder, "found")

    assert done.returncode == 1, done.stdout
    assert (
        "1 failed" in done.stdout and "AssertionError" in done.stdout
    ) or "Broken" in done.stdout
