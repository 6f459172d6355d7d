"""Which generators make sequences, and how another joins them."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import refute
from refute.model.options import GENERATORS

ROOT = Path(__file__).parents[3]
DOOR = """
class Door:
    def __init__(self, locks: int) -> None:
        self._locks = [0] * (locks % 9)
    def invariant(self) -> bool:
        return len(self._locks) >= 0
    def open(self) -> int:
        return len(self._locks)
"""


@pytest.mark.parametrize(
    ("by", "made_by"),
    [
        ("mix", {"graph", "feedback", "walk", "structures"}),
        ("graph", {"graph"}),
        ("feedback", {"feedback"}),
        ("walk", {"walk"}),
        ("structures", {"structures"}),
        ("walk-blind", {"walk-blind"}),
    ],
)
def test_the_generators_asked_for_make_the_sequences(bench, by, made_by):
    one = bench(DOOR, by=by)
    made = set()
    while one.campaign.tally.sequences < 400 and one.campaign.one():
        made.add(one.campaign.last.made_by)

    assert by in GENERATORS
    assert made == made_by


def test_the_documented_diff_adds_a_generator(tmp_path):
    page = (ROOT / "docs" / "extending.md").read_text(encoding="utf-8")
    section = page.partition("## Add a generator")[2]
    diff = re.search(r"^```diff\n(.*?)^```$", section, re.M | re.S)[1]
    shutil.copytree(Path(refute.__file__).parent, tmp_path / "src" / "refute")
    subprocess.run(["git", "apply", "-"], input=diff, text=True, cwd=tmp_path, check=True)
    (tmp_path / "door.py").write_text(DOOR)
    program = (
        "from refute.discover.discovery import discover\n"
        "from refute.discover.modules import locate\n"
        "from refute.model.options import Options\n"
        "from refute.search.campaign import Campaign\n"
        "one = Campaign(discover([locate('door', '.')]), Options(), None, None, print)\n"
        "made = [one.last.made_by for _ in range(300) if one.one() and one.last]\n"
        "print(sorted(set(made)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path / "src")},
        capture_output=True,
        text=True,
    )

    assert "once-more" in done.stdout, done.stderr
