"""Whether what is recorded holds elsewhere: facts of the machine in a suite, and suites of PyPI modules under 20 variations.

python -m benchmarks.portable [--sequences 100] [PACKAGE==VERSION...]

Needs a package index.  The suites are recorded once, on this Python, and run by pytest for other users, in other zones,
locales, folders and orders, and on the other versions of Python that are found on PATH or among those of pyenv.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

FACTS = Path(__file__).parent.parent / "tests" / "whole" / "machine_facts.py"

# What is installed, and the module that is recorded.
MODULES = {
    "inflection==0.5.1": "inflection",
    "sortedcontainers==2.4.0": "sortedcontainers.sortedlist",
    "semver==3.0.2": "semver.version",
    "tabulate==0.9.0": "tabulate",
    "natsort==8.4.0": "natsort.natsort",
    "parse==1.20.2": "parse",
    "cachetools==5.5.0": "cachetools",
    "xmltodict==0.13.0": "xmltodict",
    "toml==0.10.2": "toml.decoder",
    "roman==4.2": "roman",
}

# Runs the tests in another order; plain pytest has no option for it.
ORDER = """
import os, random

def pytest_collection_modifyitems(items):
    order = os.environ.get("TEST_ORDER", "")
    if order == "backward":
        items.reverse()
    elif order:
        random.Random(order).shuffle(items)
"""


@dataclass(frozen=True)
class Variation:
    """One way to run the tests that is not the one in which they were recorded."""

    name: str
    variables: dict[str, str] = field(default_factory=dict)
    flags: tuple[str, ...] = ()
    python: str = sys.executable
    is_clean: bool = False  # no variables but these
    folder: str = ""
    user: int | None = None  # root only
    umask: int = -1


def variations() -> list[Variation]:
    """Return those that this machine allows."""
    busy = dict.fromkeys(("USER", "LOGNAME", "EDITOR", "CI", "HOSTNAME"), "another")
    plain_c = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    found = [
        Variation("as recorded"),
        Variation("hash seed 1", {"PYTHONHASHSEED": "1"}),
        Variation("hash seed 12345", {"PYTHONHASHSEED": "12345"}),
        Variation("backwards", {"TEST_ORDER": "backward"}),
        Variation("shuffled", {"TEST_ORDER": "1"}),
        Variation("shuffled otherwise", {"TEST_ORDER": "2"}),
        Variation("zone Asia/Kathmandu", {"TZ": "Asia/Kathmandu"}),
        Variation("zone America/St_Johns", {"TZ": "America/St_Johns"}),
        Variation("locale C, no UTF-8", plain_c),
        Variation("locale de_DE.UTF-8", {"LC_ALL": "de_DE.UTF-8", "LANG": "de_DE.UTF-8"}),
        Variation("clean environment", is_clean=True),
        Variation("more variables", busy),
        Variation("narrow terminal", {"COLUMNS": "40", "LINES": "10", "TERM": "dumb"}),
        Variation("another home", {"HOME": "/nonexistent"}),
        Variation("another folder", folder="/"),
        Variation("umask 077", umask=0o077),
        Variation("-O", flags=("-O",)),
        Variation("-X dev", flags=("-X", "dev", "-W", "ignore")),
    ]
    if os.getuid() == 0 and (python := _python_for_all()) is not None:
        found.append(Variation("another user", {"HOME": "/nonexistent"}, python=python, user=65534))
    for version in ("3.12", "3.13"):
        python = _python(version)
        if python is not None:
            found.append(Variation(f"Python {version}", python=python))
    return found


def _python_for_all() -> str | None:
    """Return this Python, or one of the same version, where every user may run it."""
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    folders = os.environ.get("PATH", os.defpath).split(os.pathsep)
    for place in (sys.executable, *(f"{folder}/python{version}" for folder in folders)):
        try:
            if not subprocess.run([place, "-c", ""], user=65534, capture_output=True).returncode:
                return place
        except OSError:
            continue
    return None


def _python(version: str) -> str | None:
    pyenv = shutil.which("pyenv")
    places = [shutil.which(f"python{version}")]
    if pyenv is not None:
        prefix = subprocess.run([pyenv, "prefix", version], capture_output=True, text=True)
        places.insert(0, f"{prefix.stdout.strip()}/bin/python" if not prefix.returncode else None)
    for place in filter(None, places):
        if subprocess.run([place, "-c", ""], capture_output=True).returncode == 0:
            return place
    return None


def main() -> None:
    """Print how many facts are recorded, then a line for each variation."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--sequences", type=int, default=100)
    parser.add_argument("names", nargs="*")
    parsed = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        facts()
        modules(Path(folder), parsed.names or list(MODULES), parsed.sequences)


