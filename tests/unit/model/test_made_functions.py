"""The functions that a step makes, with other bodies: they capture what those use, and no more."""

from __future__ import annotations

from refute.model.made_functions import (
    Made,
    everywhere,
    made_in,
    opened,
    remade,
    with_body,
    without_idle,
)
from refute.model.sequence import (
    Call,
    Callback,
    Derive,
    GetField,
    Literal,
    Parameter,
    Return,
    Sequence,
    Step,
)
from refute.model.typeform import ANY, INT, NONE, STR, TypeForm

STACK = TypeForm("shop:Stack")
PUSH = Call("shop:Stack.push", (STACK, INT), NONE, how="method")
POP = Call("shop:Stack.pop", (STACK,), INT, how="method")
ZERO = Literal("0", INT)
# Takes x; captures three values, of which the body uses the first and the last.
BODY = (
    Sequence()
    .extend(Parameter(1))
    .extend(Parameter(0))
    .extend(PUSH, [0, 1])
    .extend(Parameter(3))
    .extend(POP, [3])
    .extend(Return(), [4])
)
FUNCTION = Callback("slot", ("x",), (INT,), INT, (STACK, STR, STACK), BODY)
OTHER = Callback("run", ("self",), (ANY,), ANY, (INT,), Sequence())


def test_a_step_of_another_kind_makes_none():
    assert made_in(Step(ZERO, ())) == ()


def test_a_function_captures_all_arguments_of_its_step_and_a_method_its_share():
    derive = Derive("shop:Base", (("slot", FUNCTION), ("run", OTHER)))
    step = Step(derive, (1, 2, 3, 4))

    assert made_in(Step(FUNCTION, (1, 2, 3))) == (Made("", FUNCTION, (1, 2, 3)),)
    assert made_in(step) == (Made("slot", FUNCTION, (1, 2, 3)), Made("run", OTHER, (4,)))


def test_what_was_made_is_put_back():
    derive = Derive("shop:Base", (("slot", FUNCTION), ("run", OTHER)))
    one, class_ = Step(FUNCTION, (3, 2, 1)), Step(derive, (4, 3, 2, 1))

    assert remade(one, made_in(one)) == one
    assert remade(class_, made_in(class_)) == class_
    assert remade(class_, made_in(class_)[1:]) == Step(Derive("shop:Base", (("run", OTHER),)), (1,))
    assert remade(class_, ()) == Step(Derive("shop:Base", ()), ())


def test_captures_that_a_body_does_not_use_are_gone():
    made = with_body(Made("", FUNCTION, (7, 8, 9)), BODY)

    assert made.captured == (7, 9)
    assert made.function.captures == (STACK, STACK)
    assert [o.index for o, _ in made.function.body.steps if isinstance(o, Parameter)] == [1, 0, 2]


def test_what_is_captured_twice_is_captured_once():
    made = with_body(Made("", FUNCTION, (7, 8, 7)), BODY)

    assert made.captured == (7,)
    assert [o.index for o, _ in made.function.body.steps if isinstance(o, Parameter)] == [1, 0, 1]


def test_parameters_and_literals_that_nobody_uses_are_gone():
    body = Sequence().extend(Parameter(0)).extend(ZERO).extend(GetField("size"), [0]).extend(ZERO)

    assert without_idle(body) == Sequence().extend(Parameter(0)).extend(GetField("size"), [0])


def test_an_opened_body_begins_with_all_that_it_may_use():
    body = opened(FUNCTION)

    assert [o for o, _ in body.steps] == [*map(Parameter, range(4)), PUSH, POP, Return()]
    assert [body.sources(p) for p in range(4, 7)] == [(1, 0), (3,), (5,)]


def test_operations_are_changed_in_bodies_too():
    inner = Callback("", (), (), ANY, (), Sequence().extend(ZERO))
    outer = Callback("", (), (), ANY, (), Sequence().extend(ZERO).extend(inner))
    one = Literal("1", INT)

    changed = everywhere(
        Sequence().extend(ZERO).extend(Derive("shop:Base", (("run", outer),))).extend(POP, [0]),
        lambda operation: one if operation == ZERO else operation,
    )

    found = [o for part in changed.nested() for o, _ in part.steps]
    assert found.count(one) == 3 and ZERO not in found and POP in found
