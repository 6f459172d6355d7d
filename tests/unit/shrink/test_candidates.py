"""What a sequence looks like once steps are gone, replaced or given other values."""

from __future__ import annotations

from dataclasses import replace

import pytest
from stack_sequences import (
    MAKE,
    NEW,
    NO_CONTEXT,
    POP,
    PUSH,
    SEVEN,
    SIMPLE,
    STACK,
    TEXT,
    ZERO,
    targets,
    values,
)

from refute.model.sequence import (
    Call,
    Callback,
    Derive,
    Display,
    Literal,
    Parameter,
    Return,
    Sequence,
    SetField,
)
from refute.model.typeform import ANY, INT, NONE, STR, TypeForm
from refute.shrink.candidates import (
    asked,
    backwards,
    dropping,
    in_place,
    instead,
    literals_for,
    redirect,
    replacements,
    tidy,
    usable,
    wanted_forms,
    with_fewer_arguments,
    with_literal,
    without,
    without_idle_makers,
    without_users,
)
from refute.shrink.shrinker import Attempt

USE = Call("shop:use", (ANY,), NONE)
#   0: Stack()   1: 7   2: s.push(7)   3: s.pop()
USED = Sequence().extend(NEW).extend(SEVEN).extend(PUSH, [0, 1]).extend(POP, [0])


def attempt_at(sequence: Sequence, result: TypeForm = ANY) -> Attempt:
    attempt = Attempt(sequence, values(sequence), lambda s: None, 10)
    attempt.result = result
    return attempt


def test_positions_are_those_of_what_is_the_smallest_by_then():
    attempt, seen = attempt_at(USED), []
    for position in backwards(attempt):
        seen.append(position)
        if position == 3:
            attempt.sequence = Sequence().extend(NEW).extend(SEVEN)

    assert seen == [3, 1, 0]
    assert list(backwards(attempt_at(Sequence()))) == []


def test_a_step_goes_with_what_only_it_used():
    assert without(USED, 2) == Sequence().extend(NEW).extend(POP, [0])
    assert without(USED, 0) is None  # it is used
    assert without(Sequence().extend(NEW), 0) is None  # nothing would be left


def test_a_value_that_nobody_used_before_stays():
    idle = Sequence().extend(NEW).extend(POP, [0]).extend(NEW).extend(POP, [2])

    assert dropping(idle, [3]) == Sequence().extend(NEW).extend(POP, [0])
    assert dropping(idle.extend(NEW), [3]) == Sequence().extend(NEW).extend(POP, [0]).extend(NEW)


def test_a_step_goes_with_all_that_need_it():
    two = USED.extend(NEW).extend(POP, [4])

    assert without_users(two, [0]) == Sequence().extend(NEW).extend(POP, [0])
    assert without_users(USED.without(1, 2), [0]) is None


def test_the_users_of_a_value_use_an_earlier_one():
    two = Sequence().extend(NEW).extend(NEW).extend(POP, [1]).extend(POP, [0])

    assert redirect(two, 1, 0) == Sequence().extend(NEW).extend(POP, [0]).extend(POP, [0])


def test_a_literal_of_its_own_stands_for_one_argument():
    popped = Sequence().extend(NEW).extend(POP, [0]).extend(PUSH, [0, 1]).extend(POP, [0])

    assert with_literal(popped, 2, 1, ZERO) == (
        Sequence().extend(NEW).extend(POP, [0]).extend(ZERO).extend(PUSH, [0, 2]).extend(POP, [0])
    )


def test_literals_are_first_of_the_type_that_a_value_has_and_then_of_what_is_asked_for():
    asks_for_text = Call("shop:say", (STR,), NONE)
    said = Sequence().extend(SEVEN).extend(asks_for_text, [0])
    unknown = attempt_at(said)
    unknown.values = []

    assert list(literals_for(attempt_at(said), SIMPLE, 1, 0)) == [ZERO, TEXT]
    assert list(literals_for(unknown, SIMPLE, 1, 0)) == [TEXT]


CAPTURING = Callback("key", ("x",), (INT,), STR, (STACK, INT))


@pytest.mark.parametrize(
    ("operation", "forms"),
    [
        (MAKE, [INT, INT]),
        (Display("list", (INT, STR), TypeForm("list")), [INT, STR]),
        (CAPTURING, [STACK, INT]),
        (
            Derive("shop:Base", (("a", replace(CAPTURING, captures=(STR,))), ("b", CAPTURING))),
            [STR, STACK],
        ),
        (Return(), [STR]),
        (SetField("size"), [ANY, ANY]),
    ],
)
def test_what_a_step_asks_for(operation, forms):
    sequence = Sequence().extend(ZERO).extend(operation, [0] * len(forms))

    assert [asked(sequence, 1, index, STR) for index in range(len(forms))] == forms


