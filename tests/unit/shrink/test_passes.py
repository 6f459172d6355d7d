"""Each pass makes its own kind of attempt, and keeps what the failure needs."""

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
    values,
)

from refute.model.literals import maker
from refute.model.sequence import Allocate, Call, Display, Literal, Sequence, SetField
from refute.model.typeform import ANY, INT, NONE, STR, TypeForm
from refute.shrink.passes import (
    begin_smaller,
    do_without_probes,
    drop_arguments,
    drop_pairs,
    exchange_literals,
    replace,
    replace_together,
    reuse,
    shorten_displays,
    simplify_literals,
    simplify_together,
    write_out,
)
from refute.shrink.shrinker import Attempt, Context, shrink, sort_key


def test_two_that_go_only_together_go():
    twice = Sequence().extend(NEW).extend(POP, [0]).extend(POP, [0]).extend(POP, [0])

    def fails(sequence: Sequence) -> bool:
        return targets(sequence).count("shop:Stack.pop") % 2 == 1

    assert len(shrunk(twice, fails)) == 2
    assert len(shrunk(twice, fails, passes=(drop_pairs,))) == 2


def test_an_earlier_value_is_used_again():
    two = Sequence().extend(ZERO).extend(NEW).extend(NEW).extend(PUSH, [1, 0]).extend(POP, [2])
    kept = shrunk(
        two, lambda s: targets(s)[-2:] == ["shop:Stack.push", "shop:Stack.pop"], passes=(reuse,)
    )

    assert targets(kept) == ["shop:Stack", "shop:Stack.push", "shop:Stack.pop"]
    assert kept.sources(3) == (1,)


KEEPING = dataclasses.replace(SIMPLE, fits=lambda have, want: True, across_types=False)
USE = Call("shop:use", (ANY,), NONE)


def test_where_types_are_to_stay_a_literal_gives_way_only_to_one_of_its_type():
    used = Sequence().extend(TEXT).extend(USE, [0]).extend(SEVEN).extend(USE, [2])
    fails = lambda s: targets(s)[-1:] == ["shop:use"]  # noqa: E731
    alike = Sequence().extend(ZERO).extend(SEVEN).extend(USE, [1])

    assert shrunk(used, fails, KEEPING, (reuse, simplify_literals)).steps[2].operation == ZERO
    assert shrunk(alike, fails, KEEPING, (reuse,)) == Sequence().extend(ZERO).extend(USE, [0])


def test_where_types_are_to_stay_what_a_call_returned_may_be_anything():
    made = Sequence().extend(TEXT).extend(NEW).extend(USE, [0]).extend(USE, [1])
    kept = shrunk(made, lambda s: targets(s)[-1:] == ["shop:use"], KEEPING, (reuse,))

    assert targets(kept) == ["shop:use", "shop:use"]


def test_a_value_is_written_as_a_literal():
    made = Sequence().extend(NEW).extend(POP, [0]).extend(MAKE, [1, 1])

    assert shrunk(
        made, lambda s: "shop:make" in targets(s), SIMPLE, (replace,)
    ) == Sequence().extend(ZERO).extend(MAKE, [0, 0])


def test_what_a_call_returned_is_not_passed_on_where_a_literal_does():
    popped = Sequence().extend(NEW).extend(POP, [0]).extend(PUSH, [0, 1]).extend(POP, [0])
    both = lambda s: targets(s)[1:] == ["shop:Stack.pop", "shop:Stack.push", "shop:Stack.pop"]  # noqa: E731
    kept = shrunk(popped, both, SIMPLE, (write_out,))

    assert kept == (
        Sequence().extend(NEW).extend(POP, [0]).extend(ZERO).extend(PUSH, [0, 2]).extend(POP, [0])
    )


def test_what_a_call_returned_is_passed_on_where_nothing_else_does():
    popped = Sequence().extend(NEW).extend(POP, [0]).extend(PUSH, [0, 1])

    assert shrunk(popped, lambda s: s.users(1) == [2], SIMPLE, (write_out,)) == popped


