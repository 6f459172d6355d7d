"""The first thing that goes wrong decides; a finding is named by its cause."""

from __future__ import annotations

from dataclasses import replace

import pytest

from refute.model.verdict import (
    STATE,
    Blame,
    Severity,
    Verdict,
    Violation,
    after_exception,
    hang,
    overruled,
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
    assert [s.value for s in Severity] == ["error", "likely", "robustness"]


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


def test_an_experiment_may_overrule_a_rule():
    guess = overruled(replace(violation(1, Blame.CODE), because=STATE.overrules), STATE)

    assert (guess.because, guess.severity, guess.is_guess) == ("state", Severity.LIKELY, True)


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


def test_robustness_does_not_make_a_run_fail():
    assert [severity.counts for severity in Severity] == [True, True, False]
