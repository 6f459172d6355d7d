"""What came out of a body is known wherever it arrives, and ends the step though the code goes on."""

from __future__ import annotations

import pytest

from refute.execute.raised_in_bodies import Blamed, RaisedInBodies
from refute.model.execution import OutOfFuel
from refute.model.verdict import OWN_PROMISE, Blame, Violation


def violation(blame: Blame, rule: str = "raises") -> Violation:
    return Violation(rule, 0, blame, "", "boxes:Box.put", ("raises",))


@pytest.fixture
def raised() -> RaisedInBodies:
    return RaisedInBodies()


def test_what_the_code_is_to_blame_for_is_heard_though_it_catches_it(raised):
    error = KeyError()
    raised._blame(error, violation(Blame.CODE), None, is_outermost=True)

    assert raised.unheard(None) is error and raised.is_caught
    assert raised.unheard(ValueError()) is error and not raised.is_caught
    assert raised.unheard(error) is None


def test_what_the_test_is_to_blame_for_is_not(raised):
    error = KeyError()
    raised._blame(error, violation(Blame.TEST), None, is_outermost=True)

    assert raised.unheard(None) is None
    assert raised.is_origin(error) and not raised.is_own(error)


@pytest.mark.parametrize("is_outermost", [True, False])
def test_a_promise_that_we_broke_ends_the_step_before_what_the_code_makes_of_it(
    raised, is_outermost
):
    broken, error = AssertionError(), KeyError()
    raised._blame(broken, violation(Blame.TEST, OWN_PROMISE), None, is_outermost)
    raised._blame(error, violation(Blame.CODE), None, is_outermost=True)

    assert raised.unheard(error) is broken and raised.unheard(None) is broken
    blamed = raised.blamed(broken)
    assert blamed is not None and blamed.violation.blame is Blame.TEST


def test_without_fuel_nothing_else_counts(raised):
    raised._blame(KeyError(), violation(Blame.CODE), None, is_outermost=True)
    raised.is_dry = True

    assert isinstance(raised.unheard(None), OutOfFuel)


def test_a_wrong_number_of_arguments_is_heard_only_where_the_code_catches_it(raised):
    refused = TypeError()
    blamed = Blamed(AssertionError(), violation(Blame.CODE), None)
    raised._miscounted = (refused, lambda: blamed)

    assert raised.unheard(refused) is None
    assert raised.unheard(None) is blamed.raised and raised.is_caught
    assert raised.blamed(blamed.raised) is blamed
