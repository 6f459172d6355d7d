"""Relations as data: where their values are in a sequence, and whether they hold."""

from __future__ import annotations

from dataclasses import replace

from refute.judge.relations.relation import Move, Relation
from refute.judge.relations.round_trips import ROUND_TRIP
from refute.model.sequence import Call, Display, Literal, Sequence
from refute.model.typeform import ANY, INT, STR, TypeForm

ENCODE, DECODE = Call("shop:encode", (ANY, INT), STR), Call("shop:decode", (STR, INT), ANY)
KEY, ONE, LIST = Literal("7", INT), Literal("1", INT), Display("list", (), TypeForm("list"))
RELATION = Relation(
    ROUND_TRIP,
    ("shop:encode", "shop:decode"),
    2,
    (Move(ENCODE, (0, 1)), Move(DECODE, (2, 1))),
    (0, 3),
    "assert {1} == {0}",
    "",
    anchor=ENCODE,
)


def sequence(*steps) -> Sequence:
    made = Sequence()
    for operation, *sources in steps:
        made = made.extend(operation, sources)
    return made


def places(*steps) -> list[tuple[int, ...]]:
    return list(RELATION.places(sequence(*steps)))


def test_a_relation_is_found_at_the_end_of_a_sequence():
    assert places((LIST,), (KEY,), (ENCODE, 0, 1), (DECODE, 2, 1)) == [(0, 1, 2, 3)]


def test_an_unchanging_literal_may_be_written_twice():
    twice = ((LIST,), (KEY,), (ENCODE, 0, 1), (KEY,), (DECODE, 2, 3))

    assert places(*twice) == [(0, 1, 2, 4)]


def test_other_calls_other_values_and_too_few_calls_are_something_else():
    assert places((LIST,), (KEY,), (ENCODE, 0, 1), (ENCODE, 2, 1)) == []
    assert places((LIST,), (KEY,), (ENCODE, 0, 1), (ONE,), (DECODE, 2, 3)) == []
    assert places((LIST,), (KEY,), (ENCODE, 0, 1), (DECODE, 0, 1)) == []
    assert places((LIST,), (KEY,), (DECODE, 0, 1)) == []


def test_what_a_move_made_is_not_taken_from_elsewhere():
    relation = replace(RELATION, moves=(Move(ENCODE, (0, 3)), Move(DECODE, (2, 1))))

    steps = sequence((LIST,), (KEY,), (ENCODE, 0, 1), (DECODE, 2, 1))
    assert list(relation.places(steps)) == []


def test_a_claim_about_one_object_is_asked_of_every_value_that_a_call_made():
    relation = replace(RELATION, inputs=1, moves=(), compared=(0,))
    steps = sequence((LIST,), (KEY,), (ENCODE, 0, 1), (DECODE, 2, 1))

    assert list(relation.places(steps)) == [(3,), (2,)]


def test_it_begins_with_the_call_that_has_the_same_arguments():
    assert RELATION.begins_with(ENCODE)
    assert not RELATION.begins_with(replace(ENCODE, keywords=("key",)))
    assert not replace(RELATION, anchor=None).begins_with(ENCODE)


def test_inputs_are_asked_for_as_the_anchor_says():
    assert RELATION.asked_for == ENCODE.inputs
    assert replace(RELATION, anchor=None).asked_for == (ANY, ANY)


def test_it_holds_or_not_or_nobody_can_tell():
    where = (0, 1, 2, 3)

    assert RELATION.seen(["a", 7, "h", "a"], where) is True
    assert RELATION.seen(["a", 7, "h", "b"], where) is False
    assert RELATION.seen([0.1, 7, "h", 0.2], where) is None


def test_it_may_not_speak_of_such_values_at_all():
    relation = replace(RELATION, applies=lambda text, *rest: type(text) is str)

    assert relation.seen(["a", 7, "h", "b"], (0, 1, 2, 3)) is False
    assert relation.seen([b"a", 7, "h", "b"], (0, 1, 2, 3)) is None


def test_that_it_holds_may_say_nothing():
    def refuse(*values):
        raise TypeError("no")

    values, where = ["a", 7, "h", "a"], (0, 1, 2, 3)

    assert replace(RELATION, tells=lambda *values: False).seen(values, where) is None
    assert replace(RELATION, tells=refuse).seen(values, where) is None


def test_variants_have_signatures_of_their_own():
    assert RELATION.signature == ("round-trip", "shop:encode", "shop:decode")
    assert replace(RELATION, variant="1").signature[-1] == "1"
