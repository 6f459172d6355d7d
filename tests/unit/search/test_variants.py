"""Other values in the same calls."""

from __future__ import annotations

import pytest

from refute.model.sequence import (
    WRITE_FILE,
    Call,
    Callback,
    Derive,
    Display,
    Literal,
    Operation,
    Parameter,
    Raise,
    Return,
    Sequence,
)
from refute.model.typeform import ANY, INT, TypeForm
from refute.search.variants import (
    called_in_bodies,
    files_in,
    held_types,
    just_below_and_above,
    made_of,
    replaced,
    still_differ,
    with_other_answers,
    with_quiet_functions,
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


def function(output: TypeForm, *body: tuple[Operation, list[int]]) -> Callback:
    steps = Sequence()
    for operation, sources in body:
        steps = steps.extend(operation, sources)
    return Callback("key", ("x",), (ANY,), output, (), steps)


def bodies(sequence: Sequence) -> list[list[Operation]]:
    return [[one for one, _ in body.steps] for body in [*sequence.nested()][1:]]


def test_functions_that_do_something_only_give_a_value():
    raises = Sequence().extend(function(ANY, (Raise("ValueError()"), []))).extend(CALL, [0, 0])
    first, second = with_quiet_functions(raises, lambda form: [])

    assert bodies(first) == [[]]
    assert bodies(second) == [[Parameter(0), Return()]]


def test_they_give_what_they_have_to():
    number = literal("7")
    raises = Sequence().extend(function(INT, (Raise("ValueError()"), [])))

    assert [bodies(one) for one in with_quiet_functions(raises, lambda form: [number])] == [
        [[number, Return()]],
        [[number, Return()]],
    ]


def test_a_method_still_calls_what_it_overrides():
    above = Call("shop:Shop.on_sale", (ANY,), ANY, how="super")
    method = function(ANY, (Parameter(0), []), (above, [0]), (Raise("ValueError()"), []))
    made = Sequence().extend(Derive("shop:Shop", (("on_sale", method),)))

    assert next(bodies(one) for one in with_quiet_functions(made, lambda form: [])) == [
        [Parameter(0), above]
    ]


def test_what_only_gives_a_value_is_left_as_it_is():
    gives = Sequence().extend(function(ANY, (Parameter(0), []), (Return(), [0])))

    assert not list(with_quiet_functions(gives, lambda form: []))


def test_what_functions_call_is_told_apart_from_what_is_called_around_them():
    inner = Call("shop:g_spec", (), ANY)
    made = Sequence().extend(function(ANY, (inner, []))).extend(CALL, [0, 0])

    assert called_in_bodies(made, {}) == {"shop:g_spec"}
    assert called_in_bodies(made, {"shop:g_spec": "shop:g"}) == {"shop:g"}


def test_the_names_of_written_files_are_known():
    path = Literal("pathlib.Path('a.txt')", TypeForm("pathlib:Path"))
    write = Call(WRITE_FILE, (ANY, ANY), INT, how="method")
    written = Sequence().extend(path).extend(literal("'x'")).extend(write, [0, 1])

    assert files_in(written) == {"pathlib.Path('a.txt')", "'a.txt'"}
    assert not files_in(Sequence().extend(path))
