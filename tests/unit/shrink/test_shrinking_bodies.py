"""What a failure does not need of functions and subclasses goes, from the outside and from within."""

from __future__ import annotations

import dataclasses

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
    shrunk,
    targets,
)

from refute.model.made_functions import made_in
from refute.model.sequence import (
    Call,
    Callback,
    Derive,
    GetField,
    Literal,
    Operation,
    Parameter,
    Raise,
    Return,
    Sequence,
)
from refute.model.typeform import ANY, INT, NONE, STR, TypeForm
from refute.shrink.passes import drop, drop_pairs, reuse, simplify_literals, write_out
from refute.shrink.shrinker import Value, shrink, sort_key
from refute.shrink.shrinking_bodies import (
    drop_methods,
    hoist,
    shrink_bodies,
    use_plain_functions,
    use_plain_objects,
)

CALLABLE = TypeForm("collections.abc:Callable", (INT, NONE))
WATCH = Call("shop:Stack.watch", (STACK, CALLABLE), NONE, how="method")
DERIVED = Call("shop:Stack", (ANY,), STACK, how="derived")
LAMBDA = Literal("lambda x: None", TypeForm("collections.abc:Callable"))
NUMBERS = dataclasses.replace(SIMPLE, literals=lambda form: [ZERO] if form == INT else [])
FUNCTIONS = dataclasses.replace(
    NUMBERS,
    literals=lambda form: [LAMBDA] if form.name == CALLABLE.name else NUMBERS.literals(form),
)


def body(*steps: object) -> Sequence:
    """Return the sequence of operations, or pairs of an operation and the positions it uses."""
    made = Sequence()
    for step in steps:
        made = made.extend(*step) if isinstance(step, tuple) else made.extend(step)  # type: ignore[arg-type]
    return made


def slot(steps: Sequence, captures: int = 0, output: TypeForm = NONE, then: str = "") -> Callback:
    """Return a function of one number."""
    return Callback("slot", ("x",), (INT,), output, (STACK,) * captures, steps, then)


def method(steps: Sequence, captures: int = 0, output: TypeForm = NONE) -> Callback:
    """Return a method that is given a stack."""
    forms = (STACK,) * captures
    return Callback("run", ("self", "stack"), (ANY, STACK), output, forms, steps)


def watched(function: Callback, *captured: int) -> Sequence:
    """Return a sequence in which a stack is watched by a function, and something is pushed on it."""
    made = Sequence().extend(NEW).extend(function, captured)
    return made.extend(WATCH, [0, 1]).extend(ZERO).extend(PUSH, [0, 3])


def functions(sequence: Sequence) -> list[Callback]:
    return [one.function for step in sequence.steps for one in made_in(step)]


def operations(sequence: Sequence) -> list[Operation]:
    return [o for o, _ in sequence.steps]


def inside(sequence: Sequence) -> list[Operation]:
    """Return the operations of all bodies."""
    return [o for one in [*sequence.nested()][1:] for o, _ in one.steps]


def calls_inside(*wanted: Call):
    return lambda sequence: all(call in inside(sequence) for call in wanted)


# ---- from outside ----------------------------------------------------------------------------------------------


POPS = slot(body(Parameter(1), (POP, (0,))), 1)


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        (2, ["shop:Stack", "shop:Stack.watch", "shop:Stack.pop", "shop:Stack.push"]),
        (3, ["shop:Stack", "shop:Stack.watch", "shop:Stack.push", "shop:Stack.pop"]),
    ],
)
def test_a_call_is_made_outside_a_body_where_that_does(place, expected):
    found = shrunk(
        watched(POPS, 0),
        lambda s: targets(s)[place:][:1] == ["shop:Stack.pop"] or POP in inside(s),
        passes=(hoist,),
    )

    assert targets(found) == expected
    assert functions(found) == [slot(Sequence())]


