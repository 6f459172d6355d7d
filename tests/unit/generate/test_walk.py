"""A walk stays with one object."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

from refute.discover.discovery import discover
from refute.discover.modules import locate
from refute.model.options import Options
from refute.model.sequence import Call
from refute.search.campaign import Campaign

FOLDER = Path(__file__).parents[2] / "subjects" / "t2"


def walks(module: str, count: int, **options: object) -> tuple[Campaign, list[Counter[int]]]:
    """Return how often each position was the receiver, for so many walks."""
    sys.modules.pop(module, None)
    subject = discover([locate(module, FOLDER)])
    chosen = Options(sequences=count, by="walk", **options)  # type: ignore[arg-type]
    campaign = Campaign(subject, chosen, None, None, lambda *told: None)
    receivers = []
    for _ in range(count):
        campaign.one()
        sequence = campaign.last.sequence
        receivers.append(
            Counter(
                sequence.sources(position)[0]
                for position, (operation, _) in enumerate(sequence.steps)
                if isinstance(operation, Call) and operation.how == "method"
            )
        )
    return campaign, receivers


def test_most_calls_are_made_on_one_object() -> None:
    campaign, receivers = walks("binary_search_tree", 40)
    shares = [c.most_common(1)[0][1] / c.total() for c in receivers if c.total() > 10]

    assert campaign.last.made_by == "walk"
    assert len(shares) > 20 and sum(shares) / len(shares) > 0.8


def test_how_many_can_be_set() -> None:
    _, receivers = walks("binary_search_tree", 40, on_target=0.0)
    shares = [c.most_common(1)[0][1] / c.total() for c in receivers if c.total() > 10]

    assert sum(shares) / len(shares) < 0.8


def test_walks_are_as_long_as_asked_for() -> None:
    campaign, _ = walks("binary_search_tree", 30, length=8)

    assert campaign.last.sequence.calls() <= 8


def test_where_there_is_nothing_to_walk_around_it_is_done(tmp_path: Path) -> None:
    (tmp_path / "plain_functions.py").write_text("def f(x: int) -> int:\n    return x\n")
    subject = discover([locate("plain_functions", tmp_path)])
    options = Options(sequences=5, by="walk")
    campaign = Campaign(subject, options, None, None, lambda *told: None)

    assert not campaign.one()


HOLDERS = """
class Node:
    def __init__(self) -> None:
        self.left: Node | None = None
        self.right: Node | None = None

class Tree:
    def __init__(self, root: Node) -> None:
        self._root = root

    def size(self) -> int:
        return 1
"""


def test_what_only_holds_others_is_not_walked_around(tmp_path: Path) -> None:
    (tmp_path / "holders.py").write_text(HOLDERS)
    sys.modules.pop("holders", None)
    subject = discover([locate("holders", tmp_path)])
    campaign = Campaign(subject, Options(by="walk"), None, None, lambda *told: None)
    for _ in range(40):
        campaign.one()
    calls = {one.routine.target: one.calls for one in campaign.knowledge.routines}

    # Its attributes are read all the same, when it is their turn.
    assert 0 < calls["holders:Node.left"] < calls["holders:Tree.size"] / 5
