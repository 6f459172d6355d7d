"""Conditions that random values hardly ever meet are met: every seed, a stated number of sequences."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from benchmarks.campaigns import SUBJECTS, campaigns  # noqa: E402

# By far the most are found in the first round, which begins after 100 sequences; the second begins after 200.
SEQUENCES = 600


@pytest.mark.parametrize("module", ["steer_between", "steer_computed", "steer_prefix"])
def test_a_condition_that_nobody_meets_by_chance_is_met_with_every_seed(module):
    runs = campaigns(module, SUBJECTS / "reach", list(range(20)), seconds=60, until=len)

    found = [
        run.sequences for run in runs if any(f.exception == "IndexError" for f in run.findings)
    ]
    assert len(found) == 20
    assert max(found) <= SEQUENCES