def test_a_call_is_made_outside_after_the_function_was_handed_over():
    sequence = watched(POPS, 0).extend(ZERO).extend(PUSH, [0, 5])

    found = shrunk(
        sequence,
        lambda s: targets(s)[1:3] == ["shop:Stack.watch", "shop:Stack.pop"] or POP in inside(s),
        passes=(hoist,),
    )

    assert targets(found)[1:3] == ["shop:Stack.watch", "shop:Stack.pop"]


def test_a_call_on_what_the_function_was_given_stays_inside():
    used = slot(body(Parameter(0), Parameter(1), (PUSH, (1, 0))), 1)
    given_on = slot(body(Parameter(1), (POP, (0,)), (Return(), (1,))), 1, INT)

    for function in (used, given_on):
        assert shrunk(watched(function, 0), bool, passes=(hoist,)) == watched(function, 0)


def test_a_call_goes_outside_with_its_literals():
    pushes = slot(body(Parameter(1), SEVEN, (PUSH, (0, 1))), 1)

    found = shrunk(watched(pushes, 0), lambda s: SEVEN in operations(s) or SEVEN in inside(s))

    assert SEVEN in operations(found) and not functions(found)


def test_a_function_is_hoisted_out_of_no_body_past_its_end():
    outer = slot(body(Parameter(1), (POPS, (0,)), (Return(), (1,))), 1, ANY)

    found = shrunk(watched(outer, 0), calls_inside(POP), FUNCTIONS)

    assert inside(found).count(POP) == 1


def test_a_plain_function_is_written_in_the_place_of_one_of_ours():
    found = shrunk(watched(POPS, 0), bool, FUNCTIONS, passes=(use_plain_functions,))

    assert LAMBDA in operations(found) and not functions(found)


def test_a_function_of_another_kind_is_not_replaced_by_a_plain_one():
    waits = slot(Sequence(), then="await")

    assert functions(shrunk(watched(waits), bool, FUNCTIONS, passes=(use_plain_functions,)))


def test_a_function_that_is_needed_stays():
    found = shrunk(watched(POPS, 0), calls_inside(POP), FUNCTIONS, passes=(use_plain_functions,))

    assert functions(found) == [POPS]


DERIVE = Derive("shop:Stack", (("run", method(Sequence())), ("stop", method(Sequence()))))


def test_an_object_of_the_class_itself_does():
    found = shrunk(
        Sequence().extend(DERIVE).extend(DERIVED, [0]).extend(POP, [1]),
        lambda s: "shop:Stack.pop" in targets(s),
        passes=(use_plain_objects,),
    )

    assert found == Sequence().extend(NEW).extend(POP, [0])


def test_a_class_of_ours_stays_where_another_object_of_it_is_needed():
    two = Sequence().extend(DERIVE).extend(DERIVED, [0]).extend(DERIVED, [0]).extend(POP, [2])

    found = shrunk(two, lambda s: DERIVED in operations(s), passes=(use_plain_objects,))

    assert operations(found) == [DERIVE, DERIVED, NEW, POP]


def test_an_object_of_another_class_does_where_the_class_itself_does_not():
    other = Call("shop:Queue", (), STACK, how="new")
    pool = [
        (Sequence().extend(DERIVE).extend(DERIVED, [0]), 1),
        (Sequence().extend(other), 0),
    ]
    context = dataclasses.replace(NO_CONTEXT, makers=lambda value: pool)

    found = shrunk(
        Sequence().extend(DERIVE).extend(DERIVED, [0]).extend(POP, [1]),
        lambda s: NEW not in operations(s),
        context,
        passes=(use_plain_objects,),
    )

    assert found == Sequence().extend(other).extend(POP, [0])


def test_nothing_is_known_of_an_object_whose_making_fails():
    made = Sequence().extend(DERIVE).extend(DERIVED, [0])
    context = dataclasses.replace(NO_CONTEXT, makers=lambda value: [(Sequence().extend(MAKE), 0)])

    def trial(candidate: Sequence) -> list[Value] | None:
        return [] if candidate == made else None

    assert shrink(made, trial, context, (use_plain_objects,))[0] == made


