"""Functions and subclasses of ours go where nobody needs them; what stays of them does as little as it can."""

from __future__ import annotations

from dataclasses import replace

import pytest
from stack_sequences import (
    NEW,
    NO_CONTEXT,
    POP,
    PUSH,
    SEVEN,
    SIMPLE,
    STACK,
    ZERO,
    shrunk,
    targets,
    values,
)

from refute.model.sequence import (
    Call,
    Callback,
    Derive,
    Literal,
    Parameter,
    Raise,
    Return,
    Sequence,
    Step,
    ignores,
    ignoring,
)
from refute.model.typeform import ANY, CALLABLE, INT, NONE, TypeForm
from refute.shrink.body_passes import (
    BodyAttempt,
    do_nothing,
    drop_methods,
    hoist,
    raise_nothing,
    raise_plainly,
    shrink_bodies,
    use_plain_functions,
    use_plain_objects,
)
from refute.shrink.passes import drop_pairs, simplify_literals
from refute.shrink.shrinker import Attempt

EACH = Call("shop:each", (TypeForm(CALLABLE, (INT, NONE)),), NONE)
MAP = Call("shop:map", (TypeForm(CALLABLE, (INT, INT)),), NONE)
RUN = Call("shop:run", (TypeForm("shop:Base"),), NONE)
NEW_OURS = Call("shop:Base", (ANY,), TypeForm("shop:Base"), how="derived")
NEW_PLAIN = Call("shop:Base", (), TypeForm("shop:Base"), how="new")
# lambda x: s.pop(), where s is captured
POPPING = Callback(
    "done", ("x",), (INT,), NONE, (STACK,), Sequence().extend(Parameter(1)).extend(POP, [0])
)
# lambda x: s.push(x)
PUSHING = replace(
    POPPING, body=Sequence().extend(Parameter(1)).extend(Parameter(0)).extend(PUSH, [0, 1])
)


def all_targets(sequence: Sequence) -> list[str]:
    return [target for one in sequence.nested() for target in targets(one)]


def in_body(function: Callback, call: Call = EACH, trial=values) -> BodyAttempt:
    """Return the body of a function that is passed to a call, to be shrunk."""
    sequence = Sequence().extend(function).extend(call, [0])
    return BodyAttempt(Attempt(sequence, values(sequence), trial, 100), 0, 0)


# ---- whether a function is needed at all


def test_a_call_that_fails_outside_a_body_too_is_made_there():
    called = Sequence().extend(NEW).extend(POPPING, [0]).extend(EACH, [1])
    kept = shrunk(called, lambda s: "shop:Stack.pop" in all_targets(s), passes=(hoist,))

    assert targets(kept) == ["shop:Stack", "shop:Stack.pop", "shop:each"]
    assert kept.steps[1].operation == replace(POPPING, captures=(), body=Sequence())
    assert kept.sources(2) == (0,)


@pytest.mark.parametrize(
    "order",
    [["each", "x", "pop", "y"], ["each", "x", "y", "pop"], ["each", "pop", "x", "y"]],
)
def test_a_call_of_a_body_is_made_where_the_failure_needs_it(order):
    last = [Call(f"shop:{name}", (STACK,), NONE) for name in "xy"]
    called = Sequence().extend(NEW).extend(POPPING, [0]).extend(EACH, [1])
    called = called.extend(last[0], [0]).extend(last[1], [0])

    def names(sequence: Sequence) -> list[str]:
        return [target.rpartition(":")[2].rpartition(".")[2] for target in targets(sequence)]

    kept = shrunk(called, lambda s: s == called or names(s)[1:] == order, passes=(hoist,))

    assert names(kept) == ["Stack", *order]
    assert {kept.sources(p) for p in range(3, len(kept))} == {(0,)}


def test_of_a_function_that_nobody_calls_a_call_is_made_after_it():
    made = Sequence().extend(NEW).extend(POPPING, [0])
    kept = shrunk(made, lambda s: "shop:Stack.pop" in all_targets(s), passes=(hoist,))

    assert targets(kept) == ["shop:Stack", "shop:Stack.pop"]
    assert kept.sources(2) == (0,)


