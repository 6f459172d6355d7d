"""What the architecture promises about who knows whom, held by reading the source; docs/ARCHITECTURE.md names these."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import refute

SOURCE = Path(refute.__file__).parent
VAGUE = {"utils", "helpers", "common", "misc", "manager", "handler", "base", "core", "engine"}

# Which rooms a room may import, besides itself; "" is the package itself, of which only the version is of interest.
STAGES = {"discover", "generate", "execute", "judge", "shrink", "render", "report"}
BELOW_SEARCH = {"", "model", "look"} | STAGES
MAY_IMPORT = {
    "model": set(),
    "look": {"model"},
    **{stage: {"model", "look"} for stage in STAGES},
    "search": BELOW_SEARCH,
    "supervise": BELOW_SEARCH | {"search"},
    **{verb: BELOW_SEARCH | {"search", "supervise"} for verb in ("record", "keep", "exhaustive")},
}
ROOMS = {*MAY_IMPORT, "command"}
EVERYTHING = {"", "api", "temporal"} | ROOMS  # for `command` and for the modules in the root

# Modules without a unit test file of their own.
NO_UNIT_FILE = {
    "execute/body_runner.py",  # only a Protocol and types
    "generate/generator.py",  # only Protocols
    "generate/preset_values.py",  # only tables: test_presets.py looks at every entry
    "generate/tuning.py",  # only numbers
    "model/evidence.py",  # facts that others gather and judge
    "model/growing.py",  # data types and a Protocol
    "record/learning.py",  # only pytest in a process: tests/whole/test_learning_from_tests.py
    "search/campaign_tuning.py",  # only numbers
    "supervise/by_module.py",  # only processes: tests/whole/test_whole_packages.py
    "supervise/fork_server.py",  # only a process: test_worker_process.py
    "supervise/learning_first.py",  # asks a process: tests/whole/test_learning_from_tests.py
    "supervise/supervisor.py",  # only processes: tests/whole
}


def modules_in(folder: Path) -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(folder.rglob("*.py")):
        yield path.relative_to(SOURCE), ast.parse(path.read_text(encoding="utf-8"))


def dotted(path: Path) -> str:
    parts = ("refute", *path.with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES: dict[str, tuple[Path, ast.Module]] = {}


@pytest.fixture(autouse=True, scope="module")
def _modules() -> Iterator[None]:
    """Read the source for these tests alone: a million nodes would make every other test slower that forks, or looks at all objects."""
    MODULES.update({dotted(path): (path, tree) for path, tree in modules_in(SOURCE)})
    yield
    MODULES.clear()


def imported(tree: ast.Module, everywhere: bool = True) -> Iterator[str]:
    """Yield what is imported: modules of refute by their full name; `everywhere`, in functions and for types too."""
    for node in ast.walk(tree) if everywhere else tree.body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                yield whole if whole in MODULES else node.module or ""


def room_of(module: str) -> str:
    return module.split(".")[1] if "." in module else ""


def test_a_room_imports_only_the_rooms_below_it() -> None:
    wrong = [
        f"{module} imports {name}"
        for module, (_, tree) in MODULES.items()
        for name in imported(tree)
        if name.partition(".")[0] == "refute"
        and room_of(name) not in MAY_IMPORT.get(room_of(module), EVERYTHING) | {room_of(module)}
    ]

    assert not wrong


def test_no_modules_import_each_other() -> None:
    graph = {
        module: {name for name in imported(tree) if name in MODULES and name != "refute"}
        for module, (_, tree) in MODULES.items()
    }
    while ready := {module for module, needs in graph.items() if not needs & graph.keys()}:
        graph = {module: needs for module, needs in graph.items() if module not in ready}

    assert not graph  # what is left is in a cycle, or needs one


def test_the_root_holds_the_ways_in_and_nothing_else() -> None:
    files = {path.name for path in SOURCE.iterdir() if path.suffix == ".py"}
    folders = {path.parent.name for path in SOURCE.glob("*/__init__.py")}

    assert files == {"__init__.py", "__main__.py", "api.py", "temporal.py"}
    assert folders == ROOMS


def test_every_room_says_what_belongs_in_it() -> None:
    for path, tree in MODULES.values():
        if path.name == "__init__.py" and path.parent.name:
            says = ast.get_docstring(tree) or ""
            assert len(says.split()) >= 20 and "belong" in says, path
            assert len(tree.body) == 1, f"{path} holds more than its docstring"


def test_one_stem_stands_in_one_place() -> None:
    stems = Counter(
        path.parent.name if path.name == "__init__.py" else path.stem
        for path, _ in MODULES.values()
    )

    assert not [stem for stem, times in stems.items() if times > 1]


def _type_name(node: ast.stmt) -> str:
    """Return the name of a class, or of an alias of a type: written like a class, and not like a constant."""
    if isinstance(node, ast.ClassDef):
        return node.name
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
        name = node.targets[0].id
        return name if name[:1].isupper() and not name.isupper() else ""
    return ""


def test_no_two_public_types_have_the_same_name() -> None:
    types = Counter(
        name
        for _, tree in MODULES.values()
        for node in tree.body
        if (name := _type_name(node)) and not name.startswith("_")
    )

    assert not [name for name, times in types.items() if times > 1]


def test_a_unit_test_stands_where_its_module_stands() -> None:
    unit = Path(__file__).parent
    for test in unit.rglob("*/test_*.py"):
        folder = SOURCE / test.parent.relative_to(unit)

        assert (folder / "__init__.py").exists(), f"{test} is in no room"


def test_every_module_has_its_unit_tests_where_it_stands() -> None:
    unit = Path(__file__).parent
    without = {
        path.as_posix()
        for path, _ in MODULES.values()
        if len(path.parts) > 1
        and path.name != "__init__.py"
        and not (unit / path.with_name(f"test_{path.name}")).exists()
    }

    assert without == NO_UNIT_FILE


def test_no_two_test_files_have_the_same_name() -> None:
    names = Counter(path.name for path in Path(__file__).parents[1].rglob("test_*.py"))

    assert not [
        name for name, times in names.items() if times > 1
    ]  # pytest imports only one of them


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


def test_nothing_is_pickled_but_between_forks_of_one_search() -> None:
    pickling = {"pickle", "marshal", "shelve", "multiprocessing"}
    wrong = {
        module
        for module, (_, tree) in MODULES.items()
        if pickling & {name.partition(".")[0] for name in imported(tree)}
    }

    law = "refute.judge.laws.copies"  # that objects survive it, asked where they were made
    assert wrong == {"refute.generate.bounded.shared_work", law}