def test_methods_that_nobody_needs_are_dropped():
    made = Sequence().extend(NEW)
    pops = method(body(Parameter(2), (POP, (0,))), 1)
    derive = Derive("shop:Stack", (("a", pops), ("b", method(Sequence(), 1)), ("c", pops)))
    sequence = made.extend(derive, [0, 0, 0]).extend(DERIVED, [1])

    def fails(one: Sequence) -> bool:
        classes = [o for o in operations(one) if isinstance(o, Derive)]
        return bool(classes) and "a" in dict(classes[0].methods)

    found = shrunk(sequence, fails, passes=(drop_methods,))

    assert found.steps[1].operation == Derive("shop:Stack", (("a", pops),))
    assert found.sources(1) == (0,)


# ---- from within -----------------------------------------------------------------------------------------------


WITHIN = shrink_bodies(drop, drop_pairs, reuse, write_out, simplify_literals)


def test_a_body_that_nobody_needs_does_nothing():
    found = shrunk(watched(POPS, 0), lambda s: bool(functions(s)), NO_CONTEXT, passes=(WITHIN,))

    assert functions(found) == [slot(Sequence())]
    assert found.sources(1) == ()


def test_a_body_gives_the_simplest_result():
    counts = slot(body(Parameter(1), (POP, (0,)), (Return(), (1,))), 1, INT)

    found = shrunk(watched(counts, 0), lambda s: bool(functions(s)), SIMPLE, passes=(WITHIN,))

    assert functions(found) == [slot(body(ZERO, (Return(), (0,))), 0, INT)]


def test_a_body_goes_on_giving_where_somebody_asks_for_it():
    gives = slot(body(SEVEN, (Return(), (0,))), 0, INT)
    raises = slot(body(Raise("ValueError()")), 0, INT)

    for function in (gives, raises):
        found = shrunk(watched(function), lambda s: bool(functions(s)), passes=(WITHIN,))
        assert functions(found) == [function]
    free = dataclasses.replace(gives, output=ANY)
    found = shrunk(watched(free), lambda s: bool(functions(s)), passes=(WITHIN,))
    assert functions(found) == [dataclasses.replace(free, body=Sequence())]


def test_a_body_that_never_gave_anything_need_not_begin_to():
    fails = slot(body(Parameter(1), (POP, (0,)), (POP, (0,))), 1, INT)

    found = shrunk(watched(fails, 0), calls_inside(POP), passes=(WITHIN,))

    assert inside(found).count(POP) == 1


def test_steps_of_a_body_and_what_it_captures_for_them_go():
    two = slot(body(Parameter(1), Parameter(2), (POP, (0,)), SEVEN, (PUSH, (1, 3))), 2)
    sequence = Sequence().extend(NEW).extend(NEW).extend(two, [0, 1]).extend(WATCH, [0, 2])

    found = shrunk(sequence, calls_inside(PUSH), SIMPLE, passes=(WITHIN,))

    assert functions(found) == [slot(body(Parameter(1), ZERO, (PUSH, (0, 1))), 1)]
    assert found.sources(2) == (1,)


def test_a_parameter_is_used_in_place_of_what_is_captured():
    pops = method(body(Parameter(2), (POP, (0,))), 1)
    made = Sequence().extend(NEW).extend(Derive("shop:Stack", (("run", pops),)), [0])

    found = shrunk(made, calls_inside(POP), passes=(WITHIN,))

    assert functions(found) == [method(body(Parameter(1), (POP, (0,))))]


def test_a_literal_is_written_in_place_of_a_parameter():
    pushes = slot(body(Parameter(0), Parameter(1), (PUSH, (1, 0))), 1)

    found = shrunk(watched(pushes, 0), calls_inside(PUSH), SIMPLE, passes=(WITHIN,))

    assert functions(found) == [slot(body(Parameter(1), ZERO, (PUSH, (0, 1))), 1)]


