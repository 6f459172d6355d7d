"""What speaks for the code's fault, whatever its rule says: the state, and a hole."""

from __future__ import annotations

from dataclasses import replace

import pytest

from refute.model.verdict import Severity


def test_the_same_call_on_a_new_object_shows_that_it_is_the_state(experiments):
    asked = experiments.calls("''", ("Votes", ()), ("Votes.close", (1,)), ("Votes.of", (1, 0)))

    assert experiments.guess(asked).because == "asked-for"
    assert experiments.tried(asked).because == "state"


def test_the_state_is_asked_about_whatever_the_rule(experiments):
    sealed = experiments.calls(
        "''", ("Basket", (0,)), ("Basket.seal", (1,)), ("Basket.share", (1,))
    )
    guess = replace(
        experiments.guess(sealed), severity=Severity.ROBUSTNESS, because="others-accepted"
    )

    assert experiments.experiment.tried(sealed, guess).violation.because == "state"


@pytest.mark.parametrize(
    "steps",
    [
        # Our own list was changed with it.
        ("[1]", ("Basket", (0,)), ("empty", (0,)), ("Basket.mean", (1,))),
        # What it was given is in doubt.
        ("[1]", ("Basket", (0,)), "''", ("Basket.keep", (1, 2)), ("Basket.mean", (1,))),
        # It is so on an object just made.
        ("[]", ("Basket", (0,)), ("Basket.seal", (1,)), ("Basket.mean", (1,))),
        # There is no object.
        ("[]", ("mean", (0,))),
    ],
)
def test_only_a_state_of_the_codes_own_object_speaks_for_its_fault(experiments, steps):
    sequence = experiments.calls(*steps)
    guess = replace(experiments.guess(sequence), severity=Severity.ROBUSTNESS)

    assert experiments.experiment.tried(sequence, guess).violation is guess


def test_a_value_that_fails_between_two_that_do_not_is_in_a_hole(experiments):
    hole = experiments.calls("'a'", "3", ("share", (0, 1)))
    guess = replace(experiments.guess(hole), severity=Severity.ROBUSTNESS)

    assert experiments.experiment.tried(hole, guess).violation.because == "hole"


@pytest.mark.parametrize(
    "change",
    [{"because": "extreme-value"}, {"exception": "TypeError"}, {"caps": ("internal",)}],
)
def test_a_hole_is_not_looked_for_where_it_would_prove_nothing(experiments, change):
    hole = experiments.calls("'a'", "3", ("share", (0, 1)))
    guess = replace(experiments.guess(hole), severity=Severity.ROBUSTNESS, **change)

    assert experiments.experiment.tried(hole, guess).violation is guess


def test_beside_a_flag_there_is_no_hole(experiments):
    flag = experiments.calls("'a'", "0", ("headed", (0, 1)))
    guess = replace(experiments.guess(flag), severity=Severity.ROBUSTNESS)

    assert experiments.experiment.tried(flag, guess).violation is guess


def test_a_hole_in_a_table_of_ours_is_ours(experiments):
    missing = experiments.calls("{1: 1, 3: 3}", "2", ("picked", (0, 1)))
    guess = replace(experiments.guess(missing), severity=Severity.ROBUSTNESS)

    assert experiments.experiment.tried(missing, guess).violation is guess


def test_a_list_that_is_asked_for_its_own_items_is_in_no_hole(experiments):
    missing = experiments.calls("[1, 2]", ("by_own_items", (0,)))
    guess = replace(experiments.guess(missing), severity=Severity.ROBUSTNESS, because="asked-for")

    assert experiments.experiment.tried(missing, guess).violation is guess