def test_of_a_call_that_never_returned_nothing_is_known():
    popped = Sequence().extend(NEW).extend(POP, [0]).extend(PUSH, [0, 1])
    attempt = Attempt(popped, values(popped)[:1], lambda s: [], 10)
    write_out(attempt, SIMPLE)

    assert attempt.sequence == (
        Sequence().extend(NEW).extend(POP, [0]).extend(ZERO).extend(PUSH, [0, 2])
    )


def test_a_display_is_passed_once_where_literals_do():
    items = Display("list", (), TypeForm("list", (INT,)))
    thrice = Call("shop:three", (ANY, ANY, ANY), NONE)
    sequence = Sequence().extend(items).extend(thrice, [0, 0, 0])
    kept = shrunk(sequence, lambda s: 0 in s.sources(len(s) - 1), SIMPLE, (write_out,))

    assert [s.operation for s in kept.steps[:-1]] == [items, TEXT, TEXT]
    later = Sequence().extend(items).extend(thrice, [0]).extend(thrice, [0])
    assert sort_key(later) > sort_key(Sequence().extend(items).extend(thrice, [0]).extend(thrice))


ANYTHING = Call("shop:anything", (ANY,), NONE)
PLAIN = Context(
    NO_CONTEXT.fits,
    NO_CONTEXT.makers,
    NO_CONTEXT.simplest,
    lambda form: [ZERO] if form == ANY else [],
)


@pytest.mark.parametrize("made", [Literal("'text'", STR), Display("dict", (), TypeForm("dict"))])
def test_where_nothing_is_asked_for_the_simplest_of_any_type_is_written(made):
    sequence = Sequence().extend(made).extend(ANYTHING, [0])

    assert shrunk(sequence, lambda s: len(s.sources(len(s) - 1)) == 1, PLAIN) == (
        Sequence().extend(ZERO).extend(ANYTHING, [0])
    )


def test_a_value_is_made_by_a_shorter_sequence_of_the_pool():
    maker = Sequence().extend(NEW)
    pool = Context(
        NO_CONTEXT.fits,
        lambda value: [(maker, 0)] if value.form == STACK else [],
        NO_CONTEXT.simplest,
        lambda form: [],
    )
    copied = Call("shop:copy", (STACK,), STACK)
    long = Sequence().extend(NEW).extend(copied, [0]).extend(POP, [1])

    assert shrunk(
        long, lambda s: "shop:Stack.pop" in targets(s), pool, (replace,)
    ) == Sequence().extend(NEW).extend(POP, [0])


PROBE_FULL = Call("shop:Stack.probe_full", (STACK,), NONE, how="method")


@pytest.mark.parametrize("needed", [1, 2, 3, 4])
def test_a_probe_gives_way_to_calls_that_anybody_makes_though_they_be_more(needed):
    context = dataclasses.replace(SIMPLE, others=lambda probe: [POP, PUSH])
    long = Sequence().extend(NEW).extend(PROBE_FULL, [0]).extend(POP, [0]).extend(ANYTHING, [2])

    def fails(sequence: Sequence) -> bool:
        called = targets(sequence)
        filled = called.count("shop:Stack.push") >= needed or "shop:Stack.probe_full" in called
        return filled and called[-2:] == ["shop:Stack.pop", "shop:anything"]

    found = targets(shrunk(long, fails, context, (do_without_probes,)))
    instead = ["shop:Stack.push"] * needed if needed < 4 else ["shop:Stack.probe_full"]
    assert found == ["shop:Stack", *instead, "shop:Stack.pop", "shop:anything"]


def test_a_probe_stays_where_its_result_is_used_or_nothing_can_be_passed_instead():
    asked = dataclasses.replace(PROBE_FULL, output=INT)
    used = Sequence().extend(NEW).extend(asked, [0]).extend(ANYTHING, [1])
    unused = Sequence().extend(NEW).extend(PROBE_FULL, [0])
    context = dataclasses.replace(NO_CONTEXT, others=lambda probe: [PUSH])

    for sequence in (used, unused):
        assert shrunk(sequence, lambda s: True, context, (do_without_probes,)) == sequence