def test_what_has_to_be_raised_stays_and_else_it_is_a_value_error():
    raises = watched(slot(body(Raise("KeyError('a')"))))

    def is_raised(sequence: Sequence) -> bool:
        return any(isinstance(o, Raise) for o in inside(sequence))

    assert inside(shrunk(raises, is_raised, passes=(WITHIN,))) == [Raise("ValueError()")]
    assert shrunk(raises, lambda s: Raise("KeyError('a')") in inside(s)) == shrunk(
        raises, lambda s: Raise("KeyError('a')") in inside(s), passes=(drop,)
    )


def test_bodies_in_bodies_are_shrunk_too():
    inner = slot(body(Parameter(1), SEVEN, (PUSH, (0, 1)), (POP, (0,))), 1)
    outer = slot(body(Parameter(1), (inner, (0,)), (WATCH, (0, 1))), 1)

    def fails(sequence: Sequence) -> bool:
        deepest = [*sequence.nested()][2:]
        return WATCH in inside(sequence) and any(PUSH in operations(one) for one in deepest)

    found = shrunk(watched(outer, 0), fails, NUMBERS, passes=(WITHIN,))

    least = slot(body(Parameter(1), ZERO, (PUSH, (0, 1))), 1)
    assert functions(found) == [slot(body(Parameter(1), (least, (0,)), (WATCH, (0, 1))), 1)]


def test_what_is_known_of_the_values_of_a_body_decides_what_can_be_used():
    field, text = GetField("size"), Call("shop:text", (STR,), STR)
    steps = body(Parameter(0), (field, (0,)), TEXT, (text, (2,)), (MAKE, (0, 0)), (text, (3,)))

    found = shrunk(watched(slot(steps)), calls_inside(text), SIMPLE, passes=(WITHIN,))

    assert inside(found) == [TEXT, text]


def test_equal_literals_inside_and_outside_become_simpler_together():
    pushes = slot(body(Parameter(1), SEVEN, (PUSH, (0, 1))), 1)
    sequence = Sequence().extend(NEW).extend(SEVEN).extend(PUSH, [0, 1]).extend(pushes, [0])
    sequence = sequence.extend(WATCH, [0, 3])

    def fails(one: Sequence) -> bool:
        outer = {o for o in operations(one) if isinstance(o, Literal)}
        inner = {o for o in inside(one) if isinstance(o, Literal)}
        return bool(outer) and outer == inner and PUSH in inside(one) and PUSH in operations(one)

    found = shrunk(sequence, fails, SIMPLE)

    assert ZERO in inside(found) and ZERO in operations(found)


# ---- smaller ---------------------------------------------------------------------------------------------------


def test_what_is_inside_counts():
    empty, pops = watched(slot(Sequence())), watched(POPS, 0)

    assert sort_key(empty) < sort_key(pops)
    assert sort_key(watched(slot(body(ZERO)))) < sort_key(
        watched(slot(body(SEVEN, (Return(), (0,)))))
    )


def test_a_function_passed_again_is_passed_on_and_a_plain_one_is_not():
    made = Sequence().extend(NEW).extend(POPS, [0]).extend(WATCH, [0, 1])

    again = made.extend(WATCH, [0, 1])
    plain = made.extend(LAMBDA).extend(WATCH, [0, 3])

    assert sort_key(plain) < sort_key(again)
    assert LAMBDA in operations(
        shrunk(again, lambda s: functions(s) == [POPS], FUNCTIONS, passes=(write_out,))
    )


def test_a_function_that_is_written_out_is_simpler_than_one_that_has_a_name():
    named = Sequence().extend(NEW).extend(Literal("abs", LAMBDA.type)).extend(WATCH, [0, 1])

    found = shrunk(named, bool, FUNCTIONS, passes=(simplify_literals,))

    assert LAMBDA in operations(found)
