"""Sequences changed so that a test may go the other way."""

from __future__ import annotations

import pytest

from refute.generate.compared_values import Comparison, Operand
from refute.generate.knowledge import Knowledge
from refute.generate.modifications import Modifier
from refute.generate.presets import Presets
from refute.model.sequence import Call, Literal, Sequence, Step
from refute.model.subject import Input, Routine, Subject
from refute.model.typeform import ANY, INT, NONE, STR, TypeForm

SHOP = TypeForm("shop:Shop")
NEW = Routine("shop:Shop", "new", (), SHOP, owner="shop:Shop")
PUT = Routine(
    "shop:Shop.put",
    "method",
    (
        Input("self", SHOP),
        Input("thing", ANY),
        Input("most", INT, required=False, default="9"),
    ),
    NONE,
    owner="shop:Shop",
)
FIND = Routine("shop:find", "function", (Input("name", STR, annotated=True),), NONE)


@pytest.fixture
def modifier() -> Modifier:
    subject = Subject(modules=("shop",), routines=(NEW, PUT, FIND), classes={})
    knowledge = Knowledge(
        subject, Presets(subject), [], lambda one, other: one == other, lambda: 0.5
    )
    return Modifier(knowledge)


def given(source: str) -> Sequence:
    """Return `Shop().put(source)`."""
    value = Literal(source, TypeForm(type(eval(source)).__name__))
    return Sequence((Step(NEW.call(()), ()), Step(value, ()), Step(PUT.call((0, 1)), (2, 1))))


def compared(value: object, other: object, operator: str = "Eq") -> Comparison:
    return Comparison(
        2, "compare", (operator,), tuple(Operand(type(v), v, True) for v in (value, other))
    )


def sources(modifier: Modifier, sequence: Sequence, reading: Comparison) -> list[tuple[str, str]]:
    return [
        (means, made.steps[1].operation.source)
        for means, made in modifier.modified(sequence, reading, True)
        if isinstance(made.steps[1].operation, Literal) and len(made) == len(sequence)
    ]


@pytest.mark.parametrize(
    ("present", "operand", "other", "expected"),
    [
        ("5", 5, 700, ("equal", "700")),
        ("'abc'", 3, 5, ("length", "'abccc'")),
        ("[4]", 1, 3, ("length", "[4, 4, 4]")),
        ("5", 6, 700, ("offset", "699")),
        ("'5'", 5, 700, ("text", "'700'")),
        ("5", "5", "700", ("text", "'700'")),
        ("'a.py'", ".py", ".txt", ("suffix", "'a.txt'")),
        ("[1, 5]", 5, 700, ("element", "[1, 700]")),
        ("{'a': 5}", "a", "key", ("key", "{'key': 5}")),
        ("{'a': 5}", 5, 700, ("value", "{'a': 700}")),
        ("'ABC'", "abc", "xyz", ("case", "'xyz'")),
        ("'a b'", "B", "*", ("part", "'a *'")),
        ("'ab'", 1, 3, ("parts", "'ab ab ab'")),
        ("'a,b'", 2, 4, ("parts", "'a,b,b,b'")),
        ("''", 1, 3, ("parts", "'1.1.1'")),
    ],
)
def test_a_value_that_an_operand_comes_of_is_set_to_reach_the_other(
    modifier, present, operand, other, expected
):
    assert expected in sources(modifier, given(present), compared(operand, other))


def test_what_is_annotated_otherwise_is_not_passed(modifier):
    sequence = Sequence((Step(Literal("'5'", STR), ()), Step(FIND.call((0,)), (1,))))
    made = [*modifier.modified(sequence, compared("5", 700), True)]

    assert all("700" not in str(one.sequence) for one in made)


def test_a_default_that_was_left_out_is_given(modifier):
    made = [
        one.sequence for one in modifier.modified(given("'x'"), compared(9, 30), True)
        if one.means == "default"
    ]  # fmt: skip

    assert Literal("30", INT) in [step.operation for step in made[0].steps]
    assert len(made[0].steps[-1].arguments) == 3


def test_calls_are_repeated_and_left_out(modifier):
    call = PUT.call((0, 1))
    sequence = Sequence((*given("1").steps, Step(call, (3, 2))))
    made = [*modifier.lives(sequence)]

    assert {one.means for one in made} == {"repeat", "leave out"}
    assert max(one.sequence.calls() for one in made) == sequence.calls() + 40
    assert min(one.sequence.calls() for one in made) == sequence.calls() - 1


def test_operands_and_odd_values_are_tried_everywhere(modifier):
    sequence = given("1")

    assert any(
        "'q'" in str(one.sequence) for one in modifier.everywhere(sequence, compared("q", 0))
    )
    assert any("None" in str(one.sequence.steps[1]) for one in modifier.odd(sequence))


def test_numbers_and_lengths_can_be_stepped(modifier):
    assert modifier.numbers(given("'abc'")) == [(1, 3)]
    stepped = modifier.stepped(given("'abc'"), 1, 4)
    assert stepped is not None
    assert stepped.steps[1].operation == Literal("'abcc'", STR)
    assert modifier.stepped(given("'abc'"), 1, -1) is None
    number = modifier.stepped(given("7"), 1, 8)
    assert number is not None
    assert isinstance(number.steps[2].operation, Call)
