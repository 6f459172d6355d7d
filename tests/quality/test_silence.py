"""Correct code yields no finding: false alarms are our worst defect.

Over every module of `golden/silent`, two seeds, 3000 calls each, nothing may be of severity error or likely; of the
severity robustness something may be left, since it says no more than that an input error surfaces late.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from benchmarks.campaigns import CALLER, RELATIONS, SILENT, SUBJECTS, campaigns, zoo  # noqa: E402

# Modules on which something is found though nothing is wrong, each with what and why it is so.
KNOWN_LOUD: dict[str, str] = {}


def loud(module: str, folder: Path) -> list[str]:
    runs = campaigns(module, folder, [0, 1], calls=3000, seconds=60)
    assert not [run for run in runs if run.died]
    return [
        f"{finding.rule} ({finding.severity}) {finding.operation}\n{finding.source}"
        for run in runs
        for finding in run.findings
        if finding.severity != "robustness"
    ]


@pytest.mark.parametrize(
    "module",
    [path.stem for path in sorted(SILENT.glob("*.py")) if path.stem not in KNOWN_LOUD],
)
def test_nothing_is_found_in_correct_code(module):
    found = loud(module, SILENT)

    assert found == [], "\n".join(found)


@pytest.mark.parametrize("module", [path.stem for path in sorted(CALLER.glob("*.py"))])
def test_nothing_is_found_where_the_caller_is_to_blame(module):
    found = loud(module, CALLER)

    assert found == [], "\n".join(found)


@pytest.mark.parametrize("module", [path.stem for path in sorted(RELATIONS.glob("*.py"))])
def test_nothing_is_found_where_operations_agree_or_need_not(module):
    found = loud(module, RELATIONS)

    assert found == [], "\n".join(found)


@pytest.mark.parametrize("module", zoo().CORRECT)
def test_nothing_is_found_in_the_correct_containers_of_the_zoo(module):
    found = loud(module, SUBJECTS)

    assert found == [], "\n".join(found)


def test_what_is_listed_as_loud_is_loud():
    stale = [module for module in KNOWN_LOUD if not loud(module, SILENT)]

    assert stale == [], "silent by now: take it off the list"
