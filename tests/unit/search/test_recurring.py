"""What raised where before, and what that meant."""

from __future__ import annotations

from dataclasses import replace

from refute.model.sequence import Call
from refute.model.typeform import ANY
from refute.model.verdict import Blame, Severity, Violation
from refute.search.campaign_tuning import BLAMED_WHATEVER, WEIGHED_OFTEN
from refute.search.recurring import Recurring, place_of

CALL = Call("shop:f", (), ANY)


def test_places_in_different_files_at_the_same_instruction_are_told_apart():
    places = set()
    for file in ("a.py", "b.py"):
        scope: dict = {}
        exec(compile("def f():\n    raise ValueError\n", file, "exec"), scope)
        try:
            scope["f"]()
        except ValueError as raised:
            places.add(place_of(raised, CALL))

    assert len(places) == 2


def test_what_was_never_raised_has_a_place_without_a_file():
    assert place_of(ValueError(), CALL) == ("shop:f", ValueError, "", 0, (0, None))


PLACE = place_of(ValueError(), CALL)
EXACT = (PLACE, (0, 1))


def verdict(blame: Blame) -> Violation:
    signature = ("raises", "f:1")
    return Violation("raises", 0, blame, "ValueError", "shop:f", signature, because="protocol")


def test_what_was_our_fault_time_and_again_is_weighed_only_now_and_then():
    recurring = Recurring()
    for _ in range(WEIGHED_OFTEN + 1):
        recurring.note(PLACE, EXACT, verdict(Blame.TEST))

    assert recurring.excused(PLACE, EXACT, calls=1) == "protocol"
    assert not recurring.excused(PLACE, EXACT, calls=32)
    assert not recurring.excused(PLACE, (PLACE, (2,)), calls=1)


def test_one_fault_of_the_code_ends_the_excuse():
    recurring = Recurring()
    for _ in range(50):
        recurring.note(PLACE, EXACT, verdict(Blame.TEST))
    recurring.note(PLACE, EXACT, verdict(Blame.CODE))

    assert not recurring.excused(PLACE, EXACT, calls=1)


def test_what_the_code_was_blamed_for_time_and_again_is_known_at_another_position():
    recurring = Recurring()
    for _ in range(20):
        recurring.note(PLACE, EXACT, verdict(Blame.CODE))
    assert recurring.blamed(EXACT, 7, calls=1) is None
    recurring.note(PLACE, EXACT, verdict(Blame.CODE))

    assert recurring.blamed(EXACT, 7, calls=1) == replace(verdict(Blame.CODE), step=7)
    assert recurring.blamed(EXACT, 7, calls=32) is None


def test_raising_on_purpose_is_known_by_place():
    recurring = Recurring()
    recurring.note_on_purpose(PLACE, "documented")

    assert recurring.on_purpose(PLACE) == "documented"
    assert not recurring.on_purpose(place_of(KeyError(), CALL))


def test_what_the_code_is_to_blame_for_whatever_it_is_given_is_weighed_only_now_and_then():
    recurring = Recurring()
    for kind in range(BLAMED_WHATEVER + 1):
        recurring.note(PLACE, (PLACE, (kind,)), verdict(Blame.CODE))

    assert recurring.blamed((PLACE, (-1,)), 3, calls=1) == replace(verdict(Blame.CODE), step=3)
    assert recurring.blamed((PLACE, (-1,)), 3, calls=32) is None


def test_what_the_code_is_to_blame_for_in_several_ways_is_weighed():
    recurring = Recurring()
    for kind in range(2 * BLAMED_WHATEVER):
        severity = Severity.LIKELY if kind % 2 else Severity.ERROR
        recurring.note(PLACE, (PLACE, (kind,)), replace(verdict(Blame.CODE), severity=severity))

    assert recurring.blamed((PLACE, (-1,)), 3, calls=1) is None