def test_a_call_on_what_the_function_is_given_or_whose_value_is_used_stays_inside():
    given = Sequence().extend(NEW).extend(PUSHING, [0]).extend(EACH, [1])
    used = replace(POPPING, output=INT, body=POPPING.body.extend(Return(), [1]))
    returned = Sequence().extend(NEW).extend(used, [0]).extend(MAP, [1])

    assert shrunk(given, lambda s: True, passes=(hoist,)) == given
    assert shrunk(returned, lambda s: True, passes=(hoist,)) == returned


def test_a_call_leaves_the_innermost_body_for_the_one_around_it():
    around = replace(
        POPPING,
        body=Sequence()
        .extend(Parameter(1))
        .extend(POPPING, [0])
        .extend(EACH, [1])
        .extend(POP, [0]),
    )
    nested = Sequence().extend(NEW).extend(around, [0]).extend(EACH, [1])

    def fails(sequence: Sequence) -> bool:
        inside = all_targets(sequence)[2:]
        return targets(sequence) == ["shop:Stack", "shop:each"] and (
            inside.count("shop:Stack.pop") == 2
        )

    kept = shrunk(nested, fails, passes=(shrink_bodies(),))

    assert [targets(one) for one in kept.nested()] == [
        ["shop:Stack", "shop:each"],
        ["shop:each", "shop:Stack.pop", "shop:Stack.pop"],
        [],
    ]


def test_what_is_written_out_in_a_body_goes_with_its_call():
    literal = replace(
        POPPING, body=Sequence().extend(SEVEN).extend(Parameter(1)).extend(PUSH, [1, 0])
    )
    called = Sequence().extend(NEW).extend(literal, [0]).extend(EACH, [1])
    kept = shrunk(called, lambda s: "shop:Stack.push" in all_targets(s), passes=(hoist,))

    assert [step.operation for step in kept.steps[2:]] == [SEVEN, PUSH, EACH]
    assert kept.sources(3) == (0, 2)


PLAIN = Literal("lambda x: 0", TypeForm(CALLABLE, (INT, INT)))
WITH_LAMBDAS = replace(SIMPLE, literals=lambda form: [PLAIN] if form.name == CALLABLE else [ZERO])


def test_a_plain_lambda_takes_the_place_of_a_function():
    called = Sequence().extend(replace(POPPING, captures=(), body=Sequence())).extend(EACH, [0])
    kept = shrunk(called, lambda s: "shop:each" in targets(s), WITH_LAMBDAS, (use_plain_functions,))

    assert kept == Sequence().extend(PLAIN).extend(EACH, [0])


def test_a_function_stays_that_the_failure_needs_or_that_no_lambda_can_be():
    called = Sequence().extend(replace(POPPING, captures=(), body=Sequence())).extend(EACH, [0])
    awaited = called.replace(0, replace(POPPING, captures=(), body=Sequence(), then="await"), [])
    passes = (use_plain_functions,)

    is_made = lambda s: isinstance(s.steps[0].operation, Callback)  # noqa: E731
    assert shrunk(called, is_made, WITH_LAMBDAS, passes) == called
    assert shrunk(awaited, lambda s: True, WITH_LAMBDAS, passes) == awaited


# ---- classes


OURS = Derive("shop:Base", (("run", POPPING), ("stop", PUSHING)))
DERIVED = Sequence().extend(NEW).extend(OURS, [0, 0]).extend(NEW_OURS, [1]).extend(RUN, [2])


def test_an_object_of_the_class_itself_takes_the_place_of_one_of_ours():
    kept = shrunk(DERIVED, lambda s: "shop:run" in targets(s), passes=(use_plain_objects,))

    assert kept == Sequence().extend(NEW_PLAIN).extend(RUN, [0])


def test_all_objects_of_a_class_of_ours_are_replaced_together():
    both = DERIVED.extend(NEW_OURS, [1]).extend(RUN, [4])
    kept = shrunk(both, lambda s: targets(s).count("shop:run") == 2, passes=(use_plain_objects,))

    assert [o for o, _ in kept.steps] == [NEW_PLAIN, RUN, NEW_PLAIN, RUN]


def test_an_object_that_was_never_made_has_no_others_to_take_its_place():
    for known in ([], values(DERIVED)):
        attempt = Attempt(DERIVED, known, lambda s: None, 10)
        use_plain_objects(attempt, NO_CONTEXT)

        assert attempt.sequence == DERIVED


