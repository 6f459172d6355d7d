"""What is kept for a suite, and how it is chosen and made shorter."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from refute.discover.discovery import discover
from refute.discover.modules import locate
from refute.model.options import Options
from refute.model.sequence import Call, Literal
from refute.search.campaign import Campaign
from refute.search.collector import outcome_of

SOURCE = """
class Box:
    def __init__(self) -> None:
        self.items: list[int] = []

    def put(self, item: int) -> None:
        if item < 0:
            raise ValueError("no negative items")
        self.items.append(item)

    def sum(self) -> int:
        total = sum(self.items)
        if total > 20:
            return -1
        return total

    def is_empty(self) -> bool:
        return not self.items
"""


@pytest.fixture
def campaign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Campaign:
    (tmp_path / "boxes_for_collector.py").write_text(SOURCE)
    monkeypatch.syspath_prepend(str(tmp_path))
    __import__("boxes_for_collector")
    subject = discover([locate("boxes_for_collector", str(tmp_path))])
    monkeypatch.setattr("refute.generate.feedback.SLOWLY", 0.01)  # long ones from the start
    made = Campaign(subject, Options(record=True, sequences=200), None, None, lambda *told: None)
    made.run(0.0, lambda: False)
    yield made
    del sys.modules["boxes_for_collector"]


def shown_by(campaign: Campaign) -> set[tuple[str, str]]:
    return {
        (feature[0].partition(":")[2], feature[1])
        for one in campaign.candidates()
        for feature in one.features
        if len(feature) == 2
    }


def test_every_operation_and_outcome_is_shown(campaign):
    of_calls = {one for one in shown_by(campaign) if one[0] != "Box.items"}  # an attribute, read

    assert of_calls == {
        ("Box", "Box"),
        ("Box.put", "None"),
        ("Box.put", "raises ValueError"),
        ("Box.sum", "int"),
        ("Box.sum", "int empty"),
        ("Box.is_empty", "True"),
        ("Box.is_empty", "False"),
    }


def test_what_is_there_without_running_anything_shows_every_outcome_too(campaign):
    at_once = {feature for one in campaign.kept() for feature in one.features}
    outcomes = {(target.partition(":")[2], outcome) for target, outcome in at_once}

    assert {one for one in shown_by(campaign) if one[0] != "Box.sum"} <= outcomes


def test_shorter_ones_show_the_same(campaign):
    chosen = campaign.candidates()
    shorter = campaign.shortened(chosen, lambda: False)

    everything = {feature for one in chosen for feature in one.features}
    assert everything <= {feature for one in shorter for feature in one.features}
    assert max(one.sequence.calls() for one in shorter) <= 4
    assert sum(len(s.sequence) for s in shorter) < sum(len(c.sequence) for c in chosen)


def test_values_are_plain_but_not_nothing(campaign):
    shorter = campaign.shortened(campaign.candidates(), lambda: False)

    literals = {
        step.operation.source
        for one in shorter
        for step in one.sequence.steps
        if isinstance(step.operation, Literal)
    }
    assert not literals & {"True", "False", "10**30"}


def test_few_are_chosen(campaign):
    chosen = campaign.candidates()

    assert 6 <= len(chosen) <= 10
    assert all(isinstance(one.sequence.steps[-1].operation, Call) for one in chosen)


def test_late_means_as_they_are(campaign):
    chosen = campaign.candidates()

    assert campaign.shortened(chosen, lambda: True) == chosen


@pytest.mark.parametrize(
    ("value", "outcome"),
    [(None, "None"), (False, "False"), (0, "int empty"), (3, "int"), ((), "tuple empty")],
)
def test_outcomes_in_a_word(value, outcome):
    assert outcome_of(value) == outcome


ANSWERS = """
def shape(n: float) -> str:
    return "big" if n > 100 else "small" if n > 1 else "tiny"


def sign(n: int) -> int:
    return (n > 0) - (n < 0)


def twice(n: int) -> int:
    return 2 * n


def told(n: int) -> str:
    return f"the number is {n % 2}"
"""


def test_each_of_few_answers_is_an_outcome_and_none_of_many(bench):
    one = bench(ANSWERS, record=True)
    one.run(200)

    assert shown_by(one.campaign) == {
        *(("shape", f"'{answer}'") for answer in ("big", "small", "tiny")),
        *(("sign", answer) for answer in ("-1", "0", "1")),
        *(("twice", answer) for answer in ("int", "int empty")),
        ("told", "str"),
    }


def test_numbers_are_written_as_numbers(bench):
    one = bench(
        "def flip(n: int) -> int:\n    return -n\n\ndef no(b: bool) -> bool:\n    return not b",
        record=True,
    )
    one.run(200)
    chosen = one.campaign.shortened(one.campaign.candidates(), lambda: False)
    written = {
        (call.operation.target.partition(":")[2], literal.operation.source)
        for literal, call in (shown.sequence.steps for shown in chosen)
    }

    assert ("flip", "0") in written
    assert {("no", "True"), ("no", "False")} <= written
    assert not {("flip", "True"), ("flip", "False")} & written
