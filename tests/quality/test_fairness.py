"""No operation is starved: what can be called at all is called early (thesis 10.2.3 left this open)."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from refute.discover.discovery import discover
from refute.discover.modules import locate
from refute.model.options import Options
from refute.search.campaign import Campaign
from refute.search.never_called import unreached

# A chain of types: a T7 is only made from a T6, and so on down to T0.
CHAIN = "\n".join(
    f"""
class T{n}:
    def __init__(self{f", part: 'T{n - 1}'" if n else ""}) -> None: ...
    def one(self) -> int: return {n}
    def two(self, other: 'T{n}') -> bool: return self is other
    def three(self, n: int, text: str) -> str: return text * (n % 3)
"""
    for n in range(8)
)
FUNCTIONS = "\n".join(f"def f{n}(a: T{n % 8}, b: int) -> int: return b\n" for n in range(8 * 21))
UNREACHABLE = """
class Key:
    def __new__(cls): raise RuntimeError("not like this")

class _Door: ...

def enter(door: _Door) -> None: ...
"""


@pytest.fixture
def two_hundred_operations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "many.py").write_text(CHAIN + FUNCTIONS + UNREACHABLE)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield str(tmp_path)
    sys.modules.pop("many", None)


@pytest.mark.parametrize("seed", range(5))
def test_every_operation_that_can_be_called_is_called_early(
    two_hundred_operations: str, seed: int
) -> None:
    subject = discover([locate("many", two_hundred_operations)])
    campaign = Campaign(subject, Options(seed=seed), None, None, lambda *told: None)

    # A tenth of what two seconds allow for on a slow machine: 20,000 calls.
    while campaign.machine.calls < 20_000:
        campaign.one()

    assert len(subject.routines) >= 200
    never = unreached(campaign.knowledge.routines, campaign.tally.outcomes)
    assert set(never) == {"many:enter"}, never
    assert "_Door" in never["many:enter"]
