"""The page of figures and what `make bench` runs are the same."""

from __future__ import annotations

import importlib
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from benchmarks.__main__ import NAMES  # noqa: E402


def test_the_page_shows_what_is_run_in_the_same_order():
    page = (ROOT / "docs" / "benchmarks.md").read_text()
    shown = re.findall(r"^`python -m benchmarks\.(\w+)", page, re.MULTILINE)

    assert list(NAMES) == shown


@pytest.mark.parametrize("name", NAMES)
def test_each_can_be_run(name):
    assert callable(importlib.import_module(f"benchmarks.{name}").main)
