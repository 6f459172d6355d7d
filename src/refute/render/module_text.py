"""The text of a pytest module around its tests: head, imports, functions that the tests call, import path."""

from __future__ import annotations

from collections.abc import Iterable

from refute.render.layout import quoted
from refute.render.names import Imports
from refute.render.source import Rendered

WIDTH = 100
RESERVED = ("_build", "_items", "_run", "Path")

_FOLDER_FIXTURE = '''\
@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path, monkeypatch):
    """What is tested may read, write and delete files."""
    monkeypatch.chdir(tmp_path)'''


def add_folder_fixture(in_folder: bool, imports: Imports, helpers: list[str]) -> None:
    """Let each test run in an empty folder of its own."""
    if in_folder:
        imports.module("pytest")
        helpers.insert(0, _FOLDER_FIXTURE)


def module_text(
    head: list[str],
    again: str,
    seeds: list[int],
    imports: Imports,
    helpers: list[str],
    tests: list[list[str]],
    path_entries: Iterable[str],
) -> str:
    """Return the whole file: head, imports, functions that tests call, tests."""
    seed = f"seed {', '.join(map(str, seeds))}" if seeds else ""
    how = "; ".join(part for part in (seed.capitalize(), again and f"again: {again}") if part)
    lines = [*head, *([f"# {how}"] if how else []), ""]
    entries = list(path_entries)
    if entries:
        imports.module("sys")
    lines += _import_lines(_used(imports.lines(), tests, helpers), entries)
    for block in (*("".join(h).splitlines() for h in helpers), *tests):
        lines += ["", "", *block]
    return "\n".join(lines).rstrip() + "\n"


def _used(lines: list[str], tests: list[list[str]], helpers: list[str]) -> list[str]:
    """Return the import lines without `itertools` where laying out has removed the last use of it."""
    text = [*helpers, *(line for test in tests for line in test)]
    if "import itertools" not in lines or any("itertools." in line for line in text):
        return lines
    kept = "\n".join(line for line in lines if line != "import itertools")
    return kept.strip("\n").splitlines()


def _import_lines(lines: list[str], entries: list[str]) -> list[str]:
    """Return the imports, with the folders of the subject put on the import path before the subject is imported."""
    if not entries:
        return lines
    groups = "\n".join(lines).split("\n\n")
    standard = [g for g in groups if "import sys" in g.splitlines()]
    others = [g for g in groups if g not in standard]
    # An `if` may stand above imports: linters accept it without a comment.
    inserts = [
        f"if (folder := str(Path(__file__).parent / {quoted(e)})) not in sys.path[:1]:\n"
        "    sys.path.insert(0, folder)"
        for e in entries
    ]
    first = _with_path_import(standard[0])
    return "\n\n".join([first, "\n".join(inserts), *others]).splitlines()


def _with_path_import(group: str) -> str:
    lines = group.splitlines()
    plain = [line for line in lines if line.startswith("import ")]
    rest = [line for line in lines if not line.startswith("import ")]
    return "\n".join([*plain, "from pathlib import Path", *rest])


def add_helpers(rendered: Rendered, helpers: list[str]) -> None:
    """Add the functions that rendered steps call, each once."""
    helpers.extend(h for h in rendered.helpers if h not in helpers)
