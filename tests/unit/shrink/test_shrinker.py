"""Shrinking goes to a local minimum within its budget; smaller means fewer calls, then simpler."""

from __future__ import annotations

import pytest
from stack_sequences import (
    NEW,
    NO_CONTEXT,
    POP,
    PUSH,
    SEVEN,
    SIMPLE,
    ZERO,
    shrunk,
    targets,
    trial,
)

from refute.model.sequence import Literal, Sequence
from refute.model.typeform import ANY
from refute.shrink.passes import (
    PASSES,
)
from refute.shrink.shrinker import Attempt, literal_key, shrink, sort_key


def test_what_does_not_fail_is_left_alone():
    sequence = Sequence().extend(NEW)

    assert shrink(sequence, trial(lambda s: False), NO_CONTEXT, PASSES) == (sequence, False)


def test_all_that_is_not_needed_goes():
    long = Sequence().extend(NEW)
    for _ in range(20):
        long = long.extend(SEVEN)
        long = long.extend(PUSH, [0, len(long) - 1])
    long = long.extend(POP, [0])

    assert shrunk(long, lambda s: "shop:Stack.pop" in targets(s)) == Sequence().extend(NEW).extend(
        POP, [0]
    )


def test_what_the_values_were_need_not_be_known():
    two = Sequence().extend(NEW).extend(NEW).extend(POP, [1])
    smallest, _ = shrink(
        two, lambda s: [] if "shop:Stack.pop" in targets(s) else None, SIMPLE, PASSES
    )

    assert smallest == Sequence().extend(NEW).extend(POP, [0])


def test_whoever_goes_on_with_more_replacements_runs_nothing_twice():
    long = Sequence().extend(NEW).extend(SEVEN).extend(PUSH, [0, 1]).extend(POP, [0])
    ran = []

    def fails(sequence: Sequence) -> bool:
        ran.append(sequence)
        return any(step.operation == PUSH for step in sequence.steps) and NEW in sequence.steps[0]

    tried: set[Sequence] = set()
    within, _ = shrink(long, trial(fails), NO_CONTEXT, PASSES, tried=tried)
    before = set(ran)
    ran.clear()
    smallest, _ = shrink(within, trial(fails), SIMPLE, PASSES, tried=tried)

    assert before.intersection(ran) == {within}
    assert smallest == Sequence().extend(NEW).extend(ZERO).extend(PUSH, [0, 1])


def test_the_budget_counts_executions():
    tried = []

    def fails(sequence: Sequence) -> bool:
        tried.append(sequence)
        return len(tried) == 1

    long = Sequence().extend(NEW)
    for _ in range(30):
        long = long.extend(POP, [0])
    smallest, is_done = shrink(long, trial(fails), NO_CONTEXT, PASSES, budget=5)

    assert (smallest, is_done, len(tried)) == (long, False, 6)


def test_a_candidate_is_tried_once_and_only_if_it_is_smaller():
    tried = []

    def fails(sequence: Sequence) -> bool:
        tried.append(sequence)
        return False

    start = Sequence().extend(NEW).extend(POP, [0])
    attempt = Attempt(start, [], trial(fails), 10)

    assert not attempt(None)
    assert not attempt(start)
    assert not attempt(start.extend(POP, [0]))
    assert not attempt(Sequence().extend(NEW)) and not attempt(Sequence().extend(NEW))
    assert tried == [Sequence().extend(NEW)]
    assert attempt.budget == 9


@pytest.mark.parametrize(
    ("simpler", "other"),
    [
        ("0", "1"),
        ("1", "-1"),
        ("-1", "2"),
        ("9", "10"),
        ("''", "'a'"),
        ("'a'", "'aa'"),
        ("[]", "[0]"),
        ("False", "True"),
    ],
)
def test_literals_are_in_a_written_order(simpler, other):
    assert literal_key(Literal(simpler, ANY)) < literal_key(Literal(other, ANY))


def test_fewer_calls_are_smaller_than_fewer_steps():
    literals = Sequence().extend(ZERO).extend(ZERO).extend(ZERO).extend(NEW)
    calls = Sequence().extend(NEW).extend(NEW)

    assert sort_key(literals) < sort_key(calls)
