"""The page of figures and what `make bench` runs are the same."""

from __future__ import annotations

import importlib
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from benchmarks import campaigns, hardening, throughput  # noqa: E402
from benchmarks.__main__ import NAMES  # noqa: E402


def test_the_page_shows_what_is_run_in_the_same_order():
    page = (ROOT / "docs" / "benchmarks.md").read_text()
    shown = re.findall(r"^`python -m benchmarks\.(\w+)", page, re.MULTILINE)

    assert list(NAMES) == shown


@pytest.mark.parametrize("name", NAMES)
def test_each_can_be_run(name):
    assert callable(importlib.import_module(f"benchmarks.{name}").main)


def test_the_memory_measured_is_that_of_the_process_that_searches(tmp_path, monkeypatch):
    (tmp_path / "hoard.py").write_text("HELD = b'x' * (200 << 20)\n\ndef f() -> int: return 1\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    figures = throughput.measure("hoard", 0.01)

    assert min(figures["memory"]) > 200


def test_attempts_are_counted_as_pytest_tells_them_with_the_settings_of_the_project(
    tmp_path, monkeypatch
):
    (tmp_path / "pyproject.toml").write_text((ROOT / "pyproject.toml").read_text())
    (tmp_path / "tests" / "whole").mkdir(parents=True)
    file = tmp_path / "tests" / "whole" / "test_some.py"
    file.write_text("def test_a(): pass\ndef test_b(): assert False\n")
    monkeypatch.setattr(hardening, "ROOT", tmp_path)
    monkeypatch.delenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", raising=False)

    assert hardening.attempts("some") == {"held": 1, "broke": 1}
    file.write_text("")
    with pytest.raises(RuntimeError, match="no attempt was made"):
        hardening.attempts("some")


def test_a_campaign_is_on_the_module_of_its_folder_whatever_else_has_the_name(
    tmp_path, monkeypatch
):
    monkeypatch.setitem(sys.modules, "half", ModuleType("half"))
    (tmp_path / "half.py").write_text("def half(n: int) -> float: return 1 / (n // 2)\n")
    (run,) = campaigns.campaigns("half", tmp_path, [0], calls=300)

    assert [finding.operation for finding in run.findings] == ["half:half"]


def test_a_campaign_that_cannot_begin_says_why(tmp_path):
    (tmp_path / "broken.py").write_text("import nowhere\n")

    with pytest.raises(RuntimeError, match="nowhere"):
        campaigns.campaigns("broken", tmp_path, [0], calls=1)
