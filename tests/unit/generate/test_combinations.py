"""Combinations of arguments, counted and made by number."""

from __future__ import annotations

import pytest

from refute.generate.combinations import Choice, Operation, ProducerRule, Want
from refute.model.sequence import Literal, Step
from refute.model.subject import Input, Routine
from refute.model.typeform import INT, STR

INTS = tuple(Step(Literal(text, INT), ()) for text in ("0", "1", "2"))
TEXTS = tuple(Step(Literal(text, STR), ()) for text in ("''", "'a'"))
F = Routine("shop:f", "function", (Input("n", INT), Input("t", STR)), INT)


def want(form, presets) -> Want:
    made = Want(form, presets)
    made.count(1)
    return made


def operation(*wants: Want) -> Operation:
    rule = ProducerRule(F.call(tuple(range(len(wants)))), wants)
    rule.count(1)
    made = Operation(F, True)
    made.rules.append(rule)
    made.here.append(rule)
    made.inputs = dict(enumerate(wants))
    made.count(1)
    return made


def test_every_combination_has_a_number_and_none_has_two():
    one = operation(want(INT, INTS), want(STR, TEXTS))
    made = {one.new_at(1, rank) for rank in range(6)}

    assert one.sizes == [0, 6]
    assert len(made) == 6


def test_a_combination_is_the_steps_of_its_values_and_the_call():
    one = operation(want(INT, INTS), want(STR, TEXTS))

    assert one.new_at(1, 0) == (INTS[0], TEXTS[0], Step(F.call((0, 1)), (2, 1)))
    assert one.new_at(1, 5) == (INTS[2], TEXTS[1], Step(F.call((0, 1)), (2, 1)))


def test_there_is_no_combination_beyond_the_last():
    rule = operation(want(INT, INTS), want(STR, TEXTS)).rules[0]
    rule.sizes.append(6)  # nothing is new one call deeper

    with pytest.raises(IndexError):
        rule.ranks(6)


def test_an_input_that_nothing_supplies_is_missing():
    lost = want(STR, ())
    one = operation(want(INT, INTS), lost)

    assert one.missing() is lost
    assert one.first_depth() is None
    assert operation(want(INT, INTS), want(STR, TEXTS)).missing() is None


def test_a_value_has_the_least_depth_at_which_it_can_be_made():
    choice = Choice(INTS)
    choice.count(1)
    choice.sizes.append(10)

    assert [choice.level(rank) for rank in (0, 2, 3, 9)] == [1, 1, 2, 2]
