"""Faults behind parameters whose type only the source tells, one for each kind of evidence, are found.

Three seeds, 1000 calls each.  Each was found with all of 10 seeds; were the true share 0.99, one of the three would be missed once
in 33 runs, so two of three are demanded: fewer are seen once in 3,000 runs.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from benchmarks.campaigns import SUBJECTS, campaigns  # noqa: E402

REACH = SUBJECTS / "reach"
MODULES = [path.stem for path in sorted(REACH.glob("infer_*.py"))]


@pytest.mark.parametrize("module", [*MODULES, "infer_neighbour.inventory"])
def test_a_fault_behind_a_guessed_type_is_found(module):
    runs = campaigns(module, REACH, [0, 1, 2], calls=1000, seconds=30)

    found = [any(one.exception == "NameError" for one in run.findings) for run in runs]
    assert sum(found) >= 2
