"""Faults behind a certain kind of value are found, because that value is passed: with every seed, within so many calls.

Each module has one fault that needs one kind of value.  Measured with two or three seeds each: found with all of them, after
at most 5,300 calls.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from benchmarks.campaigns import SUBJECTS, campaigns  # noqa: E402

REACH = SUBJECTS / "reach"
MODULES = sorted(path.stem for path in REACH.glob("value_*"))
CALLS = 60_000


def raises(finding) -> bool:
    return (finding["rule"] if isinstance(finding, dict) else finding.rule) == "raises"


@pytest.mark.parametrize("module", MODULES)
def test_a_fault_behind_a_kind_of_value_is_found(module):
    def is_found(findings) -> bool:
        return any(map(raises, findings))

    runs = campaigns(module, REACH, [0, 1, 2], calls=CALLS, seconds=60, until=is_found)

    assert [is_found(run.findings) for run in runs] == [True] * 3
