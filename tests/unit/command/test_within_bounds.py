"""`refute structures` and `refute exhaust`."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

SUBJECTS = Path(__file__).parents[2] / "subjects"
sys.path.insert(0, str(SUBJECTS))

from refute.command.main import main  # noqa: E402

TREE = "korat.binary_tree:BinaryTree"


def test_count_prints_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["structures", TREE, "--bounds", "Node=8 size=8", "--count"]) == 0
    assert capsys.readouterr().out.startswith("1430 structures, 54418 candidates, ")


def test_json_holds_counts_and_bounds(tmp_path: Path) -> None:
    file = tmp_path / "out.json"
    main(["structures", TREE, "--bounds", "Node=3 size=3", "--count", "--json", str(file)])
    result = json.loads(file.read_text())

    assert (result["structures"], result["candidates"], result["state_space"]) == (5, 63, "2^14")
    assert result["bounds"]["objects"] == {"BinaryTree": 1, "Node": 3}
    assert result["seconds"] >= 0


def test_listing_shows_each_structure(capsys: pytest.CaptureFixture[str]) -> None:
    main(["structures", TREE, "--bounds", "Node=1 size=0..1"])

    assert capsys.readouterr().out.splitlines()[:2] == [
        "1: BinaryTree(root=None, size=0)",
        "2: BinaryTree(root=Node, size=1)  Node(left=None, right=None)",
    ]


def test_drawings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "trees.svg"
    main(["structures", TREE, "--bounds", "Node=3 size=3", "--draw", "svg", "-o", str(picture)])
    main(["structures", TREE, "--bounds", "Node=2 size=2", "--draw", "dot"])
    main(["structures", TREE, "--bounds", "Node=1 size=1", "--draw", "text"])
    out = capsys.readouterr().out

    assert picture.read_text().count("<g ") == 5
    assert "subgraph cluster_1" in out
    assert "  root: Node\n    left: None\n    right: None" in out


def test_exhaust_says_what_holds(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["exhaust", f"{TREE}.remove", "--bounds", "Node=3 size=3"]) == 0
    assert capsys.readouterr().out.startswith(
        "BinaryTree.remove holds for 15 inputs, all of them within"
    )


def test_exhaust_shows_the_smallest_input_that_fails(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    target = "korat.heap_array:HeapThatLeansLeft.extract_max"
    file = tmp_path / "out.json"
    assert (
        main(["exhaust", target, "--bounds", "4", "--raises", "ValueError", "--json", str(file)])
        == 1
    )
    assert "array = [1, 0, 1, 0]" in capsys.readouterr().out
    assert json.loads(file.read_text())["smallest"]["message"] == "breaks HeapThatLeansLeft.rep_ok"


BOX = """
class Box:
    size: int

    def rep_ok(self) -> bool:
        return self.size < 3

    def grow(self, by: int, size: int = 0) -> None:
        self.size += by

    def grow_spec(self, by: int, size: int = 0) -> None:
        assert by + size < 9
        self.grow(by, size)
"""


def test_exhaust_states_the_bounds_of_parameters_too(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "growing.py").write_text(BOX)
    file = folder / "out.json"
    bounds = "Box.size=0..2 by=0 grow.size=0,7"
    assert main(["exhaust", "growing:Box.grow", "--bounds", bounds, "--json", str(file)]) == 0
    printed = capsys.readouterr()

    assert "within Box.size=0..2 grow.by=0 grow.size=0,7; " in printed.out
    assert printed.err == ""  # that the precondition does not read every field is no news
    told = json.loads(file.read_text())["bounds"]
    assert told["parameters"] == {"by": "{0}", "size": "{0, 7}"}
    assert told["line"] == "Box.size=0..2 grow.by=0 grow.size=0,7"
    assert main(["exhaust", "growing:Box.grow", "--bounds", "size=0..2 by=0"]) == 4
    assert "[ambiguous-bound]" in capsys.readouterr().err


def test_exhaust_prints_a_test_that_fails(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "growing.py").write_text(BOX)
    arguments = ["exhaust", "growing:Box.grow", "--bounds", "Box.size=0..2 by=0..3 grow.size=0"]
    assert main([*arguments, "--pytest"]) == 1
    printed = capsys.readouterr()

    assert (
        "again: refute exhaust growing:Box.grow --bounds 'Box.size=0..2 grow.by=0..3" in printed.out
    )
    assert "smallest of 6 failing inputs among 12 within" in printed.err
    (folder / "test_growing.py").write_text(printed.out)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "assert box.rep_ok()" in done.stdout


def test_with_representatives_it_is_told_that_not_all_was_tried(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "growing.py").write_text(BOX.partition("    def grow_spec")[0])
    arguments = ["exhaust", "growing:Box.grow", "--bounds", "Box.size=0..2 by=0 grow.size=0,7"]
    assert main([*arguments, "--representatives"]) == 0

    printed = capsys.readouterr()
    assert "holds for 3 inputs, one of each kind within " in printed.out
    assert "one value each was tried, and no other  [fields-unread]" in printed.err


def test_what_decided_is_told_in_names_of_the_user(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "growing.py").write_text(BOX)
    arguments = ["exhaust", "growing:Box.grow", "--bounds", "Box.size=0..2 by=9 grow.size=0"]
    assert main(arguments) == 5

    assert (
        "3 of them were refused right after the parameter size was read" in capsys.readouterr().err
    )


def test_bounds_of_parameters_may_stand_in_pyproject_too(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "growing.py").write_text(BOX)
    bounds = "Box.size=0..2 grow.by=0 grow.size=0 shrink=1"
    text = f'[tool.refute.bounds]\n"growing:Box" = "{bounds.removesuffix(" shrink=1")}"\n'
    (folder / "pyproject.toml").write_text(text)

    assert main(["structures", "growing:Box", "--count"]) == 0
    assert main(["exhaust", "growing:Box.grow"]) == 0
    assert "grow.by=0" in capsys.readouterr().out
    assert main(["exhaust", "growing:Box.grow", "--bounds", bounds]) == 4
    assert "[unknown-bound]" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "slug"),
    [
        (["structures", TREE], "bounds-incomplete"),
        (["structures", "korat.binary_tree:Node"], "no-predicate"),
        (["structures", "korat.binary_tree:Missing"], "no-such-name"),
        (["structures", "korat.missing:Missing"], "no-such-module"),
        (["structures", "korat"], "bad-target"),
        (["structures", f"{TREE}.remove"], "bad-target"),
        (["exhaust", TREE], "bad-target"),
        (["exhaust", f"{TREE}.remove", "--allow", "everything"], "usage"),
        (["structures", TREE, "--bounds", "rubbish"], "bad-bounds"),
        (
            ["exhaust", f"{TREE}.remove", "--bounds", "Node=3 size=3", "--raises", "Nope"],
            "unknown-exception",
        ),
    ],
)
def test_usage_errors_are_one_line_with_a_slug(
    arguments: list[str], slug: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 4
    assert f"[{slug}]" in capsys.readouterr().err


def test_bounds_from_pyproject(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "pyproject.toml").write_text(f'[tool.refute.bounds]\n"{TREE}" = "Node=3 size=3"\n')
    monkeypatch.chdir(tmp_path)

    assert main(["structures", TREE, "--count"]) == 0
    assert capsys.readouterr().out.startswith("5 structures, 63 candidates")


# -- where the class runs ---------------------------------------------------------------------------


GREEDY = """
import os
from pathlib import Path