def facts() -> None:
    """Print which functions that tell a fact of the machine a suite asserts."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(FACTS, folder)
        _refute(Path(folder), "machine_facts", "--sequences", "300")
        text = (Path(folder) / "tests" / "test_machine_facts.py").read_text()
    names = set(re.findall(r"^def (\w+)", FACTS.read_text(), re.M)) - {"twice"}
    asserted = names & set(re.findall(r"(\w+)\(", text))
    print(f"{len(asserted)} of {len(names)} facts recorded {' '.join(sorted(asserted))}\n")


def modules(folder: Path, packages: list[str], sequences: int) -> None:
    """Record suites of modules, and print how they fare in each variation."""
    pip = [sys.executable, "-m", "pip", "install", "-qqq", "--no-deps", "--target"]
    site = folder / "site"
    subprocess.run([*pip, str(site), *packages], check=True)
    for package in packages:
        _refute(folder, MODULES[package], "--sequences", str(sequences), PYTHONPATH=str(site))
        name = f"test_{MODULES[package].replace('.', '_')}.py"
        written = folder / "tests" / name
        tests = written.read_text().count("\ndef test_") if written.exists() else 0
        print(f"{package}: {tests} tests", flush=True)
    (folder / "tests" / "conftest.py").write_text(ORDER)
    print("\n| variation | passed | failed |")
    print("|---|---|---|")
    for one in variations():
        passed, failed, said = _tried(folder, site, one)
        print(f"| {one.name} | {passed} | {failed} |{said}", flush=True)


def _refute(folder: Path, module: str, *arguments: str, **variables: str) -> None:
    command = [sys.executable, "-m", "refute", "suite", module, "-o", "tests", "-n", "1", "-q"]
    subprocess.run(
        [*command, *arguments], cwd=folder, env={**os.environ, **variables}, capture_output=True
    )


def _tried(folder: Path, site: Path, one: Variation) -> tuple[int, int, str]:
    # pytest is pure Python: other versions take it from this one.
    paths = os.pathsep.join([str(site), sysconfig.get_paths()["purelib"]])
    base = {} if one.is_clean else {**os.environ}
    ours = {"PYTHONPATH": paths, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    command = [one.python, *one.flags, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    try:
        ran = subprocess.run(
            [*command, "--tb=line", "--ignore-glob=*_findings.py", str(folder / "tests")],
            cwd=one.folder or folder,
            env={**base, **ours, "PYTHONDONTWRITEBYTECODE": "1", **one.variables},
            user=one.user,
            umask=one.umask,
            capture_output=True,
            text=True,
        )
    except PermissionError:
        return 0, 0, " this user may not run this Python"
    counts = {
        word: int(number) for number, word in re.findall(r"(\d+) (passed|failed)", ran.stdout)
    }
    failing = re.findall(r"^FAILED \S+::(\w+)", ran.stdout, re.M)
    said = f" {' '.join(failing[:5])}" if counts else f" {(ran.stdout + ran.stderr)[-200:]!r}"
    return counts.get("passed", 0), counts.get("failed", 0), said if failing or not counts else ""


if __name__ == "__main__":
    main()
