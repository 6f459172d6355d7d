"""The first thing that goes wrong decides; a finding is named by its cause."""

from __future__ import annotations

import pytest

from refute.model.verdict import (
    Blame,
    Severity,
    Verdict,
    Violation,
    after_exception,
    hang,
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
