"""How many branches of modules from PyPI the emitted suites take, beside the suites of other tools.

python -m benchmarks.reach [--for 60] [--seeds 1,2,3] [--set asked|more|unseen|all] [--tools refute,pynguin,…] [NAME…]

Each tool writes tests for a pinned release of a module, one run after the other.  A fresh process then runs them with plain
pytest under `coverage run --branch`, and only what this counts is printed: branches taken of all branches of the module's
file, failing tests, tests, seconds.  Releases and other tools are installed below `build/reach`, each in a folder of its own.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
INSTALLED = ROOT / "build" / "reach"


@dataclass(frozen=True)
class Module:
    """A module of a pinned release."""

    requirement: str
    name: str
    file: str  # below the installed folder

    @property
    def folder(self) -> Path:
        """Where the release is installed."""
        return INSTALLED / re.sub(r"\W+", "-", self.requirement)


ASKED = (
    Module("sortedcontainers==2.4.0", "sortedcontainers.sortedlist", "sortedcontainers/sortedlist.py"),
    Module("intervaltree==3.2.1", "intervaltree.intervaltree", "intervaltree/intervaltree.py"),
    Module("boltons==26.2.0", "boltons.iterutils", "boltons/iterutils.py"),
    Module("humanize==4.16.0", "humanize.number", "humanize/number.py"),
    Module("python-slugify==9.1.3", "slugify.slugify", "slugify/slugify.py"),
    Module("pyrsistent==0.20.0", "pyrsistent._pdeque", "pyrsistent/_pdeque.py"),
    Module("jsonpointer==3.11", "jsonpointer", "jsonpointer.py"),
    Module("packaging==26.3", "packaging.version", "packaging/version.py"),
)  # fmt: skip

# Of other kinds: typed containers, callbacks, dates, a text format, a state machine.
MORE = (
    Module("cachetools==7.2.2", "cachetools", "cachetools/__init__.py"),
    Module("toolz==1.1.0", "toolz.itertoolz", "toolz/itertoolz.py"),
    Module("isodate==0.7.2", "isodate.duration", "isodate/duration.py"),
    Module("tinycss2==1.5.1", "tinycss2.nth", "tinycss2/nth.py"),
    Module("transitions==0.9.3", "transitions.core", "transitions/core.py"),
    Module("roman==5.2", "roman", "roman/__init__.py"),
    Module("parsimonious==0.11.0", "parsimonious.nodes", "parsimonious/nodes.py"),
    Module("cronsim==2.8", "cronsim.cronsim", "cronsim/cronsim.py"),
    Module("wcwidth==0.2.14", "wcwidth.wcwidth", "wcwidth/wcwidth.py"),
    Module("xmltodict==1.0.4", "xmltodict", "xmltodict.py"),
)

# Never looked at while the search was worked on: for the report only.  Whoever has looked at one moves it to MORE.
UNSEEN = (
    Module("parse==1.22.4", "parse", "parse/__init__.py"),
    Module("blinker==1.9.0", "blinker.base", "blinker/base.py"),
    Module("more-itertools==11.2.1", "more_itertools.recipes", "more_itertools/recipes.py"),
    Module("ordered-set==4.1.0", "ordered_set", "ordered_set/__init__.py"),
    Module("mergedeep==1.3.4", "mergedeep.mergedeep", "mergedeep/mergedeep.py"),
)

SETS = {"asked": ASKED, "more": MORE, "unseen": UNSEEN, "all": (*ASKED, *MORE, *UNSEEN)}


@dataclass(frozen=True)
class Measured:
    """What one suite takes of one module."""

    taken: int
    branches: int
    tests: int
    failing: int
    seconds: float
    said: str = ""  # why there is no suite

    @property
    def share(self) -> float:
        """Branches taken, in percent."""
        return 100 * self.taken / self.branches if self.branches else 0.0


def main() -> None:
    """Print one row for each module and tool."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--for", dest="seconds", type=int, default=60)
    parser.add_argument("--seeds", type=_numbers, default=[1, 2, 3], help="such as 1,2,3")
    parser.add_argument("--set", choices=SETS, default="asked")
    parser.add_argument("--tools", default="refute")
    parser.add_argument("--keep", type=Path, help="a folder for the suites")
    parser.add_argument("names", nargs="*")
    given = parser.parse_args()
    modules = [one for one in SETS[given.set] if not given.names or one.name in given.names]
    tools = given.tools.split(",")
    print(f"{given.seconds} s each, seeds {' '.join(map(str, given.seeds))}\n")
    print("| module | tool | branches taken | by seed | failing | tests | run |")
    print("|---|---|---|---|---|---|---|")
    means: dict[str, list[float]] = {}
    for module in modules:
        install(module)
        for tool in tools:
            runs = [measure(module, tool, given.seconds, s, given.keep) for s in given.seeds]
            means.setdefault(tool, []).append(statistics.mean(run.share for run in runs))
            print(_row(module, tool, runs), flush=True)
    for tool, shares in means.items():
        print(f"\n{tool}: mean {statistics.mean(shares):.1f} %, lowest {min(shares):.1f} %")


def _numbers(text: str) -> list[int]:
    return [int(one) for one in text.split(",")]


def _row(module: Module, tool: str, runs: list[Measured]) -> str:
    mean = statistics.mean(run.share for run in runs)
    seeds = " ".join(f"{run.share:.0f}" for run in runs)
    failing = sum(run.failing for run in runs)
    tests = " ".join(str(run.tests) for run in runs)
    seconds = " ".join(f"{run.seconds:.0f} s" for run in runs)
    said = next((f" {run.said}" for run in runs if run.said), "")
    return f"| {module.name} | {tool} | {mean:.1f} % | {seeds} | {failing} | {tests} | {seconds}{said} |"


