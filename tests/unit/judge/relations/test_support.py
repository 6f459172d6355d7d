"""On how many inputs a relation held."""

from __future__ import annotations

from dataclasses import replace

from refute.judge.relations import support as room
from refute.judge.relations.round_trips import ROUND_TRIP
from refute.judge.relations.support import Support

CLAIM = (("round-trip", "shop:f", "shop:g"), ("str",))
FAMILY = replace(ROUND_TRIP, enough=3)


def noted(held: int, failed: int) -> Support:
    support = Support()
    for number in range(held + failed):
        support.note(CLAIM, number < held, number)
    return support


def test_what_held_on_a_clear_majority_of_enough_inputs_is_a_law():
    assert noted(400, 1).is_law(FAMILY, CLAIM)
    assert noted(60, 40).is_law(FAMILY, CLAIM)
    assert noted(7, 1).is_law(FAMILY, CLAIM)
    assert not noted(2, 0).is_law(FAMILY, CLAIM)  # too few
    assert not Support().is_law(FAMILY, CLAIM)


def test_what_fails_often_is_none():
    assert not noted(10, 24).is_law(FAMILY, CLAIM)
    assert not noted(200, 200).is_law(FAMILY, CLAIM)
    assert not noted(550, 450).is_law(FAMILY, CLAIM)
    assert not noted(9, 6).is_law(FAMILY, CLAIM)  # may be chance
    assert not noted(90, 10).is_law(replace(FAMILY, share=0.97), CLAIM)


def test_what_the_language_demands_needs_no_evidence():
    assert Support().is_law(replace(FAMILY, enough=0), CLAIM)


def test_the_same_input_counts_once_and_as_it_was_at_its_worst():
    support = Support()
    for held in (True, False, True):
        support.note(CLAIM, held, 7)

    assert tuple(support.counted(CLAIM)) == (0, 1)


def test_memory_is_bounded(monkeypatch):
    monkeypatch.setattr(room, "_MOST_INPUTS", 2)

    assert noted(4, 0).counted(CLAIM).seen == 2
