"""The first thing that goes wrong decides; a finding is named by its cause."""

from __future__ import annotations

from dataclasses import replace

import pytest

from refute.model.verdict import (
    DEADLOCK,
    NOT_TRIED,
    SET_FROM_OUTSIDE,
    STATE,
    Blame,
    Severity,
    Verdict,
    Violation,
    after_exception,
    capped,
    deadlock,
    doubted,
    hang,
    overruled,
    same_cause,
    unreached,
    verdict_of,
)


def violation(step: int, blame: Blame) -> Violation:
    return Violation("raises", step, blame, "", "shop:f", ("raises", "KeyError", "f:3"))


def test_nothing_broken_is_a_pass():
    assert verdict_of([]) is Verdict.PASS


@pytest.mark.parametrize(
    ("blame", "verdict"),
    [
        (Blame.CODE, Verdict.FAIL),
        (Blame.TEST, Verdict.INVALID),
        (Blame.NOBODY, Verdict.STOPPED),
    ],
)
def test_the_blame_decides(blame, verdict):
    assert verdict_of([violation(0, blame)]) is verdict


def test_a_bad_argument_before_the_crash_makes_the_run_invalid():
    crash, bad_argument = violation(5, Blame.CODE), violation(2, Blame.TEST)

    assert verdict_of([crash, bad_argument]) is Verdict.INVALID


def test_severities_are_in_the_order_of_showing():
    assert [s.value for s in Severity] == ["error", "likely", "robustness", "doubtful"]


def test_what_needs_an_object_that_no_call_leads_to_is_no_error():
    weaker = unreached(violation(1, Blame.CODE))

    assert weaker.severity is Severity.ROBUSTNESS
    assert weaker.signature == ("structure", "raises", "shop:f")
    assert "no call has led to it" in weaker.reason
    assert weaker.caps == ("no-call-leads-there",)


def test_the_id_of_a_guess_about_a_built_object_is_that_of_older_versions():
    weaker = unreached(replace(violation(1, Blame.CODE), is_guess=True))

    assert weaker.signature == ("structure", "guess-raises", "shop:f")


def test_caps_are_known_by_name_in_the_order_in_which_they_applied():
    both = after_exception(unreached(violation(1, Blame.CODE)))

    assert both.caps == ("no-call-leads-there", "raised-before")


@pytest.mark.parametrize(
    ("is_guess", "reason", "told"),
    [(True, "so it is", "a guess: so it is"), (False, "so it is", "so it is"), (True, "", "")],
)
def test_a_guess_says_so_to_a_reader(is_guess, reason, told):
    guess = replace(violation(1, Blame.CODE), is_guess=is_guess, reason=reason)

    assert guess.told_reason == told


def test_a_deadlock_is_a_hang_that_says_what_it_waits_for():
    waits = deadlock(hang("shop:f", 1, 5.0))

    assert (waits.rule, waits.because, waits.seconds) == ("hangs", DEADLOCK, 5.0)
    assert waits.message == "waits for a lock that its own thread has taken"


def test_an_experiment_may_overrule_a_rule():
    guess = overruled(replace(violation(1, Blame.CODE), because="asked-for"), STATE)

    assert (guess.because, guess.severity, guess.is_guess) == ("state", Severity.LIKELY, True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (Severity.ERROR, Severity.LIKELY),
        (Severity.LIKELY, Severity.LIKELY),
        (Severity.ROBUSTNESS, Severity.ROBUSTNESS),
    ],
)
def test_what_needs_an_attribute_set_from_outside_is_likely_at_most(before, after):
    weaker = capped(replace(violation(1, Blame.CODE), severity=before), SET_FROM_OUTSIDE)

    assert (weaker.severity, weaker.caps) == (after, ("set-from-outside",))


def test_what_needs_a_call_that_raised_counts_less():
    weaker = after_exception(violation(1, Blame.CODE))

    assert weaker.severity is Severity.ROBUSTNESS
    assert weaker.signature == violation(1, Blame.CODE).signature
    assert "before it a call raised" in weaker.reason
    itself = after_exception(violation(1, Blame.CODE), by_itself=True)
    assert "the call raised, and left something changed" in itself.reason


@pytest.mark.parametrize("seconds", [0.5, 5.0, 60.0])
def test_a_call_that_does_not_return_is_not_robust_and_one_finding_for_each_operation(seconds):
    found = hang("shop:f", 3, seconds, "shop.py", 7)

    assert (found.blame, found.severity) == (Blame.CODE, Severity.ROBUSTNESS)
    assert found.signature == ("hangs", "shop:f")
    assert found.seconds == seconds


def test_neither_robustness_nor_a_doubt_makes_a_run_fail():
    assert [severity.counts for severity in Severity] == [True, True, False, False]


def test_a_refusal_is_not_told_and_a_doubt_is():
    refusal = violation(0, Blame.TEST)
    doubtful = doubted(violation(0, Blame.CODE), NOT_TRIED)

    assert refusal.is_refusal and not refusal.is_told
    assert doubtful.is_told and not doubtful.is_refusal
    assert (doubtful.blame, doubtful.severity) == (Blame.TEST, Severity.DOUBTFUL)
    assert doubtful.caps == ("not-tried",)
    assert violation(0, Blame.CODE).is_told
    assert not violation(0, Blame.NOBODY).is_told


@pytest.mark.parametrize(
    ("older", "same"),
    [
        (("raises", "KeyError", "m:g", "m:f+2"), True),
        (("raises", "KeyError", "m:f+2"), False),
        (("raises", "IndexError", "m:g", "m:f+2"), False),
        (("eq-reflexive", "m:C"), False),
        (("raises", "KeyError", "m:g", "m:f", "a[b]", ""), True),
        (("raises", "KeyError", "m:g", "m:f", "a[c]", ""), False),
        ((), False),
    ],
)
def test_the_cause_of_an_older_finding_is_known_by_its_functions(older, same):
    now = ("raises", "KeyError", "m:g", "m:f", "a[b]", "")

    assert same_cause(older, now) is same_cause(now, older) is same