def test_a_class_of_ours_that_is_passed_itself_stays():
    passed = DERIVED.extend(Call("shop:register", (ANY,), NONE), [1])
    kept = shrunk(passed, lambda s: "shop:register" in targets(s), passes=(use_plain_objects,))

    assert OURS in [o for o, _ in kept.steps]


def test_an_object_of_a_subclass_that_there_is_takes_the_place_of_one_of_ours():
    other = Call("shop:Other", (), TypeForm("shop:Other"), how="new")
    ours = Sequence().extend(Derive("shop:Base", ())).extend(NEW_OURS, [0])
    context = replace(NO_CONTEXT, makers=lambda value: [(ours, 1), (Sequence().extend(other), 0)])

    kept = shrunk(
        DERIVED, lambda s: NEW_PLAIN not in [o for o, _ in s.steps], context, (use_plain_objects,)
    )

    assert kept == Sequence().extend(other).extend(RUN, [0])


def test_of_an_object_that_was_never_made_nothing_is_known():
    attempt = Attempt(DERIVED, values(DERIVED)[:2], lambda s: None, 10)
    use_plain_objects(attempt, replace(NO_CONTEXT, makers=lambda value: [][0]))

    assert attempt.sequence == DERIVED


@pytest.mark.parametrize(
    ("needed", "left"),
    [({"run"}, ["run"]), ({"stop"}, ["stop"]), (set(), []), ({"run", "stop"}, ["run", "stop"])],
)
def test_methods_that_nobody_needs_are_dropped_with_what_they_capture(needed, left):
    def methods(sequence: Sequence) -> list[str]:
        return [name for o, _ in sequence.steps if isinstance(o, Derive) for name, _ in o.methods]

    kept = shrunk(DERIVED, lambda s: needed <= set(methods(s)), passes=(drop_methods,))

    assert methods(kept) == left
    assert kept.sources(1) == (0,) * len(left)


# ---- inside


def test_a_candidate_in_a_body_is_tried_with_all_that_is_around_it():
    seen: list[Sequence] = []

    def trial(sequence: Sequence):
        seen.append(sequence)
        return values(sequence)

    called = Sequence().extend(NEW).extend(POPPING, [0]).extend(EACH, [1])
    inside = BodyAttempt(Attempt(called, values(called), trial, 10), 1, 0)

    assert inside.sequence == Sequence().extend(Parameter(0)).extend(Parameter(1)).extend(POP, [1])
    assert [value.form for value in inside.values] == [INT, STACK, INT]
    assert inside(Sequence())
    assert seen == [called.replace(1, replace(POPPING, captures=(), body=Sequence()), [])]
    assert inside.sequence == Sequence()


def test_a_candidate_that_fails_no_more_leaves_a_body_as_it_was():
    inside = in_body(
        replace(POPPING, captures=(), body=Sequence().extend(NEW)), trial=lambda s: None
    )
    before = inside.sequence

    assert not inside(None)
    assert not inside(Sequence())
    assert inside.sequence == before


def test_the_methods_of_a_class_have_bodies_of_their_own():
    attempt = Attempt(DERIVED, values(DERIVED), values, 10)

    assert BodyAttempt(attempt, 1, 1)(Sequence())
    methods = dict(attempt.sequence.steps[1].operation.methods)
    assert methods["run"] == POPPING
    assert methods["stop"] == replace(PUSHING, captures=(), body=Sequence())
    assert attempt.sequence.sources(1) == (0,)


GIVING = Callback(
    "key", ("x",), (INT,), INT, (), Sequence().extend(NEW).extend(POP, [0]).extend(Return(), [1])
)


def test_a_body_that_nobody_asks_for_a_result_does_nothing():
    inside = in_body(replace(GIVING, output=NONE))
    do_nothing(inside, SIMPLE)

    assert inside.sequence == Sequence().extend(Parameter(0))


def test_a_body_gives_the_simplest_result_that_is_asked_for():
    inside = in_body(GIVING, MAP)
    do_nothing(inside, SIMPLE)

    assert inside.sequence == Sequence().extend(Parameter(0)).extend(ZERO).extend(Return(), [1])


def test_a_body_that_the_failure_needs_stays():
    inside = in_body(
        GIVING, MAP, lambda s: values(s) if "shop:Stack.pop" in all_targets(s) else None
    )
    before = inside.sequence
    do_nothing(inside, SIMPLE)

    assert inside.sequence == before


