"""What a function does is put into the step that makes it."""

from __future__ import annotations

from refute.generate.frozen_bodies import given_by, pruned, with_function, with_steps
from refute.model.sequence import (
    Callback,
    Derive,
    Literal,
    Parameter,
    Raise,
    Return,
    Sequence,
    Step,
)
from refute.model.typeform import ANY, INT

ZERO = Step(Literal("0", INT), ())
IDLE = Callback("f", ("x",), (ANY,), ANY, (ANY, ANY))


def test_a_plain_body_says_what_it_gives():
    assert given_by(Sequence()) == "None"
    assert given_by(Sequence((ZERO, Step(Return(), (1,))))) == "0"
    assert given_by(Sequence((Step(Raise("NotImplementedError()"), ()),))) == ""


def test_a_function_captures_what_its_steps_use():
    steps = [Step(Parameter(n), ()) for n in range(3)]
    made, captured = with_steps(IDLE, [*steps, Step(Return(), (1,))])

    assert captured == (1,)
    assert made.captures == (ANY,)
    assert made.body.steps == (Step(Parameter(1), ()), Step(Return(), (1,)))


def test_it_takes_the_place_of_the_one_of_its_name():
    class_of_two = Step(Derive("m:A", (("f", IDLE), ("g", IDLE))), (1, 2, 1, 2))
    made, captured = with_steps(IDLE, [Step(Parameter(2), ()), Step(Return(), (1,))])
    changed = with_function(class_of_two, "g", made, captured)

    assert changed.arguments == (1, 2, 2)
    assert isinstance(changed.operation, Derive)
    assert changed.operation.methods == (("f", IDLE), ("g", made))


def test_what_was_never_called_goes_or_captures_nothing():
    class_of_two = Step(Derive("m:A", (("f", IDLE), ("g", IDLE))), (1, 2, 1, 2))
    kept = pruned(class_of_two, {"f"}, {"f", "g"})

    assert isinstance(kept.operation, Derive)
    assert [name for name, _ in kept.operation.methods] == ["g"]
    assert kept.arguments == ()