def test_all_values_at_once_may_be_simpler_where_each_alone_is_not():
    first = Call("shop:first", (), STACK)
    split = Call("shop:split", (STACK,), STACK, how="method")
    simplest = Context(
        NO_CONTEXT.fits,
        NO_CONTEXT.makers,
        lambda value: Sequence().extend(NEW) if value.form == STACK else None,
        lambda form: [],
    )
    join = Call("shop:join", (STACK, STACK), NONE)
    long = Sequence().extend(first).extend(split, [0]).extend(split, [0]).extend(join, [1, 2])
    short = shrunk(long, lambda s: targets(s)[-1:] == ["shop:join"], simplest, (replace_together,))

    assert targets(short) == ["shop:Stack", "shop:Stack", "shop:join"]


def test_displays_are_shortened():
    items = Display("list", (INT, INT, INT), TypeForm("list", (INT,)))
    pairs = Display("dict", (INT, STR, INT, STR), TypeForm("dict"))
    take = Call("shop:take", (ANY,), NONE)
    listed = Sequence().extend(ZERO).extend(SEVEN).extend(items, [0, 1, 0]).extend(take, [2])
    mapped = Sequence().extend(ZERO).extend(TEXT).extend(pairs, [0, 1, 0, 1]).extend(take, [2])

    short = shrunk(
        listed, lambda s: any(s_.operation == SEVEN for s_ in s.steps), passes=(shorten_displays,)
    )
    assert short == Sequence().extend(SEVEN).extend(
        Display("list", (INT,), TypeForm("list", (INT,))), [0]
    ).extend(take, [1])
    empty = shrunk(mapped, lambda s: "shop:take" in targets(s), passes=(shorten_displays,))
    assert empty == Sequence().extend(Display("dict", (), TypeForm("dict"))).extend(take, [0])


def test_arguments_are_left_out():
    called = Sequence().extend(ZERO).extend(SEVEN).extend(MAKE, [0, 1])
    receiver = Sequence().extend(NEW).extend(ZERO).extend(PUSH, [0, 1])

    assert shrunk(
        called, lambda s: bool(targets(s)), passes=(drop_arguments,)
    ) == Sequence().extend(Call("shop:make", (), INT))
    kept = shrunk(
        called, lambda s: s.steps[-1].operation.keywords == ("size",), passes=(drop_arguments,)
    )
    assert kept == Sequence().extend(SEVEN).extend(Call("shop:make", (INT,), INT, ("size",)), [0])
    bare = shrunk(receiver, lambda s: "shop:Stack.push" in targets(s), passes=(drop_arguments,))
    assert [len(step.arguments) for step in bare.steps] == [0, 1]  # the receiver stays


def test_literals_are_simplified():
    called = (
        Sequence()
        .extend(SEVEN)
        .extend(Literal("'hello'", STR))
        .extend(Call("shop:f", (INT, STR), NONE), [0, 1])
    )

    assert (
        shrunk(called, lambda s: len(s) == 3, SIMPLE, (simplify_literals,)).steps[:2]
        == Sequence().extend(ZERO).extend(TEXT).steps
    )


def test_the_simpler_of_two_literals_comes_first():
    sequence = Sequence().extend(NEW).extend(SEVEN).extend(ZERO).extend(TEXT)
    sequence = sequence.extend(PUSH, [0, 1]).extend(PUSH, [0, 2]).extend(PUSH, [0, 3])

    def differ(one: Sequence) -> bool:
        return one.steps[1] != one.steps[2]

    smaller = shrunk(sequence, differ, NO_CONTEXT, (exchange_literals,))
    assert [step.operation for step in smaller.steps[1:4]] == [ZERO, SEVEN, TEXT]
    long = sequence
    for _ in range(40):
        long = long.extend(POP, [0])
    assert shrunk(long, differ, NO_CONTEXT, (exchange_literals,)) == long


def test_what_is_read_written_or_checked_keeps_its_arguments():
    write = Call("shop:Stack.open", (STACK, INT), NONE, how="set")
    sequence = Sequence().extend(NEW).extend(ZERO).extend(write, [0, 1])

    assert shrunk(sequence, lambda s: len(s) > 1, NO_CONTEXT, (drop_arguments,)) == sequence


