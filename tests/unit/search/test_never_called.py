"""Why an operation was never called."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from refute.model.subject import Input, Routine
from refute.model.typeform import ANY, INT, STR, TypeForm
from refute.search.never_called import (
    AT_FIRST,
    NO_TIME,
    ran_out,
    stopped_early,
    unaccepted,
    unreached,
)

MARKER = TypeForm("shop:Marker")


def way(target, *, output=ANY, missing=None, calls=0, passed=0):
    routine = Routine(target, "function", (), output)
    return SimpleNamespace(routine=routine, missing=missing, calls=calls, passed=passed)


def test_what_can_be_written_down_was_only_late():
    rename = way("shop:Account.owner=", missing=STR)

    assert unreached([rename], {}) == {"shop:Account.owner=": NO_TIME}
    assert unreached([way("shop:other")], {}) == {"shop:other": NO_TIME}
    assert unreached([way("shop:called", calls=1)], {}) == {}


def test_what_nothing_returns_is_told():
    ways = [way("shop:use", missing=MARKER), way("shop:count", output=INT, calls=3, passed=3)]

    assert unreached(ways, {}) == {"shop:use": "nothing makes a Marker"}


def test_what_always_raised_is_told_with_the_exception():
    ways = [
        way("shop:use", missing=MARKER),
        way("shop:Marker", output=MARKER, calls=9),
        way("shop:parse", output=MARKER, calls=2),
    ]
    outcomes = {("shop:Marker", "InvalidMarker"): 8, ("shop:Marker", "TypeError"): 1}

    assert unreached(ways, outcomes)["shop:use"] == "every call of Marker(…) raised InvalidMarker"


@pytest.mark.parametrize("calls", [0, 2])
def test_what_could_be_made_was_only_late(calls):
    ways = [
        way("shop:use", missing=MARKER),
        way("shop:Marker", output=MARKER, calls=calls, passed=calls),
    ]

    assert unreached(ways, {})["shop:use"] == NO_TIME


def test_where_nothing_more_could_be_made_time_is_not_the_reason():
    reasons = {"shop:other": NO_TIME, "shop:use": "nothing makes a Marker"}

    assert ran_out(reasons, "structures") == {
        "shop:other": "no sequence that --by structures makes has a call of it",
        "shop:use": "nothing makes a Marker",
    }


def test_after_the_first_finding_nothing_else_had_its_turn():
    reasons = {"shop:other": NO_TIME, "shop:use": "nothing makes a Marker"}

    assert stopped_early(reasons) == {
        "shop:other": AT_FIRST,
        "shop:use": "nothing makes a Marker",
    }


def test_of_what_never_returned_the_parameters_are_named():
    inputs = (Input("self", ANY), Input("day", STR), Input("zone", ANY, required=False))
    parse = SimpleNamespace(
        routine=Routine("shop:Date.parse", "method", inputs, ANY),
        has_receiver=True,
        calls=3,
        passed=0,
    )
    others = [way("shop:f", calls=3, passed=1), way("shop:g")]

    assert unaccepted([parse, *others]) == {"shop:Date.parse": "day"}