def test_what_a_body_returns_is_what_its_function_has_to_give():
    body = Sequence().extend(Parameter(0)).extend(Return(), [0])

    assert wanted_forms(body, 0, STR) == [STR]
    assert wanted_forms(body, 0) == [ANY]


def test_a_value_that_fits_is_usable_and_a_class_of_ours_is_not():
    fitting = replace(NO_CONTEXT, fits=lambda have, want: True)
    base = Derive("shop:Base", ())
    sequence = Sequence().extend(base).extend(NEW).extend(NEW).extend(POP, [2])
    attempt = attempt_at(sequence)

    assert usable(attempt, fitting, 2, 1)
    assert not usable(attempt, fitting, 2, 0)
    assert not usable(attempt, fitting, 3, 1)  # nobody wants it


def test_nothing_is_usable_in_place_of_what_is_not_made_any_more():
    keeping = replace(NO_CONTEXT, fits=lambda have, want: True, across_types=False)
    sequence = Sequence().extend(SEVEN).extend(TEXT).extend(USE, [1])
    attempt = attempt_at(sequence)
    del attempt.values[1:]

    assert not usable(attempt, keeping, 1, 0)


def test_a_body_returns_only_what_its_function_has_to_give():
    body = Sequence().extend(Parameter(0)).extend(NEW).extend(POP, [1]).extend(Return(), [2])
    attempt = attempt_at(body, STR)
    attempt.values[0] = attempt.values[0]._replace(form=INT)

    assert not usable(attempt, NO_CONTEXT, 2, 0)
    attempt.result = INT
    assert usable(attempt, NO_CONTEXT, 2, 0)


def test_makers_that_are_no_longer_than_what_there_is_replace_it():
    sequence = Sequence().extend(NEW).extend(POP, [0]).extend(MAKE, [1, 1])
    short, long = Sequence().extend(MAKE), Sequence().extend(ZERO).extend(NEW).extend(POP, [1])
    context = replace(SIMPLE, makers=lambda value: [(long, 2), (short, 0)])

    offered = list(replacements(attempt_at(sequence), context, 1))

    assert offered[-1] == (short, 0)
    assert [maker.steps[0].operation for maker, _ in offered[:-1]] == SIMPLE.literals(INT)
    assert list(replacements(attempt_at(USED), context, 1)) == []  # a literal is simplified instead


def test_another_call_is_made_a_few_times_in_the_place_of_one():
    twice = instead(USED, 2, PUSH, (ZERO,), 2)

    assert targets(twice) == ["shop:Stack", "shop:Stack.push", "shop:Stack.push", "shop:Stack.pop"]
    assert [twice.sources(p) for p in (3, 5, 6)] == [(0, 2), (0, 4), (0,)]


def test_a_makers_steps_stand_in_the_place_of_one():
    maker = Sequence().extend(ZERO).extend(MAKE, [0, 0])

    assert in_place(USED, 1, maker) == (
        Sequence()
        .extend(NEW)
        .extend(ZERO)
        .extend(MAKE, [1, 1])
        .extend(PUSH, [0, 2])
        .extend(POP, [0])
    )


def test_what_only_a_replaced_step_needed_goes():
    made = Sequence().extend(ZERO).extend(MAKE, [0, 0]).extend(NEW).extend(PUSH, [2, 1])
    maker = Sequence().extend(SEVEN)

    assert tidy(made.splice(1, maker, 0), made, 1, 1) == (
        Sequence().extend(SEVEN).extend(NEW).extend(PUSH, [1, 0])
    )


@pytest.mark.parametrize("how", ["call", "super", "derived", "method"])
def test_what_a_call_is_made_on_is_no_argument_that_could_be_left_out(how):
    call = Call("shop:Base.run", (ANY, INT), NONE, how=how)
    sequence = Sequence().extend(NEW).extend(ZERO).extend(call, [0, 1])

    assert list(with_fewer_arguments(sequence, 2)) == [
        Sequence().extend(NEW).extend(replace(call, inputs=(ANY,)), [0])
    ]


def test_calls_on_an_object_that_nobody_looks_at_again_are_left_out():
    idle = Sequence().extend(NEW).extend(POP, [0]).extend(NEW).extend(POP, [2])
    used = Sequence().extend(NEW).extend(POP, [0]).extend(POP, [0])

    assert without_idle_makers(idle) == idle.without(1)
    assert without_idle_makers(used) is None


def test_arguments_move_up_only_where_the_parameter_before_theirs_asks_for_the_same():
    text = Literal("'a'", STR)
    call = Call("shop:make", (INT, STR, INT), NONE, ("size",))
    sequence = Sequence().extend(ZERO).extend(text).extend(SEVEN).extend(call, [0, 1, 2])

    assert [one.steps[-1].operation for one in with_fewer_arguments(sequence, 3) if one] == [
        replace(call, inputs=(INT, STR), keywords=()),
        replace(call, inputs=(INT, INT)),  # without 'a', which does not take the place of a number
    ]
