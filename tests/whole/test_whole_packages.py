"""A package of many modules is searched module by module, whatever some of them do when they are imported."""

from __future__ import annotations

import json
import re

import pytest

PLAIN = """
def last(items: list[int]) -> int:
    return items[-1]
"""
HARMFUL = {
    "broken": "raise ValueError('no such thing')",
    "hangs": "import time\nwhile True: time.sleep(0.01)",
    "leaves": "import os\nos._exit(3)",
    "exits": "raise SystemExit(4)",
    "forks": "import os\nos.fork()",
    "segv": "import ctypes\nctypes.string_at(0)",
}
PRINTS = "print('x' * 100_000)\n\ndef share(of: int) -> float:\n    return 1 / of\n"


def write_package(project, modules: int, **others: str) -> None:
    project.write("pkg/__init__.py", "")
    for number in range(modules):
        project.write(f"pkg/m{number:03}.py", PLAIN)
    for name, text in others.items():
        project.write(f"pkg/{name}.py", text)


def modules_in(project) -> tuple[dict[str, dict[str, int]], dict[str, str]]:
    told = json.loads((project.folder / "r.json").read_text())
    return told["modules"], told["skipped"]


def test_what_some_modules_do_on_import_does_not_keep_others_from_being_tested(project):
    write_package(project, 40, **HARMFUL, prints=PRINTS)

    # The time is for imports that hang; how much is searched does not depend on how busy the machine is.
    budget = ("--for", "6s", "--sequences", "2000", "-n", "2")
    done = project.refute("find", "pkg", *budget, "--json", "r.json")

    modules, skipped = modules_in(project)
    assert done.code == 1
    assert "share raises ZeroDivisionError" in done.out
    assert {name for name in skipped if ":" not in name} == {f"pkg.{name}" for name in HARMFUL}
    assert "raised" in skipped["pkg.broken"] or "no such thing" in skipped["pkg.broken"]
    assert "SIGSEGV" in skipped["pkg.segv"]
    assert all(modules[f"pkg.m{number:03}"]["calls"] for number in range(40))
    assert (
        "48 modules: 41 searched, 1 with nothing to call, 6 that could not be imported" in done.out
    )


@pytest.mark.parametrize("harm", ["segv", "hangs"])
def test_a_small_package_is_searched_without_a_module_that_cannot_be_imported(project, harm):
    write_package(project, 1, **{harm: HARMFUL[harm]})

    done = project.refute("find", "pkg", "--for", "5s", "--severity", "robustness")

    assert "pkg/m000.py:3  last raises IndexError" in done.out
    assert f"pkg.{harm}: importing it" in done.out


def test_a_package_that_cannot_be_imported_itself_is_told_as_a_module_is(project):
    write_package(project, 41)
    project.write("pkg/__init__.py", "raise ValueError('broken')\n")

    done = project.refute("find", "pkg", "--for", "5s")

    assert done.code == 4
    assert done.err.startswith("refute: cannot import pkg: ValueError: broken")


def test_a_large_package_prints_the_same_twice(project):
    write_package(project, 41, prints=PRINTS, broken=HARMFUL["broken"])
    command = ("find", "pkg", "--sequences", "300", "-n", "1", "-v", "--walks", "0")

    first, second = (project.refute(*command) for _ in range(2))

    assert "300 sequences" in first.out
    assert first.out.replace("known from an earlier run, still failing: ", "") == second.out


def test_a_finding_in_a_large_package_is_replayed_without_importing_the_others(project):
    write_package(project, 41, faulty="def pick(of: int) -> int:\n    return misspelt\n")
    found = project.refute("find", "pkg", "--sequences", "600", "-n", "1")
    (id_,) = re.findall(r"finding (\w+)$", found.out, re.M)
    for number in range(41):
        project.write(f"pkg/m{number:03}.py", "import os\nos._exit(3)\n")

    replayed = project.refute("replay", id_)

    assert replayed.code == 1
    assert "pick raises NameError" in replayed.out
