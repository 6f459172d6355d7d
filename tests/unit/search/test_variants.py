"""Other values in the same calls."""

from __future__ import annotations

import pytest

from refute.model.sequence import Call, Callback, Display, Literal, Return, Sequence
from refute.model.typeform import ANY, INT, TypeForm
from refute.search.variants import (
    held_types,
    just_below_and_above,
    made_of,
    replaced,
    still_differ,
    with_other_answers,
)

CALL = Call("shop:f", (ANY, ANY), ANY)


def literal(source: str) -> Literal:
    return Literal(source, TypeForm(source.partition("(")[0]))


@pytest.mark.parametrize(
    ("source", "below", "above"),
    [
        ("0", ["-1"], ["1"]),
        ("1.5", ["0.5"], ["2.5"]),
        ("'ab'", ["'a'"], ["'abb'", "'aba'"]),
        ("b'a'", ["b''"], ["b'aa'"]),
        ("[1, 2]", ["[1]"], ["[1, 2, 2]"]),
        ("(1,)", ["()"], ["(1, 1)"]),
        ("''", [], []),
        ("True", [], []),
        ("None", [], []),
        ("2147483648", [], []),
        ("float('inf')", [], []),
        ("{1: 2}", [], []),
    ],
)
def test_what_is_just_below_and_just_above(source, below, above):
    sides = just_below_and_above(literal(source))

    assert [[one.source for one in side] for side in sides] == [below, above]


def test_nothing_is_beside_what_is_no_literal():
    assert just_below_and_above(Display("list", (), TypeForm("list"))) == ([], [])


@pytest.mark.parametrize(
    ("source", "types"),
    [("(1, 'a')", {int, str}), ("{1: 'a'}", {int, str}), ("'ab'", set()), ("f()", set())],
)
def test_a_collection_holds_values_of_types(source, types):
    assert held_types(literal(source)) == types


@pytest.mark.parametrize(
    ("one", "other", "differ"),
    [("'b'", "'c'", True), ("'b'", "'b'", False), ("'b'", "('b',)", False), ("'bc'", "'b'", False)],
)
def test_what_had_nothing_in_common_is_to_have_nothing_in_common(one, other, differ):
    sequence = Sequence().extend(literal("'a'")).extend(literal("1")).extend(CALL, [0, 1])
    variant = replaced(sequence, {0: literal(one), 1: literal(other)})

    assert still_differ(sequence, variant) is differ


def test_a_value_is_made_of_what_made_it_and_not_of_what_changed_it():
    sequence = Sequence().extend(literal("1")).extend(CALL, [0, 0]).extend(CALL, [1, 1])

    assert made_of(sequence.extend(CALL, [1, 0]), 3) == {0, 1, 3}


def test_functions_answer_otherwise_one_by_one():
    written = Literal("lambda x: 0", TypeForm("function"))
    body = Sequence().extend(Literal("0", INT)).extend(Return(), [0])
    made = Callback("", ("x",), (ANY,), INT, (), body)
    other = Literal("lambda x: x", TypeForm("function"))
    sequence = Sequence().extend(written).extend(made).extend(other).extend(CALL, [0, 1])

    variants = list(with_other_answers(sequence, lambda one: [Literal("7", one.type)]))

    assert [one.steps[0].operation.source for one in variants] == ["lambda x: 7", "lambda x: 0"]
    assert [one.steps[1].operation.body.steps[0].operation.source for one in variants] == ["0", "7"]
    assert all(one.steps[2:] == sequence.steps[2:] for one in variants)