def built(*items: int) -> Sequence:
    """A stack built field by field, with these items."""
    sequence = Sequence()
    for item in items:
        sequence = sequence.extend(Literal(str(item), INT))
    display = Display("list", (INT,) * len(items), ANY)
    here = len(sequence) + 1
    return (
        sequence.extend(display, range(len(items)))
        .extend(Allocate("shop:Stack"))
        .extend(SetField("items"), [here, here - 1])
        .extend(SetField("size"), [here, here - 1])
    )


def on_a_stack(stack: Sequence, call: Call) -> Sequence:
    return stack.extend(call, [len(stack) - 3])


def test_a_built_object_stays_as_it_is():
    sequence = on_a_stack(built(1, 2), POP)
    kept = shrunk(sequence.extend(POP, [3]), lambda s: "shop:Stack.pop" in targets(s), SIMPLE)

    assert kept == sequence


def test_a_smaller_object_is_begun_with():
    starts = [(built(), 1), (built(0), 2)]
    context = Context(
        NO_CONTEXT.fits,
        NO_CONTEXT.makers,
        NO_CONTEXT.simplest,
        NO_CONTEXT.literals,
        lambda target: starts if target == "shop:Stack" else [],
    )

    def fails(sequence: Sequence) -> bool:
        return any(isinstance(s.operation, Literal) for s in sequence.steps)

    assert shrunk(on_a_stack(built(1, 2), POP), fails, context, (begin_smaller,)) == on_a_stack(
        built(0), POP
    )
    assert shrunk(on_a_stack(built(0), POP), fails, context, (begin_smaller,)) == on_a_stack(
        built(0), POP
    )


def test_a_sequence_of_calls_begins_with_no_object():
    sequence = Sequence().extend(NEW).extend(POP, [0])

    assert shrunk(sequence, lambda s: True, NO_CONTEXT, (begin_smaller,)) == sequence


def test_where_no_values_are_known_none_takes_the_place_of_another():
    pushed = Sequence().extend(NEW).extend(SEVEN).extend(SEVEN).extend(PUSH, [0, 2])
    context = Context(lambda have, want: True, SIMPLE.makers, SIMPLE.simplest, SIMPLE.literals)

    small, _ = shrink(pushed, lambda s: [] if s == pushed else None, context, [reuse])
    assert small == pushed


def test_literals_that_must_stay_equal_get_simpler_together():
    both = Sequence().extend(NEW).extend(SEVEN).extend(PUSH, [0, 1]).extend(SEVEN)
    both = both.extend(PUSH, [0, 3])

    def equal(sequence: Sequence) -> bool:
        return sequence.steps[1].operation == sequence.steps[3].operation

    assert shrunk(both, equal, SIMPLE, (simplify_literals,)) == both
    kept = shrunk(both, equal, SIMPLE, (simplify_together,))
    assert [kept.steps[place].operation for place in (1, 3)] == [ZERO, ZERO]


def test_a_text_for_which_no_preset_does_gets_shorter():
    text = Sequence().extend(Literal("'xx!yy'", STR)).extend(ANYTHING, [0])
    kept = shrunk(text, lambda s: "!" in s.steps[0].operation.source, passes=(simplify_together,))

    assert kept.steps[0].operation.source == "'!'"


def test_a_collection_gets_shorter_and_what_is_in_it_smaller():
    numbers = Literal("list(range(8))", TypeForm("list", (INT,)))
    both = Sequence().extend(numbers).extend(ANYTHING, [0])
    kept = shrunk(
        both, lambda s: len(maker(s.steps[0].operation.source)()) > 1, passes=(simplify_together,)
    )

    assert kept.steps[0].operation.source == "[0, 0]"


def test_a_number_is_written_where_one_is_asked_for_and_a_truth_was_passed():
    truth = Literal("False", TypeForm("bool"))

    found = shrunk(
        Sequence().extend(NEW).extend(truth).extend(PUSH, [0, 1]),
        lambda s: "shop:Stack.push" in targets(s),
        SIMPLE,
        passes=(simplify_literals,),
    )

    assert found.steps[1].operation == ZERO