class Box:
    size: int

    def rep_ok(self):
        print("not for the terminal")
        return {rep_ok}

    def open(self):
        {open}
"""


def greedy(folder: Path, name: str, rep_ok: str = "self.size >= 0", open: str = "pass") -> str:
    (folder / f"{name}.py").write_text(GREEDY.format(rep_ok=rep_ok, open=open))
    return f"{name}:Box"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_class_is_never_imported_here(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = greedy(folder, "box_elsewhere")

    assert main(["structures", target, "--bounds", "size=0..2", "--count"]) == 0
    assert capsys.readouterr().out.startswith("3 structures, 3 candidates, ")
    assert "box_elsewhere" not in sys.modules


def test_what_a_method_writes_outside_is_refused(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = greedy(folder, "box_writes", open=f"Path({str(folder / 'loot')!r}).write_text('x')")

    main(["exhaust", f"{target}.open", "--bounds", "size=0..2"])
    said = "".join(capsys.readouterr())
    assert "Box.open: no input could be tried" in said
    assert "raised RefusedEffect on 3 inputs: the sandbox refused what was tried" in said
    assert not (folder / "loot").exists()


def test_so_it_is_in_several_processes(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # Long enough to be shared out; a refusal counts as False.
    write = (
        f"self.size < 6000 and (self.size < 3000 or Path({str(folder / 'loot')!r}).write_text('x'))"
    )
    target = greedy(folder, "box_writes_often", rep_ok=write)

    assert main(["structures", target, "--bounds", "size=0..6999", "--count", "-n", "2"]) == 0
    assert capsys.readouterr().out.startswith("3000 structures, 7000 candidates")
    assert not (folder / "loot").exists()


def test_a_method_that_takes_the_process_with_it_is_a_finding(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = greedy(folder, "box_dies", open="os.abort()")

    assert main(["exhaust", f"{target}.open", "--bounds", "size=0..2"]) == 1
    assert capsys.readouterr().out == "box_dies:Box.open: the process dies (SIGABRT)\n"


def test_a_module_that_ends_the_process_is_named(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "box_gone.py").write_text("import os\nos._exit(3)\n")

    assert main(["structures", "box_gone:Box", "--bounds", "size=1"]) == 4
    assert "box_gone: importing it ended the process (exit code 3).  [import-exits]" in (
        capsys.readouterr().err
    )


def test_the_setting_invariants_names_the_predicate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "pots_named.py").write_text(
        "class Pot:\n    n: int\n"
        "    def valid(self):\n        return self.n == 0\n"
        "    def step(self):\n        self.n = 1\n"
    )
    (tmp_path / "pyproject.toml").write_text('[tool.refute]\ninvariants = ["valid"]\n')
    monkeypatch.chdir(tmp_path)

    assert main(["structures", "pots_named:Pot", "--bounds", "n=0..2", "--count"]) == 0
    assert main(["exhaust", "pots_named:Pot.step", "--bounds", "n=0..2"]) == 1
    out = capsys.readouterr().out
    assert out.startswith("1 structure, ")
    assert "Pot.step breaks Pot.valid" in out
