"""Whatever the failure: each step of shrinking is smaller and fails, and the end cannot be made smaller in one step."""

from __future__ import annotations

import zlib
from itertools import pairwise

from arbitrary import literals, sequences
from hypothesis import given, settings
from hypothesis import strategies as st

from refute.model.made_functions import made_in
from refute.model.sequence import (
    Call,
    Literal,
    Operation,
    Parameter,
    Raise,
    Return,
    Sequence,
    Step,
)
from refute.model.typeform import ANY, INT, TypeForm, fits
from refute.shrink.passes import PASSES
from refute.shrink.shrinker import Context, Value, shrink, sort_key

ENOUGH = 100_000


def everything_in(sequence: Sequence) -> list[Operation]:
    """Return the operations of a sequence and of the bodies in it."""
    return [step.operation for one in sequence.nested() for step in one.steps]


def is_well_formed(sequence: Sequence, given: int = 0) -> bool:
    """Return whether values are made before they are used, and functions are given what their bodies speak of."""
    last = len(sequence) - 1
    return Sequence(sequence.steps) == sequence and all(
        (not isinstance(step.operation, Parameter) or step.operation.index < given)
        and (not isinstance(step.operation, Return | Raise) or position == last)
        and _makes_well_formed(step)
        for position, step in enumerate(sequence.steps)
    )


def _makes_well_formed(step: Step) -> bool:
    made = made_in(step)
    captured = [back for one in made for back in one.captured]
    return (not made or captured == [*step.arguments]) and all(
        len(one.captured) == len(one.function.captures)
        and is_well_formed(one.function.body, len(one.function.names) + len(one.captured))
        for one in made
    )


def needs_calls(wanted: list[str]):
    """Return the failures that need calls of these targets, in this order."""

    def fails(sequence: Sequence) -> bool:
        rest = iter(o.target for o in everything_in(sequence) if isinstance(o, Call))
        return all(target in rest for target in wanted)

    return fails


def by_chance(salt: int, one_in: int):
    """Return failures without rhyme or reason: the same for the same sequence, and nothing else."""

    def fails(sequence: Sequence) -> bool:
        return zlib.crc32(repr((salt, sequence.steps)).encode()) % one_in == 0

    return fails


def needs_a_literal(source: str):
    def fails(sequence: Sequence) -> bool:
        return any(isinstance(o, Literal) and o.source == source for o in everything_in(sequence))

    return fails


failures = st.one_of(
    st.builds(
        needs_calls,
        st.lists(st.sampled_from(["shop:Cart", "shop:Cart.add", "shop:total"]), max_size=3),
    ),
    st.builds(by_chance, st.integers(0, 99), st.sampled_from([2, 3, 5])),
    st.builds(needs_a_literal, st.sampled_from(["0", "1", "''"])),
)
# Sub-sequences of the pool, each with the position of the value it supplies: here the last.
makers = st.lists(sequences(min_size=1, max_size=3, plain=True, depth=0), max_size=3).map(
    lambda made: [(maker, len(maker) - 1) for maker in made]
)


def context(made: list[tuple[Sequence, int]], simple: list[Literal]) -> Context:
    return Context(
        lambda have, want: fits(have, want, lambda name, other: name == other),
        lambda value: made,
        lambda value: made[0][0] if made else None,
        lambda form: simple,
    )


def values_of(sequence: Sequence) -> list[Value]:
    forms = [getattr(step.operation, "output", INT) for step in sequence.steps]
    return [Value(form if isinstance(form, TypeForm) else ANY, 0) for form in forms]


@settings(max_examples=300)
@given(sequences(min_size=1, plain=True, depth=2), failures, makers, st.lists(literals, max_size=3))
def test_every_accepted_step_is_smaller_and_fails_and_the_end_is_a_local_minimum(
    sequence, fails, made, simple
):
    accepted: list[Sequence] = []

    def trial(candidate: Sequence) -> list[Value] | None:
        assert is_well_formed(candidate)
        if not fails(candidate):
            return None
        accepted.append(candidate)
        return values_of(candidate)

    around = context(made, simple)
    smallest, is_done = shrink(sequence, trial, around, PASSES, ENOUGH)

    if not fails(sequence):
        assert (smallest, is_done, accepted) == (sequence, False, [])
        return
    assert is_done and accepted[0] == sequence and accepted[-1] == smallest
    keys = [sort_key(one) for one in accepted]
    assert all(later < earlier for earlier, later in pairwise(keys))
    assert shrink(smallest, trial, around, PASSES, ENOUGH)[0] == smallest
    assert not [
        position
        for position in range(len(smallest))
        if (without := smallest.without(position)) is not None and len(without) and fails(without)
    ]


@given(sequences(min_size=1, plain=True), failures, st.integers(1, 20))
def test_a_budget_is_kept_and_what_was_reached_still_fails(sequence, fails, budget):
    trials: list[Sequence] = []

    def trial(candidate: Sequence) -> list[Value] | None:
        trials.append(candidate)
        return values_of(candidate) if fails(candidate) else None

    smallest, _ = shrink(sequence, trial, context([], []), PASSES, budget)

    assert len(trials) <= budget + 1
    assert smallest == sequence or fails(smallest)


@given(sequences(min_size=1, plain=True), failures)
def test_shrinking_does_the_same_twice(sequence, fails):
    def trial(candidate: Sequence) -> list[Value] | None:
        return values_of(candidate) if fails(candidate) else None

    ends = [shrink(sequence, trial, context([], []), PASSES)[0] for _ in range(2)]

    assert ends[0] == ends[1]
