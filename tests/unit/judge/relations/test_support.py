"""On how many inputs a relation held."""

from __future__ import annotations

from dataclasses import replace

from refute.judge.relations import support as room
from refute.judge.relations.round_trips import ROUND_TRIP
from refute.judge.relations.support import Support

CLAIM = (("round-trip", "shop:f", "shop:g"), ("str",))
FAMILY = replace(ROUND_TRIP, enough=3, share=0.5)


def noted(*degrees: float) -> Support:
    support = Support()
    for number, degree in enumerate(degrees):
        support.note(CLAIM, degree, number)
    return support


def test_what_held_often_enough_is_a_law():
    assert noted(1, 1, 1, 0).is_law(FAMILY, CLAIM)
    assert not noted(1, 1, 0).is_law(FAMILY, CLAIM)  # too few
    assert not noted(1, 1, 1, 0, 0, 0, 0).is_law(FAMILY, CLAIM)  # not of most
    assert not Support().is_law(FAMILY, CLAIM)


def test_what_agrees_in_part_counts_for_the_share_unless_the_family_says_otherwise():
    support = noted(1, 1, 1, 0.5, 0.5, 0.5, 0.5)

    assert support.is_law(FAMILY, CLAIM)
    assert not support.is_law(replace(FAMILY, partly=False), CLAIM)
    assert tuple(support.counted(CLAIM)) == (3, 7, 5.0)


def test_the_same_input_counts_once_and_as_it_was_at_its_worst():
    support = Support()
    for degree in (1, 0, 1):
        support.note(CLAIM, degree, 7)

    assert tuple(support.counted(CLAIM)) == (0, 1, 0)


def test_memory_is_bounded(monkeypatch):
    monkeypatch.setattr(room, "_MOST_INPUTS", 2)

    assert noted(1, 1, 1, 1).counted(CLAIM).seen == 2
