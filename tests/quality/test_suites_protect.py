"""A suite notices changes that a person would make by mistake.

Each is made by hand, in the text of the module: none was chosen by what the search is known to try.  Measured with seeds 0
to 4: 18 to 20 of 20 are noticed; one search is made here, with seed 0.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SHOP = Path(__file__).parents[1] / "subjects" / "suites" / "corner_shop.py"

CHANGES = [
    ("price * 100)", "price * 10)"),
    ("percent > 100", "percent >= 100"),
    ("total - total * percent", "total + total * percent"),
    ("total >= FREE_DELIVERY", "total > FREE_DELIVERY"),
    ("weight < 3", "weight <= 3"),
    ("weight <= 20", "weight < 20"),
    ("start + size]", "start + size + 1]"),
    ("word[0].upper()", "word[-1].upper()"),
    ("self._amounts.get(article, 0) + amount", "amount"),
    ("amount > have", "amount >= have"),
    ("left = have - amount", "left = have - 1"),
    ("given < amount", "given <= amount"),
    ("self.payments += 1", "self.payments += 2"),
    ("return self.total / self.payments", "return self.total // self.payments"),
    ("popitem(last=False)", "popitem(last=True)"),
    ("len(self._seen) > self.capacity", "len(self._seen) >= self.capacity"),
    ("self.hits += 1", "self.hits += 2"),
    ("self.value >= self.limit", "self.value > self.limit"),
    ("self.rounds += 1", "self.rounds -= 1"),
    ("return max(self._lines", "return min(self._lines"),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("shop")
    (made / "corner_shop.py").write_text(SHOP.read_text())
    command = [sys.executable, "-m", "refute", "suite", "corner_shop", "-o", "tests"]
    subprocess.run(
        [*command, "--sequences", "1500", "-n", "1"], cwd=made, check=True, capture_output=True
    )
    return made


def passes(folder: Path) -> bool:
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "tests"]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True)
    assert done.returncode in (0, 1), done.stdout.decode()
    return done.returncode == 0


def test_most_changes_made_by_hand_are_noticed(folder):
    source = SHOP.read_text()
    assert passes(folder)
    missed = []
    for before, after in CHANGES:
        assert source.count(before) == 1
        (folder / "corner_shop.py").write_text(source.replace(before, after))
        if passes(folder):
            missed.append(after)

    assert len(missed) <= 4, missed


def test_the_suite_is_small_and_says_little_at_a_time(folder):
    tests = (folder / "tests" / "test_corner_shop.py").read_text().split("\ndef test_")[1:]

    assert len(tests) <= 60
    assert max(test.count("    assert ") for test in tests) <= 5
