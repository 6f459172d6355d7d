"""`refute structures` and `refute exhaust`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

SUBJECTS = Path(__file__).parents[1] / "subjects"
sys.path.insert(0, str(SUBJECTS))

from refute.structures_cli import main  # noqa: E402

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


@pytest.mark.parametrize(
    ("arguments", "slug"),
    [
        (["structures", TREE], "bounds-incomplete"),
        (["structures", "korat.binary_tree:Missing"], "bad-target"),
        (["structures", "korat.missing:Missing"], "import-fails"),
        (["structures", "korat"], "bad-target"),
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
