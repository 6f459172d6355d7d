"""A user's folder in which refute is run: `Project`, `run_refute`."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import subprocess
import sys
import textwrap
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from refute.command.main import main
from refute.execute.sandbox.limits import die_with_parent


@dataclass(frozen=True)
class Done:
    """A command line that has run."""

    code: int
    out: str
    err: str

    @property
    def slug(self) -> str | None:
        """The slug of a complaint that is one line; None where anything else was said."""
        said = re.fullmatch(r"refute: [^\n]+  \[([a-z-]+)\]\n", self.err)
        return said[1] if said else None


def run_refute(folder: Path, *arguments: str) -> Done:
    """Run refute to its end in this process, so that all tests share what its workers are forked from."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2))
    with contextlib.chdir(folder), redirect_stdout(out), redirect_stderr(err):
        try:
            code = main(list(arguments))
        except SystemExit as ended:  # --help
            code = int(ended.code or 0)
    texts = []
    for stream in (out, err):
        stream.flush()
        texts.append(stream.buffer.getvalue().decode())
    return Done(code, *texts)


def run_python(folder: Path, *arguments: str) -> Done:
    """Run Python to its end in a process of its own."""
    done = subprocess.run(
        [sys.executable, *arguments], cwd=folder, capture_output=True, text=True, timeout=100
    )
    return Done(done.returncode, done.stdout, done.stderr)


class Project:
    """A folder with the user's modules, in which refute is run as a user runs it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def write(self, name: str, text: str) -> Path:
        """Write a file of the user's."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text))
        return path

    def start(
        self,
        *arguments: str,
        stderr: int = subprocess.PIPE,
        pass_fds: tuple[int, ...] = (),
        **environment: str,
    ) -> subprocess.Popen[str]:
        """Start refute in a session of its own; it ends with the process that runs the tests."""
        return subprocess.Popen(
            [sys.executable, "-m", "refute", *arguments],
            cwd=self.folder,
            env={**os.environ, "NO_COLOR": "1", **environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=stderr,
            text=True,
            start_new_session=True,
            pass_fds=pass_fds,
            preexec_fn=die_with_parent,
        )

    def refute(self, *arguments: str, **environment: str) -> Done:
        """Run refute to its end, in this process.

        A variable of the environment may count when an interpreter starts: with one it is started as a user does.
        """
        if environment:
            return self._refute_in_a_process(*arguments, **environment)
        return run_refute(self.folder, *arguments)

    def _refute_in_a_process(self, *arguments: str, **environment: str) -> Done:
        process = self.start(*arguments, **environment)
        try:
            out, err = process.communicate(timeout=100)
        finally:
            process.kill()
        return Done(process.returncode, out, err)

    def find(self, *arguments: str) -> tuple[Done, dict[str, Any]]:
        """Run `refute find` in one worker and return also what it wrote as JSON."""
        done = self.refute("find", *arguments, "-n", "1", "--json", "result.json")
        return done, json.loads((self.folder / "result.json").read_text())

    def pytest(self, folder: str) -> str:
        """Run the tests in a folder in a fresh process and return what pytest says."""
        ran = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", folder],
            cwd=self.folder,
            env={**os.environ, "COLUMNS": "200", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
            capture_output=True,
            text=True,
            timeout=60,
        )
        return ran.stdout

    def saved(self) -> list[str]:
        """Return the ids of the findings saved in the folder."""
        return sorted(path.stem for path in self.folder.glob(".refute/findings/*.json"))

    def files(self) -> list[str]:
        """Return what is in the folder, however deep; hidden files too."""
        found = (path for path in self.folder.rglob("*") if "__pycache__" not in path.parts)
        return sorted(str(path.relative_to(self.folder)) for path in found)
