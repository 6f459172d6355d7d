"""A campaign on a small subject, in this process: `bench`."""

from __future__ import annotations

import importlib
import itertools
import sys
import textwrap
from pathlib import Path

import pytest

from refute.discover.discovery import discover
from refute.discover.modules import locate
from refute.model.finding import Finding
from refute.model.options import Options
from refute.search.campaign import Campaign
from refute.search.plugins import Extensions

_numbers = itertools.count()


class Bench:
    def __init__(self, campaign: Campaign, told: list[Finding], module: str) -> None:
        self.campaign = campaign
        self.told = told
        self.module = module

    def run(self, sequences: int) -> list[Finding]:
        for _ in range(sequences):
            self.campaign.one()
        return self.told

    def known(self, name: str):
        return self.campaign.knowledge.of_target(f"{self.module}:{name}")


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Return a campaign on a module with this text; what it tells is kept, the last word on each finding."""

    def make(text: str, extensions: Extensions | None = None, only: str = "", **options) -> Bench:
        module = f"searched_{next(_numbers)}"
        (tmp_path / f"{module}.py").write_text(textwrap.dedent(text))
        monkeypatch.syspath_prepend(tmp_path)
        importlib.invalidate_caches()
        subject = discover([locate(f"{module}:{only}" if only else module, tmp_path)])
        monkeypatch.setitem(sys.modules, module, sys.modules[module])
        told: list[Finding] = []

        def tell(finding: Finding, is_early: bool) -> None:
            if not is_early:
                told.append(finding)

        more = {} if extensions is None else {"extensions": extensions}
        return Bench(Campaign(subject, Options(**options), None, None, tell, **more), told, module)

    return make
