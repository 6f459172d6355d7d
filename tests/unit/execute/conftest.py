"""Run a few lines in a real child process that has entered the sandbox."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

SOURCE = Path(__file__).parents[3] / "src"

# `attempt` answers with the value, or with the name of the exception and whether the guard counted it.
PRELUDE = """
import json, os, sys
sys.path[:0] = [{source!r}, {beside!r}]
from pathlib import Path
from refute.execute.sandbox import broker, imports, limits, process
from refute.execute.sandbox.guard import leftover_threads
answers = limits.high_fd({fd})
outside = Path({outside!r})
forks = broker.Forks()
{before}
guard = process.enter(Path({scratch!r}), frozenset({allowed!r}), {memory!r}, forks=forks)

def answer(value):
    with guard.trusted():
        os.write(answers, (json.dumps(value, default=str) + "\\n").encode())

def attempt(function, *arguments, **named):
    before = guard.refused
    try:
        result = function(*arguments, **named)
    except BaseException as error:
        result = type(error).__name__
    return [result, guard.refused - before]
"""


@pytest.fixture
def scratch(tmp_path: Path) -> Path:
    folder = tmp_path / "scratch"
    folder.mkdir()
    return folder


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """A folder that belongs to the user, with one file in it."""
    folder = tmp_path / "outside"
    folder.mkdir()
    (folder / "precious").write_text("precious")
    return folder


@pytest.fixture
def sandboxed(scratch: Path, outside: Path) -> Callable[..., list[Any]]:
    """A function that runs lines in a sandbox and returns what they passed to `answer`."""

    def run(
        lines: str,
        allowed: Iterable[str] = (),
        memory: int | None = 2**31,
        status: int = 0,
        before: str = "",
    ) -> list[Any]:
        read, write = os.pipe()
        prelude = PRELUDE.format(
            source=str(SOURCE),
            beside=str(outside),
            fd=write,
            outside=str(outside),
            scratch=str(scratch),
            allowed=set(allowed) or [],
            memory=memory,
            before=before,
        )
        program = prelude + textwrap.dedent(lines) + "\nprocess.leave(0)\n"
        child = subprocess.Popen(
            [sys.executable, "-c", program],
            pass_fds=[write],
            stderr=subprocess.PIPE,
            text=True,
        )
        os.close(write)
        with open(read, encoding="utf-8") as answers:
            answered = [json.loads(line) for line in answers]
        _, early = child.communicate(timeout=20)
        left = (scratch / "stderr").read_text() if (scratch / "stderr").exists() else ""
        assert child.returncode == status, early + left
        return answered

    return run
