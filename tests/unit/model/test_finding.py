"""A finding goes by its cause, and is told once."""

from __future__ import annotations

from refute.model.finding import Finding, finding_id, without_overtaken
from refute.model.sequence import Allocate, Sequence
from refute.model.verdict import (
    Blame,
    Violation,
    unreached,
)


def violation(step: int, blame: Blame) -> Violation:
    return Violation("raises", step, blame, "", "shop:f", ("raises", "KeyError", "f:3"))


def test_the_name_of_a_finding_depends_on_its_cause_only():
    one = Finding(violation(1, Blame.CODE), Sequence(), Sequence(), 0, "feedback")
    other = Finding(violation(9, Blame.CODE), Sequence(), Sequence(), 7, "walk-blind", seen=5)

    assert one.id == other.id == finding_id(("raises", "KeyError", "f:3"))
    assert len(one.id) == 6 and int(one.id, 16) >= 0
    assert finding_id(("raises", "KeyError", "f:4")) != one.id


def test_what_calls_alone_show_is_not_shown_on_built_objects_too():
    built = Sequence().extend(Allocate("shop:Node"))
    by_calls = Finding(violation(1, Blame.CODE), Sequence(), Sequence(), 0, "feedback")
    on_built = Finding(unreached(violation(1, Blame.CODE)), built, built, 0, "structures")

    assert without_overtaken([on_built, by_calls]) == [by_calls]
    assert without_overtaken([on_built]) == [on_built]
