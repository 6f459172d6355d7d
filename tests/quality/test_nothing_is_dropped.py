"""Whatever goes wrong in a search becomes something: a finding, part of one, flaky, or a refusal.

Over every module of the zoo, as written, and over the silent ones with their annotations stripped, where most is doubtful.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from benchmarks.campaigns import SILENT, SUBJECTS, Run, campaigns, zoo  # noqa: E402
from benchmarks.stripped import strip_folder  # noqa: E402

ZOO = sorted({fault.module for fault in zoo().FAULTS if fault.rule != "dies"})
# Every fourth: what they are about does not matter here.
STRIPPED = [path.stem for path in sorted(SILENT.glob("*.py"))][::4]


@pytest.fixture(scope="module")
def stripped(tmp_path_factory):
    folder = tmp_path_factory.mktemp("stripped")
    strip_folder(SILENT, folder)
    return folder


def settled(module: str, folder: Path) -> Run:
    (run,) = campaigns(module, folder, [0], calls=600, seconds=60, settle=True)
    return run


def check(run: Run) -> None:
    seen = run.causes.pop("seen")

    assert run.causes.get("lost", 0) == 0
    assert sum(run.causes.values()) == seen
    signatures = {finding.signature for finding in run.findings}
    assert len(signatures) >= run.causes.get("findings", 0)


@pytest.mark.parametrize("module", ZOO)
def test_nothing_that_was_seen_in_the_zoo_is_lost(module):
    check(settled(module, SUBJECTS))


@pytest.mark.parametrize("module", STRIPPED)
def test_nothing_that_was_seen_without_annotations_is_lost(module, stripped):
    check(settled(module, stripped))