def test_what_is_raised_is_raised_plainly_where_it_does_not_matter():
    raising = replace(GIVING, body=Sequence().extend(Raise("KeyError('a')")))
    inside = in_body(raising, MAP)
    raise_plainly(inside, SIMPLE)

    assert inside.sequence.steps[-1].operation == Raise("ValueError()")


def test_a_function_raises_nothing_where_it_does_not_matter_and_nobody_goes_on_after_that():
    body = Sequence().extend(Parameter(1)).extend(POP, [0])
    popping = replace(POPPING, body=body.extend(Raise("KeyError()")))
    sequence = Sequence().extend(NEW).extend(popping, [0]).extend(ignoring(EACH), [1])

    def fails(one: Sequence) -> bool:
        has_raise = any(isinstance(o, Raise) for o, _ in one.steps[1].operation.body.steps)
        return len(one) == 3 and has_raise is ignores(one.steps[2].operation)

    kept = shrunk(sequence, fails, NO_CONTEXT, (raise_nothing,))

    assert kept.steps[1].operation.body == body
    assert kept.steps[2].operation == EACH


def test_a_function_that_has_to_give_something_still_raises():
    raising = replace(GIVING, body=Sequence().extend(Raise("KeyError()")))
    sequence = Sequence().extend(raising).extend(ignoring(MAP), [0])

    assert shrunk(sequence, lambda one: True, NO_CONTEXT, (raise_nothing,)) == sequence


@pytest.mark.parametrize("body", [Sequence(), GIVING.body])
def test_a_body_that_does_not_raise_begins_with_it_neither(body):
    inside = in_body(replace(GIVING, names=(), inputs=(), body=body), MAP)
    before = inside.sequence
    raise_plainly(inside, SIMPLE)

    assert inside.sequence == before


def test_passes_run_in_the_bodies_that_stay():
    body = Sequence().extend(SEVEN).extend(NEW).extend(PUSH, [1, 0]).extend(POP, [1])
    sequence = Sequence().extend(replace(GIVING, output=NONE, body=body)).extend(EACH, [0])

    def fails(sequence: Sequence) -> bool:
        return "shop:Stack.push" in all_targets(sequence) and "shop:Stack.push" not in targets(
            sequence
        )

    kept = shrunk(sequence, fails, SIMPLE, (shrink_bodies(drop_pairs, simplify_literals),))

    assert targets(kept.steps[0].operation.body) == ["shop:Stack", "shop:Stack.push"]
    assert ZERO in [o for o, _ in kept.steps[0].operation.body.steps]


def test_what_a_body_does_not_use_is_not_captured():
    idle = replace(POPPING, body=Sequence().extend(Parameter(1)).extend(NEW))
    called = Sequence().extend(NEW).extend(idle, [0]).extend(EACH, [1])
    inner = lambda s: targets(s) == ["shop:Stack", "shop:each"] and len(all_targets(s)) == 3  # noqa: E731
    kept = shrunk(called, inner, passes=(shrink_bodies(),))

    assert kept.steps[1] == Step(replace(POPPING, captures=(), body=Sequence().extend(NEW)), ())


def test_a_method_goes_on_doing_what_the_one_does_that_it_overrides():
    above = Call("shop:Base.run", (ANY,), NONE, how="super")
    steps = Sequence().extend(Parameter(0)).extend(above, [0]).extend(Parameter(0))
    method = Callback("run", ("self",), (ANY,), NONE, (), steps.extend(above, [2]))
    derived = Derive("shop:Base", (("run", method),))
    called = Sequence().extend(derived).extend(NEW_OURS, [0]).extend(RUN, [1])
    body = BodyAttempt(Attempt(called, values(called), values, 10), 0, 0)

    assert not body(Sequence())
    assert body(Sequence().extend(Parameter(0)).extend(above, [0]))


@pytest.mark.parametrize("needed", [True, False])
def test_a_function_runs_within_itself_unless_that_is_what_fails(needed):
    guarded = replace(POPPING, within="None")
    called = Sequence().extend(NEW).extend(guarded, [0]).extend(EACH, [1])

    def fails(sequence: Sequence) -> bool:
        made = [o for o, _ in sequence.steps if isinstance(o, Callback)]
        return len(made) == 1 and len(made[0].body) == 2 and bool(made[0].within) >= needed

    kept = shrunk(called, fails, passes=(shrink_bodies(),))

    assert kept.steps[1].operation == (guarded if needed else POPPING)