# ---- what is installed ----------------------------------------------------------------------------------------


def install(module: Module) -> None:
    """Install the release, once."""
    if not (module.folder / module.file).exists():
        _pip(sys.executable, "--target", str(module.folder), module.requirement)


def environment(name: str, *requirements: str) -> Path:
    """Return the folder with the commands of an environment, made once, for a tool that brings its own dependencies."""
    folder = INSTALLED / f"tool-{name}"
    if not (folder / "done").exists():
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        _pip(str(folder / "bin" / "python"), *requirements)
        (folder / "done").touch()
    return folder / "bin"


def _pip(python: str, *arguments: str) -> None:
    command = [python, "-m", "pip", "install", "-q", "--disable-pip-version-check", *arguments]
    subprocess.run(command, check=True)


# ---- the tools: each writes tests into a folder, and says why there are none --------------------------------------


def _refute(module: Module, folder: Path, seconds: int, seed: int) -> str:
    command = [sys.executable, "-m", "refute", "suite", module.name, "-o", "tests"]
    return _said(
        _run([*command, "--for", f"{seconds}s", "--seed", str(seed)], module, folder, seconds)
    )


def _pynguin(module: Module, folder: Path, seconds: int, seed: int) -> str:
    # Without a limit of its own the phase in which it mutates the module may take hours.
    command = [str(environment("pynguin", "pynguin==0.48.0", module.requirement) / "pynguin")]
    command += ["--project-path", str(module.folder), "--module-name", module.name]
    command += ["--output-path", "tests", "--seed", str(seed)]
    command += ["--maximum-search-time", str(seconds), "--maximum-mutation-time", "30"]
    return _said(_run(command, module, folder, seconds))


def _ghostwriter(module: Module, folder: Path, seconds: int, seed: int) -> str:
    tool = environment("ghostwriter", "hypothesis[cli,ghostwriter]", module.requirement)
    done = _run([str(tool / "hypothesis"), "write", module.name], module, folder, seconds)
    (folder / "tests").mkdir(exist_ok=True)
    if done.returncode == 0:
        (folder / "tests" / "test_ghostwritten.py").write_text(done.stdout)
    return _said(done)


def _crosshair(module: Module, folder: Path, seconds: int, seed: int) -> str:
    commands = environment("crosshair", "crosshair-tool==0.0.112", module.requirement)
    command = [str(commands / "crosshair"), "cover", module.name]
    command += ["--example_output_format=pytest", "--coverage_type=path"]
    done = _run(
        [*command, f"--per_condition_timeout={max(1, seconds // 20)}"], module, folder, seconds
    )
    (folder / "tests").mkdir(exist_ok=True)
    (folder / "tests" / "test_covered.py").write_text(done.stdout)
    return _said(done)


TOOLS: dict[str, Callable[[Module, Path, int, int], str]] = {
    "refute": _refute,
    "pynguin": _pynguin,
    "ghostwriter": _ghostwriter,
    "crosshair": _crosshair,
}


def _run(
    command: list[str], module: Module, folder: Path, seconds: int
) -> subprocess.CompletedProcess[str]:
    paths = {"PYTHONPATH": str(module.folder), "PYNGUIN_DANGER_AWARE": "1"}
    try:
        return subprocess.run(
            command,
            cwd=folder,
            env={**os.environ, **paths},
            capture_output=True,
            text=True,
            timeout=3 * seconds + 120,
        )
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 2, "", f"not done after {3 * seconds + 120} s")


def _said(done: subprocess.CompletedProcess[str]) -> str:
    return "" if done.returncode in (0, 1) else done.stderr.strip()[-200:].replace("\n", " ")


# ---- counting -----------------------------------------------------------------------------------------------------


def measure(module: Module, tool: str, seconds: int, seed: int, keep: Path | None) -> Measured:
    """Let a tool write a suite, and count what pytest takes with it."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        if keep is not None:
            folder = keep / f"{module.name}-{tool}-{seed}"
            folder.mkdir(parents=True, exist_ok=True)
        began = time.monotonic()
        said = TOOLS[tool](module, folder, seconds, seed)
        return count(module, folder, time.monotonic() - began, said)


def count(module: Module, folder: Path, seconds: float, said: str) -> Measured:
    """Return what plain pytest takes of a module with the tests in a folder; tests that show findings are left out."""
    include = f"--include={module.folder / module.file}"
    command = [sys.executable, "-m", "coverage", "run", "--branch", include, "-m", "pytest", "-q"]
    command += ["-p", "no:cacheprovider", "--junitxml", "junit.xml"]
    command += ["--ignore-glob=*_findings.py", "tests"]
    _run(command, module, folder, 300)
    report = [sys.executable, "-m", "coverage", "json", "-o", "coverage.json", include]
    _run(report, module, folder, 60)
    taken, branches = _branches(folder / "coverage.json")
    tests, failing = _tests(folder / "junit.xml")
    return Measured(taken, branches, tests, failing, seconds, said)


def _branches(file: Path) -> tuple[int, int]:
    """Return how many branches were taken, of how many."""
    if not file.exists():
        return 0, 1
    for found in json.loads(file.read_text())["files"].values():
        return found["summary"]["covered_branches"], found["summary"]["num_branches"]
    return 0, 1


def _tests(file: Path) -> tuple[int, int]:
    """Return how many tests ran, and how many of them failed."""
    if not file.exists():
        return 0, 0
    suite = next(ElementTree.parse(file).getroot().iter("testsuite"))
    failing = int(suite.get("failures", 0)) + int(suite.get("errors", 0))
    return int(suite.get("tests", 0)), failing


if __name__ == "__main__":
    main()
