"""A test as data: steps count backwards, so that sequences join and compare without names."""

from __future__ import annotations

from dataclasses import replace

import pytest

from refute.model.sequence import (
    Call,
    Callback,
    Derive,
    Display,
    Literal,
    Parameter,
    Raise,
    Return,
    Sequence,
    Step,
    bodies_of,
    ignores,
    ignoring,
    is_lively,
    parameter_names,
)
from refute.model.typeform import ANY, INT, NONE, STR, TypeForm, union

STACK = TypeForm("shop:Stack")
NEW = Call("shop:Stack", (), STACK, how="new")
PUSH = Call("shop:Stack.push", (STACK, INT), NONE, how="method")
POP = Call("shop:Stack.pop", (STACK,), INT, how="method")
ZERO = Literal("0", INT)

#   0: Stack()   1: 0   2: s.push(0)   3: s.pop()
USED = Sequence().extend(NEW).extend(ZERO).extend(PUSH, [0, 1]).extend(POP, [0])


def test_arguments_say_how_many_steps_back_a_value_was_made():
    assert [step.arguments for step in USED.steps] == [(), (), (2, 1), (3,)]
    assert USED.sources(2) == (0, 1)
    assert USED.users(0) == [2, 3]


def test_literals_are_no_calls():
    assert len(USED) == 4
    assert USED.calls() == 3


def test_a_step_cannot_use_what_is_not_made_yet():
    with pytest.raises(ValueError, match="step 0 refers 1 steps back"):
        Sequence((Step(POP, (1,)),))
    with pytest.raises(ValueError, match="step 1 refers 0 steps back"):
        Sequence((Step(NEW, ()), Step(POP, (0,))))


def test_equality_is_modulo_names():
    other = Sequence().extend(ZERO).extend(NEW).extend(ZERO).extend(PUSH, [1, 2]).extend(POP, [1])

    assert other.without(0) == USED


def test_a_slice_holds_what_makes_a_value_and_not_what_changed_it():
    assert USED.slice_for(3) == Sequence().extend(NEW).extend(POP, [0])


def test_influence_holds_also_what_changed_it():
    assert USED.influence(3) == [0, 1, 2, 3]
    assert USED.influence(0) == [0]
    assert USED.influence(0, last=2) == [0, 1, 2]
    assert USED.influence() == []


def test_a_literal_carries_no_influence():
    shared = (
        Sequence().extend(ZERO).extend(NEW).extend(NEW).extend(PUSH, [1, 0]).extend(PUSH, [2, 0])
    )

    assert shared.influence(2, last=4) == [0, 2, 4]


def test_what_made_a_bare_value_has_no_part_in_what_is_made_of_it():
    popped = Sequence().extend(NEW).extend(POP, [0]).extend(NEW).extend(PUSH, [2, 1])

    assert popped.influence(3) == [0, 1, 2, 3]
    assert popped.influence(3, is_bare=lambda position: position == 1) == [2, 3]


def test_what_is_needed_cannot_go():
    assert USED.without(0) is None
    assert USED.without(2) == Sequence().extend(NEW).extend(ZERO).extend(POP, [0])


def test_a_value_made_elsewhere_takes_the_place_of_one():
    maker = Sequence().extend(NEW).extend(ZERO).extend(PUSH, [0, 1])
    spliced = USED.splice(0, maker, 0)

    assert spliced.steps[:3] == maker.steps
    assert spliced.sources(4) == (0, 3)
    assert spliced.sources(5) == (0,)


def test_a_display_is_a_step_like_others():
    both = (
        Sequence()
        .extend(ZERO)
        .extend(Display("list", (INT, INT), TypeForm("list", (INT,))), [0, 0])
    )

    assert both.sources(1) == (0, 0)
    assert both.calls() == 1


def test_a_literal_that_can_change_is_still_shared():
    number, empty = Literal("0", INT), Literal("[]", TypeForm("list"))
    call = Call("m:f", (INT, INT, TypeForm("list")), INT)
    shared = Sequence(
        (Step(number, ()), Step(empty, ()), Step(call, (2, 2, 1)), Step(call, (3, 1, 2)))
    )

    apart = shared.with_own_literals()

    assert [step.operation for step in apart.steps] == [empty, number, number, call, number, call]
    assert apart.sources(3) == (1, 2, 0)
    assert apart.sources(5) == (4, 3, 0)


def test_further_steps_stand_where_they_are_put():
    number = Literal("0", INT)
    call, other = Call("m:f", (INT,), INT), Call("m:g", (INT, INT), INT)
    two = Sequence((Step(number, ()), Step(call, (1,))))

    more = two.interspersed(
        [(1, Step(other, (1, 1))), (2, Step(other, (2, 1))), (0, Step(number, ()))]
    )

    assert [step.operation for step in more.steps] == [number, number, other, call, other]
    assert [more.sources(p) for p in range(5)] == [(), (), (1, 1), (1,), (1, 3)]
    assert two.interspersed([]) == two


