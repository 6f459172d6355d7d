"""What a smaller sequence looks like, and what may stand where."""

from __future__ import annotations

from stack_sequences import MAKE, NEW, NO_CONTEXT, POP, PUSH, STACK, ZERO, values

from refute.model.sequence import Callback, Derive, GetField, Parameter, Return, Sequence
from refute.model.typeform import ANY, INT, NONE, STR
from refute.shrink.candidates import (
    usable,
    wanted_forms,
    with_fewer_arguments,
    with_literal,
    without_idle_makers,
    without_users,
)
from refute.shrink.shrinker import Attempt


def test_what_the_users_of_a_value_ask_for():
    sequence = Sequence().extend(NEW).extend(ZERO).extend(PUSH, [0, 1]).extend(GetField("n"), [0])

    assert wanted_forms(sequence, 0) == [STACK, ANY]
    assert wanted_forms(sequence, 1) == [INT]
    assert wanted_forms(sequence, 2) == []


def test_what_functions_and_classes_capture_and_what_a_body_gives_is_asked_for_too():
    first = Callback("slot", (), (), NONE, (STACK,))
    second = Callback("slot", (), (), NONE, (INT, STR))
    derive = Derive("shop:Stack", (("a", first), ("b", second)))
    sequence = Sequence().extend(NEW).extend(first, [0]).extend(derive, [0, 0, 0])
    body = Sequence().extend(Parameter(0)).extend(Return(), [0])

    assert wanted_forms(sequence, 0) == [STACK, STACK, INT, STR]
    assert wanted_forms(body, 0) == [ANY]
    assert wanted_forms(body, 0, INT) == [INT]


def test_a_value_is_usable_where_it_fits_all_that_is_asked_for():
    sequence = Sequence().extend(NEW).extend(ZERO).extend(NEW).extend(PUSH, [0, 1])
    attempt = Attempt(sequence, values(sequence), lambda candidate: None, 1)

    assert usable(attempt, NO_CONTEXT, 0, 2)
    assert not usable(attempt, NO_CONTEXT, 0, 1)
    assert not usable(attempt, NO_CONTEXT, 0, 7)


def test_what_needs_a_step_goes_with_it_unless_nothing_is_left():
    sequence = Sequence().extend(ZERO).extend(NEW).extend(POP, [1])

    assert without_users(sequence, [1]) == Sequence().extend(ZERO)
    assert without_users(sequence, [0, 1]) is None


def test_a_literal_of_its_own_stands_for_one_argument():
    sequence = Sequence().extend(ZERO).extend(NEW).extend(PUSH, [1, 0])

    assert with_literal(sequence, 2, 1, ZERO) == (
        Sequence().extend(ZERO).extend(NEW).extend(ZERO).extend(PUSH, [1, 2])
    )


def test_arguments_are_left_out_from_the_last_and_no_receiver():
    made = Sequence().extend(ZERO).extend(MAKE, [0, 0])
    pushed = Sequence().extend(NEW).extend(ZERO).extend(PUSH, [0, 1])

    assert [one.steps[1].operation.keywords for one in with_fewer_arguments(made, 1)] == [
        (),
        ("size",),
    ]
    assert len(list(with_fewer_arguments(pushed, 2))) == 1
    assert not list(with_fewer_arguments(made, 0))


def test_calls_on_an_object_that_nobody_looks_at_again_are_left_out():
    idle = Sequence().extend(NEW).extend(POP, [0]).extend(NEW).extend(POP, [2])
    used = Sequence().extend(NEW).extend(POP, [0]).extend(POP, [0])

    assert without_idle_makers(idle) == idle.without(1)
    assert without_idle_makers(used) is None
