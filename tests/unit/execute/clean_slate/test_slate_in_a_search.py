"""State hidden in all kinds of places: a search that leaves it where it is tells lies, one that puts it back does not."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from refute.discover.discovery import discover
from refute.discover.modules import locate
from refute.execute.clean_slate.slate import Slate
from refute.execute.machine import Machine
from refute.look.kinds import Kinds
from refute.model.execution import RETURNED
from refute.model.finding import Finding
from refute.model.options import Options
from refute.search.campaign import Campaign

FOLDER = Path(__file__).parents[3] / "subjects" / "state"
ZOO = sorted(path.stem for path in FOLDER.glob("*.py"))


@pytest.fixture(autouse=True)
def own_state(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What the naive runs leave behind is not for the other tests."""
    slate = Slate(lambda name: False)
    with monkeypatch.context() as patch:
        patch.syspath_prepend(FOLDER)
        yield
    slate.restore(thorough=True)


def found(name: str, clean: bool) -> list[Finding]:
    """Return what a search on a freshly imported module finds."""
    sys.modules.pop(name, None)
    told: dict[str, Finding] = {}

    def tell(finding: Finding, is_early: bool) -> None:
        told[finding.id] = finding

    subject = discover([locate(name, FOLDER)])
    options = Options(sequences=100, clean_slate=clean)
    campaign = Campaign(subject, options, None, None, tell)
    campaign.run(float("inf"), lambda: False)
    return list(told.values())


def fails_when_fresh(name: str, finding: Finding) -> bool:
    sys.modules.pop(name, None)
    importlib.import_module(name)
    machine = Machine(Kinds())
    machine.start()
    slate = Slate(lambda other: other == name)
    _, outcome = slate.run(lambda: machine.perform_all(finding.sequence.steps))
    return outcome is not RETURNED


@pytest.mark.parametrize("name", ZOO)
def test_state_left_behind_looks_like_a_fault(name: str) -> None:
    slate = Slate(lambda other: False)
    (finding,) = found(name, clean=False)
    slate.restore(thorough=True)

    assert not fails_when_fresh(name, finding)


@pytest.mark.parametrize("name", ZOO)
def test_state_put_back_does_not(name: str) -> None:
    assert found(name, clean=True) == []


def test_the_zoo_is_large() -> None:
    assert len(ZOO) >= 15
