"""What of the values in a sequence can have been passed to its last call."""

from __future__ import annotations

import types
from datetime import timedelta
from decimal import Decimal

import pytest

from refute.judge.exceptions.passed_in import passed_in
from refute.model.sequence import Call, Literal, SetField, Step
from refute.model.typeform import ANY


def test_what_was_passed_in_is_looked_at():
    values: list[object] = [2**40, "\ud800", [], lambda: 0]
    values[2].append(values[2])  # type: ignore[attr-defined]
    steps = [Step(Literal("x", ANY), ()) for _ in values]
    passed = passed_in(values, steps, range(4), [1])

    assert passed.extreme
    assert passed.odd_text
    assert passed.cycle
    assert passed.texts == ("\ud800",)
    assert passed.arguments == {id(values[1])}


@pytest.mark.parametrize(
    ("calls", "goes_round"),
    [
        ([("add", 0, 0)], True),
        ([("add", 0, 1), ("add", 1, 0)], True),
        ([("add", 0, 1), ("add", 1, 2), ("add", 2, 0)], True),
        ([("add", 0, 1), ("add", 1, 2), ("add", 0, 2)], False),
        ([("follow", 0, 1), ("precede", 1, 0)], False),  # a ring that is linked both ways
        ([("compare", 0, 0)], False),  # passed to its own method, which does not keep it
    ],
)
def test_objects_put_into_each_other_go_round(calls, goes_round):
    values: list[object] = [types.SimpleNamespace(held=[]) for _ in range(3)]
    steps = [Step(Literal("x", ANY), ()) for _ in values]
    for method, receiver, argument in calls:
        if method != "compare":
            values[receiver].held.append(values[argument])  # type: ignore[attr-defined]
        back = len(steps) - receiver, len(steps) - argument
        steps.append(Step(Call(f"m:C.{method}", (ANY, ANY), ANY, how="method"), back))
        values.append(None)

    passed = passed_in(values, steps, range(len(steps)), [])

    assert passed.cycle is goes_round


def test_a_container_that_cannot_be_asked_is_passed_in_all_the_same():
    class Silent(dict):
        def values(self):
            raise LookupError

    values: list[object] = [Silent({"a": None})]
    passed = passed_in(values, [Step(Literal("x", ANY), ())], [0], [0])

    assert id(None) in passed.ours


@pytest.mark.parametrize(("value", "extreme"), [(5e-324, True), (1e-300, False), (0.0, False)])
def test_a_number_that_nothing_can_be_divided_by_is_extreme(value, extreme):
    passed = passed_in([value], [Step(Literal("x", ANY), ())], [0], [])

    assert passed.extreme is extreme


def test_a_time_at_its_limit_is_extreme():
    for value, extreme in ((timedelta.max, True), (timedelta(days=1), False)):
        passed = passed_in([value], [Step(Literal("x", ANY), ())], [0], [0])

        assert passed.extreme is extreme


@pytest.mark.parametrize(
    ("value", "extreme"),
    [
        (Decimal("1.5"), False),
        (Decimal(2**40), True),
        (Decimal("1E-30"), True),
        (Decimal("NaN"), False),
    ],
)
def test_a_decimal_beyond_what_is_counted_is_extreme(value, extreme):
    passed = passed_in([value], [Step(Literal("x", ANY), ())], [0], [0])

    assert passed.extreme is extreme


def test_a_function_of_ours_may_return_none():
    ours = types.FunctionType((lambda: None).__code__, {})
    ours.__module__ = None
    passed = passed_in([ours], [Step(Literal("x", ANY), ())], [0], [0])

    assert id(None) in passed.ours


def test_what_an_object_was_built_of_is_not_passed_in():
    values: list[object] = [2**70, object()]
    steps = [Step(Literal("x", ANY), ()), Step(Literal("y", ANY), ()), Step(SetField("n"), (1, 2))]

    assert not passed_in(values, steps, [2], []).extreme


def test_what_a_function_of_ours_has_given_is_passed_in():
    answer = [object()]
    passed = passed_in([], [], [], [], [answer])

    assert {id(answer), id(answer[0])} <= {*passed.ours}


def test_an_object_that_says_it_is_a_text_is_none():
    class Proxy:
        @property  # type: ignore[misc]
        def __class__(self):
            return str

    values: list[object] = [Proxy()]
    passed = passed_in(values, [Step(Literal("x", ANY), ())], [0], [0])

    assert not passed.any_text
    assert not passed.odd_text


def test_an_object_that_raises_whatever_it_is_asked_is_passed_in_all_the_same():
    class Unbound:
        @property  # type: ignore[misc]
        def __class__(self):
            raise RuntimeError

    values: list[object] = [Unbound(), [Unbound()]]
    passed = passed_in(values, [Step(Literal("x", ANY), ())] * 2, [0, 1], [0, 1])

    assert id(values[0]) in passed.ours
    assert not passed.any_text


def test_none_is_passed_by_a_function_of_ours_only_where_it_returns_none():
    seven, nothing = eval("lambda x: 7", {}), eval("lambda x: None", {})
    for function, is_passed in ((seven, False), (nothing, True)):
        passed = passed_in([function], [Step(Literal("x", ANY), ())], range(1), [])

        assert id(function.__code__.co_consts[-1]) in passed.ours
        assert (id(None) in passed.ours) is is_passed
