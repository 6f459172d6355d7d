"""What was there before, in fixed memory."""

from __future__ import annotations

from refute.generate.seen import Seen, SeenSequences
from refute.model.sequence import Call, Literal, Step
from refute.model.typeform import ANY, INT

ZERO, CALL = Literal("0", INT), Call("shop:f", (INT,), ANY)


def test_a_hash_is_new_once():
    seen = Seen(8)

    assert seen.add(5)
    assert not seen.add(5)


def test_a_newer_hash_takes_the_place_of_an_older_one():
    seen = Seen(8)
    seen.add(5)
    seen.add(5 + 8)

    assert seen.add(5)


def test_what_is_forgotten_is_new_again():
    seen = Seen(8)
    seen.add(5)
    seen.forget(5 + 8)  # in the same place, but never there
    assert not seen.add(5)
    seen.forget(5)

    assert seen.add(5)


def test_a_sequence_with_the_same_steps_is_the_same():
    seen = SeenSequences(64)

    assert seen.add([Step(ZERO, ()), Step(CALL, (1,))])
    assert not seen.add((Step(ZERO, ()), Step(CALL, (1,))))


def test_the_same_calls_on_other_values_are_another_sequence():
    seen = SeenSequences(64)
    seen.add([Step(ZERO, ()), Step(ZERO, ()), Step(CALL, (1,))])

    assert seen.add([Step(ZERO, ()), Step(ZERO, ()), Step(CALL, (2,))])
