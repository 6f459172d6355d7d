"""What the architecture promises about who knows whom, held by reading the source; docs/ARCHITECTURE.md names these."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import refute

SOURCE = Path(refute.__file__).parent
STAGES = {p.name for p in SOURCE.iterdir() if (p / "__init__.py").exists()} - {"model"}
VAGUE = {"utils", "helpers", "common", "misc", "manager", "handler", "base", "core", "engine"}


def modules_in(folder: Path) -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(folder.rglob("*.py")):
        yield path.relative_to(SOURCE), ast.parse(path.read_text(encoding="utf-8"))


def imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module == "refute":
            yield from (f"refute.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            yield node.module or ""


def test_stages_import_the_model_and_never_each_other() -> None:
    assert {"discover", "generate", "execute", "judge", "shrink", "render", "report"} <= STAGES
    for stage in STAGES:
        allowed = (f"refute.{stage}", "refute.model", "refute.errors")
        wrong = [
            f"{path} imports {name}"
            for path, tree in modules_in(SOURCE / stage)
            for name in imported(tree)
            if name.startswith("refute") and not name.startswith(allowed)
        ]

        assert not wrong


def test_the_model_imports_only_itself_and_the_standard_library() -> None:
    wrong = [
        f"{path} imports {name}"
        for path, tree in modules_in(SOURCE / "model")
        for name in imported(tree)
        if not name.startswith("refute.model")
        and name.partition(".")[0] not in sys.stdlib_module_names
    ]

    assert not wrong


def test_no_random_numbers_and_no_options_are_global() -> None:
    drawing = {"random", "choice", "choices", "shuffle", "sample", "randint", "randrange", "seed"}
    for path, tree in modules_in(SOURCE):
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module == "random":
                assert {alias.name for alias in node.names} == {"Random"}, path
        names = {
            a.asname or a.name for n in tree.body if isinstance(n, ast.Import) for a in n.names
        }
        calls = [n.func for n in ast.walk(tree) if isinstance(n, ast.Call)]
        dotted = [
            f for f in calls if isinstance(f, ast.Attribute) and isinstance(f.value, ast.Name)
        ]
        if "random" in names:
            assert not [f for f in dotted if f.value.id == "random" and f.attr in drawing], path
        for statement in tree.body:
            value = getattr(statement, "value", None)
            if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
                assert value.func.id != "Options", path


def test_names_say_what_is_inside() -> None:
    for path, tree in modules_in(SOURCE):
        classes = [node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]

        assert VAGUE.isdisjoint((*path.parts[:-1], path.stem))
        assert not [
            name for name in classes if name.startswith("Test")
        ]  # pytest would collect them


def test_importing_refute_loads_none_of_its_parts() -> None:
    program = "import sys, refute; print([m for m in sys.modules if m.startswith('refute.')])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)

    assert done.stdout.strip() == "[]"