def test_a_value_is_looked_at_after_every_step_from_its_making():
    look = Call("shop:look", (STACK,), NONE)
    begin = Call("shop:begin", (STACK,), STACK)
    whole = Sequence().extend(ZERO).concatenate(USED)
    plain, begun = whole.observed(1, None, look), whole.observed(1, begin, look)

    assert [s.operation for s in plain.steps] == [ZERO, NEW, look, ZERO, PUSH, look, POP, look]
    assert [plain.sources(p) for p in (2, 4, 5, 6, 7)] == [(1,), (1, 3), (1,), (1,), (1,)]
    assert [s.operation for s in begun.steps] == [ZERO, NEW, begin, ZERO, PUSH, look, POP, look]
    assert [begun.sources(p) for p in (2, 4, 5, 7)] == [(1,), (1, 3), (2,), (2,)]


def test_a_call_whose_caller_goes_on_says_so_whatever_is_done_with_its_result():
    plain = Call("shop:buy", (), TypeForm("int"))
    awaited = ignoring(replace(plain, then="await"))

    assert ignores(ignoring(plain)) and ignores(awaited)
    assert awaited.then == "await ignore"
    assert not ignores(plain)


# A function that pops from a stack that it captures: lambda n: s.pop()
POPPING = Callback(
    "key",
    ("n",),
    (STR,),
    INT,
    (STACK,),
    Sequence().extend(Parameter(1)).extend(POP, [0]).extend(Return(), [1]),
)
REFUSING = Callback("stop", (), (), NONE, (), Sequence().extend(Raise("ValueError()")))


def test_the_type_of_a_function_says_what_it_takes_and_gives_and_not_what_it_captures():
    assert POPPING.form == TypeForm("collections.abc:Callable", (STR, INT))
    assert REFUSING.form == TypeForm("collections.abc:Callable", (NONE,))


def test_a_function_without_a_body_does_nothing():
    assert Callback("key", (), (), NONE).body == Sequence()


def test_methods_capture_one_after_the_other():
    twice = replace(POPPING, captures=(STACK, STACK))
    made = Derive("shop:Base", (("a", POPPING), ("b", REFUSING), ("c", twice)))

    assert [range(3)[made.captured(number)] for number in range(3)] == [
        range(1),
        range(1, 1),
        range(1, 3),
    ]


def test_functions_and_classes_have_bodies():
    both = Derive("shop:Base", (("a", POPPING), ("b", REFUSING)))

    assert bodies_of(POPPING) == (POPPING.body,)
    assert bodies_of(both) == (POPPING.body, REFUSING.body)
    assert bodies_of(POP) == ()


def test_bodies_in_bodies_come_after_what_is_around_them():
    around = replace(REFUSING, body=Sequence().extend(POPPING))
    sequence = Sequence().extend(around).extend(REFUSING)

    assert list(sequence.nested()) == [sequence, around.body, POPPING.body, REFUSING.body]


def test_what_is_done_in_a_body_counts_and_what_is_only_passed_does_not():
    both = Derive("shop:Base", (("a", POPPING), ("b", REFUSING)))

    assert POPPING.body.calls() == 1  # neither the parameter nor the return
    assert Sequence().extend(NEW).extend(POPPING, [0]).calls() == 3
    assert Sequence().extend(NEW).extend(both, [0]).calls() == 4


def test_parameters_have_letters_for_names_as_far_as_they_go():
    assert parameter_names(0) == ()
    assert parameter_names(8) == ("x", "y", "z", "u", "v", "w", "x6", "x7")


def test_a_function_that_only_gives_a_value_is_not_lively():
    quiet = Callback(
        "f", ("x",), (ANY,), ANY, (), Sequence().extend(Parameter(0)).extend(Return(), [0])
    )
    loud = Callback("f", ("x",), (ANY,), ANY, (), Sequence().extend(Raise("ValueError()")))

    assert not is_lively(quiet) and is_lively(loud)
    assert is_lively(Derive("shop:Base", (("run", quiet), ("stop", loud))))
    assert not is_lively(Literal("1", INT))


def test_a_function_owes_the_value_that_it_promises():
    assert Callback("f", (), (), INT).owes_value
    assert not Callback("f", (), (), NONE).owes_value
    assert not Callback("f", (), (), union(INT, NONE)).owes_value
    assert not Callback("f", (), (), INT, then="items").owes_value


@pytest.mark.parametrize(
    ("then", "is_async", "is_generator"),
    [
        ("", False, False),
        ("await", True, False),
        ("with", False, True),
        ("async-items", True, True),
    ],
)
def test_a_function_is_declared_by_how_it_gives_its_result(then, is_async, is_generator):
    made = Callback("f", (), (), INT, then=then)

    assert (made.is_async, made.is_generator) == (is_async, is_generator)


def test_an_object_with_a_name_is_one_object_wherever_the_name_is_written():
    shared, ours = Literal("shop.cart", TypeForm("shop:Cart")), Literal("[1]", TypeForm("list"))
    put = Call("shop:Cart.put", (shared.type,), NONE, how="method")

    def twice(literal: Literal) -> Sequence:
        return Sequence().extend(literal).extend(put, [0]).extend(literal).extend(put, [2])

    assert twice(shared).influence(3) == [0, 1, 2, 3]
    assert twice(ours).influence(3) == [2, 3]
