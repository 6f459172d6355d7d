"""What a sequence did, as data: written on one line, and back from JSON as it was."""

from __future__ import annotations

import json

import pytest

from refute.model.execution import Raised, RecordedOutcome, Returned, Stopped
from refute.model.story import (
    Did,
    Node,
    did_from_json,
    did_to_json,
    in_common,
    outcome_from_json,
    outcome_to_json,
    written,
)
from refute.model.typeform import INT

OUTCOMES: list[RecordedOutcome] = [
    Returned(INT, "7"),
    Raised("KeyError", "'a'"),
    Stopped("no answer after 5 s"),
]


@pytest.mark.parametrize(
    ("node", "text"),
    [
        (Node("list", "list", ()), "[]"),
        (Node("list", "list", (("0", "1"), ("1", "2")), left=3), "[1, 2, …]"),
        (Node("tuple", "tuple", (("0", "1"),)), "(1,)"),
        (Node("tuple", "tuple", (("0", "1"), ("1", "2"))), "(1, 2)"),
        (Node("set", "set", ()), "set()"),
        (Node("set", "set", (("", "1"),)), "{1}"),
        (Node("dict", "dict", (("'a'", "1"),)), "{'a': 1}"),
        (Node("Stack", "list", (("0", "1"),)), "Stack([1])"),
        (Node("Bag", "set", ()), "Bag(())"),
        (Node("Odd", "deque", (("0", "1"),)), "Odd([1])"),
        (Node("Cart", "object", (("n", "1"), ("", "2")), left=1), "Cart(n=1, 2, …)"),
    ],
)
def test_a_value_is_written_on_one_line(node, text):
    assert written(0, {0: node}) == text


def test_plain_values_are_written_as_they_are_and_long_ones_cut():
    assert written("'abc'", {}) == "'abc'"
    assert written("x" * 50, {}, most=10) == "x" * 9 + "…"


def test_what_contains_itself_or_lies_too_deep_is_left_out():
    ring = {0: Node("Ring", "object", (("next", 0),))}
    chain = {n: Node("N", "object", (("next", n + 1),)) for n in range(20)}

    assert written(0, ring) == "Ring(next=…)"
    assert written(0, chain).count("N(") == 7
    assert written(5, {}) == "…"


def test_with_hide_an_object_is_its_class():
    nodes = {0: Node("list", "list", (("0", 1),)), 1: Node("Cart", "object", (("n", "1"),))}

    assert written(0, nodes, hide=True) == "[<Cart>]"


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_outcomes_come_back_from_json(outcome):
    data = json.loads(json.dumps(outcome_to_json(outcome)))

    assert outcome_from_json(data) == outcome


@pytest.mark.parametrize("outcome", OUTCOMES)
@pytest.mark.parametrize(("state", "source"), [("", None), ("Cart(n=1)", "1")])
def test_what_a_step_did_comes_back_from_json(outcome, state, source):
    did = Did(outcome, state, source, (("len({0})", "1"),) if state else ())

    assert did_from_json(json.loads(json.dumps(did_to_json(did)))) == did


def test_of_two_runs_what_was_seen_alike_is_kept_if_they_did_the_same():
    size, weight, heavier = ("len({0})", "1"), ("{0}.weight", "2"), ("{0}.weight", "3")
    one = Did(OUTCOMES[0], "Cart()", None, (size, weight))
    other = Did(OUTCOMES[0], "Cart()", None, (size, heavier))

    assert in_common((one,), (other,)) == (Did(OUTCOMES[0], "Cart()", None, (size,)),)
    assert in_common((one,), ()) is None
    assert in_common((one,), (Did(OUTCOMES[1], "Cart()", None, (size, weight)),)) is None
