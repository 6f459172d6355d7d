"""The page "All the small trees" says what is true."""

from __future__ import annotations

import doctest
import io
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "structures.md"

from refute.command.main import main  # noqa: E402


@pytest.fixture(autouse=True)
def beside_the_example(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "examples"))
    monkeypatch.chdir(tmp_path)


def test_the_python_examples() -> None:
    blocks = re.findall(r"```pycon\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)
    test = doctest.DocTestParser().get_doctest(
        "\n".join(blocks), {"__name__": "page"}, "page", str(PAGE), 0
    )
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    output = io.StringIO()
    runner.run(test, out=output.write)

    assert runner.failures == 0, output.getvalue()


def test_the_class_on_the_page_is_the_one_in_the_example() -> None:
    example = (ROOT / "examples" / "trees.py").read_text(encoding="utf-8")
    block = re.search(r"```python\nclass Node.*?```", PAGE.read_text(encoding="utf-8"), re.S)

    assert block is not None
    lines = [line for line in block.group().splitlines()[1:-1] if line.strip()]
    assert all(line in example.splitlines() for line in lines)


def test_the_picture_is_current() -> None:
    main(
        [
            "structures",
            "trees:BinaryTree",
            "--bounds",
            "Node=3 size=3",
            "--draw",
            "svg",
            "-o",
            "three.svg",
        ]
    )

    assert Path("three.svg").read_text() == (ROOT / "docs" / "pictures" / "three.svg").read_text()
