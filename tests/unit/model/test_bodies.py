"""Functions that a step makes are seen alike, whether it makes one function or a class, and put back changed."""

from __future__ import annotations

from dataclasses import replace

from refute.model.bodies import Made, everywhere, made_in, opened, remade, with_body, without_idle
from refute.model.sequence import (
    Call,
    Callback,
    Derive,
    Literal,
    Parameter,
    Return,
    Sequence,
    Step,
)
from refute.model.typeform import ANY, INT, NONE, STR

ZERO, ONE = Literal("0", INT), Literal("1", INT)
USE = Call("shop:use", (ANY, ANY), NONE)
# lambda x: use(a, x), where a is captured
USING = Callback(
    "key",
    ("x",),
    (INT,),
    NONE,
    (STR,),
    Sequence().extend(Parameter(1)).extend(Parameter(0)).extend(USE, [0, 1]),
)
IDLE = Callback("stop", (), (), NONE)
BOTH = Derive("shop:Base", (("stop", IDLE), ("run", USING), ("run_again", USING)))


def test_a_step_makes_one_function_or_the_methods_of_a_class_or_none():
    assert made_in(Step(USING, (3,))) == (Made("", USING, (3,)),)
    assert made_in(Step(BOTH, (2, 1))) == (
        Made("stop", IDLE, ()),
        Made("run", USING, (2,)),
        Made("run_again", USING, (1,)),
    )
    assert made_in(Step(ZERO, ())) == ()


def test_what_a_step_makes_is_put_back():
    for step in (Step(USING, (3,)), Step(BOTH, (2, 1))):
        assert remade(step, made_in(step)) == step


def test_a_class_has_the_methods_that_are_left():
    step = Step(BOTH, (2, 1))

    fewer = remade(step, made_in(step)[2:])

    assert fewer == Step(Derive("shop:Base", (("run_again", USING),)), (1,))
    assert remade(step, ()) == Step(Derive("shop:Base", ()), ())


def test_a_function_captures_only_what_its_new_body_uses():
    three = Made("", replace(USING, captures=(INT, STR, ANY)), (5, 4, 3))
    last_only = Sequence().extend(Parameter(0)).extend(Parameter(3)).extend(USE, [0, 1])

    made = with_body(three, last_only)

    assert (made.function.captures, made.captured) == ((ANY,), (3,))
    assert made.function.body == (
        Sequence().extend(Parameter(0)).extend(Parameter(1)).extend(USE, [0, 1])
    )


def test_what_is_captured_twice_is_captured_once():
    twice = Made("", replace(USING, captures=(STR, STR)), (4, 4))
    body = Sequence().extend(Parameter(1)).extend(Parameter(2)).extend(USE, [0, 1])

    made = with_body(twice, body)

    assert (made.function.captures, made.captured) == ((STR,), (4,))
    assert [step.operation for step in made.function.body.steps] == [Parameter(1)] * 2 + [USE]


def test_only_parameters_and_literals_are_idle():
    body = Sequence().extend(Parameter(0)).extend(ZERO).extend(ONE).extend(USE, [2, 2])

    assert without_idle(body) == Sequence().extend(ONE).extend(USE, [0, 0])
    assert without_idle(Sequence().extend(ZERO)) == Sequence()
    assert len(without_idle(Sequence().extend(ZERO).extend(Return(), [0]))) == 2


def test_an_opened_body_has_all_that_it_may_use_in_front_once():
    body = (
        Sequence().extend(ZERO).extend(Parameter(1)).extend(Parameter(1)).extend(USE, [0, 1])
    ).extend(USE, [2, 3])

    assert opened(replace(USING, body=body)) == (
        Sequence()
        .extend(Parameter(0))
        .extend(Parameter(1))
        .extend(ZERO)
        .extend(USE, [2, 1])
        .extend(USE, [1, 3])
    )
    assert with_body(Made("", USING, (1,)), opened(USING)).captured == (1,)


def test_every_operation_is_changed_in_bodies_too():
    around = replace(IDLE, body=Sequence().extend(ZERO).extend(replace(USING, names=("y",)), [0]))
    sequence = Sequence().extend(ZERO).extend(around).extend(BOTH, [0, 0])
    other = replace(USE, target="shop:other")

    def change(operation):
        return {ZERO: ONE, USE: other}.get(operation, operation)

    changed = everywhere(sequence, change)

    assert [len(one) for one in changed.nested()] == [len(one) for one in sequence.nested()]
    found = [o for one in changed.nested() for o, _ in one.steps if isinstance(o, Call | Literal)]
    assert found == [ONE, ONE, other, other, other]
    assert changed.sources(2) == (0, 0)
