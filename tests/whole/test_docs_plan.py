"""The page "How much is there to test?" says what is true."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from refute.command.main import main

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def beside_the_example(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    shutil.copy(ROOT / "examples" / "paper.py", tmp_path)
    monkeypatch.chdir(tmp_path)


def test_the_picture_is_current() -> None:
    main(["plan", "paper", "--svg", "paper.svg"])

    assert Path("paper.svg").read_text() == (ROOT / "docs" / "pictures" / "paper.svg").read_text()


def test_every_key_of_the_plan_is_documented_and_no_other() -> None:
    Path("untyped.py").write_text("def pad(text, width=10): return text.ljust(width)\n")
    main(["plan", "untyped", "--json", "plan.json"])
    plan = json.loads(Path("plan.json").read_text())
    parameters = plan["operations"][-1]["parameters"]
    guesses = [guess for parameter in parameters for guess in parameter["guesses"]]
    section = (ROOT / "docs" / "json.md").read_text(encoding="utf-8").partition("\n## plan\n")[2]
    rows = re.findall(r"^\| (`[^|]*) \| ([^|]*) \|$", section.partition("\n## ")[0], re.M)
    within = {cell: set(re.findall(r"`(\w+)`", text)) for cell, text in rows}

    assert {key for cell, _ in rows for key in re.findall(r"`(\w+)`", cell)} == set(plan)
    assert within["`operations`"] == {*plan["operations"][-1], *parameters[0], *guesses[0]}
    assert within["`supplies`"] == set(plan["supplies"][0])
