"""Saved sequences run again and compared with their recordings."""

from __future__ import annotations

from pathlib import Path

import pytest

from refute.keep.replayed import Replayed, difference, replay_all, still_fails
from refute.keep.store import Saved
from refute.model.execution import Raised, Returned, Stopped
from refute.model.finding import Finding
from refute.model.messages import CannotRun, Died, Examined, TimedOut
from refute.model.sequence import Call, Sequence
from refute.model.story import Did
from refute.model.typeform import INT, TypeForm
from refute.model.verdict import Blame, Violation

SEQUENCE = Sequence().extend(Call("shop:f", (), INT))
SEVEN = Did(Returned(INT, "7"))


def violation(rule: str = "raises", blame: Blame = Blame.CODE) -> Violation:
    return Violation(rule, 0, blame, "KeyError", "shop:f", (rule, "f:1"))


class Fresh:
    """Answers every question in the same way."""

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def ask(self, question: object) -> object:
        return self.answer

    def hangs(self, sequence: Sequence, seconds: float, because: str) -> object:
        return self.answer


def tried(answer: object, rule: str = "raises") -> tuple[Violation | None, str]:
    return still_fails(Fresh(answer), Finding(violation(rule), SEQUENCE, SEQUENCE, 0, "feedback"))


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (Examined(None), "passes"),
        (Examined(violation(blame=Blame.TEST)), "refuses"),
        (CannotRun("shop has no f"), "shop has no f"),
    ],
)
def test_what_does_not_fail_any_more_has_a_reason(answer, reason):
    assert tried(answer) == (None, reason)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (Examined(violation()), "KeyError"),
        (Died("SIGSEGV"), "the process dies (SIGSEGV)"),
        (TimedOut(hangs=True), "does not return"),
    ],
)
def test_what_fails_or_ends_the_process_still_fails(answer, message):
    again, reason = tried(answer)

    assert (again.message, reason) == (message, "")


def test_a_call_that_hung_is_given_its_time_again():
    assert tried(True, "hangs") == (violation("hangs"), "")
    assert tried(False, "hangs") == (None, "passes")


@pytest.mark.parametrize(
    ("now", "how"),
    [
        (Did(Returned(INT, "8")), "returned 7, now returned 8"),
        (Did(Raised("KeyError", "3")), "returned 7, now raised KeyError: 3"),
        (Did(Raised("KeyError", "")), "returned 7, now raised KeyError"),
        (Did(Stopped("time")), "returned 7, now was stopped (time)"),
        (Did(Returned(TypeForm("shop:A"), "A")), "returned 7, now returned A (A)"),
    ],
)
def test_the_first_step_that_does_something_else_is_told(now, how):
    saved = Saved(SEQUENCE, ("shop",), Path(), None, (SEVEN, SEVEN))

    assert difference(saved, (SEVEN, now)) == (1, how)


def test_where_all_steps_do_the_same_nothing_is_told():
    saved = Saved(SEQUENCE, ("shop",), Path(), None, (SEVEN,))

    assert difference(saved, (SEVEN,)) == (None, "")
    assert difference(saved, ()) == (None, "")


def test_what_varies_by_itself_has_not_changed():
    saved = Saved(SEQUENCE, ("shop",), Path())

    assert Replayed(saved, how="returned 7, now returned 8").changed
    assert not Replayed(saved, how="returned 7, now returned 8", varies=True).changed
    assert not Replayed(saved).changed


def test_nothing_is_replayed_of_nothing():
    assert list(replay_all([])) == []
