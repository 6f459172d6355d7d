"""Steps made at the end of a sequence."""

from __future__ import annotations

from random import Random

from refute.execute.machine import Machine, StopCall
from refute.generate.varied import Varied
from refute.look.kinds import Kinds
from refute.model.execution import RETURNED
from refute.model.sequence import Call, Literal, Step
from refute.model.typeform import ANY, INT, STR, TypeForm
from refute.search.further_steps import FurtherSteps


def further(*steps: Step, seed: int = 0) -> FurtherSteps:
    machine = Machine(Kinds({}))
    machine.start()
    for step in steps:
        assert machine.perform(step) is RETURNED
    random = Random(seed)
    return FurtherSteps(machine, Varied(random), random)


LIST = Step(Literal("[1, 2]", TypeForm("list")), ())
TEXT = Step(Literal("'abc'", STR), ())
ONE = Step(Literal("1", INT), ())
FRACTION = Call("fractions:Fraction", (INT, INT), ANY, how="new")


def test_a_call_is_made_with_the_values_at_places():
    one = further(LIST)

    assert one.call(Call("builtins:len", (ANY,), INT), [0]) is RETURNED
    assert one.machine.values[-1] == 2


def test_what_does_not_return_is_known(monkeypatch):
    def hang(value):
        raise StopCall("no answer")

    monkeypatch.setattr("operator.neg", hang)
    one = further(ONE)
    one.call(Call("operator:neg", (ANY,), INT), [0])

    assert one.stopped == {"operator:neg"}


def test_what_has_changed_is_seen():
    one = further(LIST, TEXT)
    before = one.states([0, 1])
    assert not one.are_changed([0, 1], before)

    one.machine.values[0].append(3)
    assert one.are_changed([0, 1], before)


def test_other_plain_values_are_drawn_and_numbers_are_about_as_large_as_a_text_is_long():
    one = further(TEXT, ONE)
    pairs = [one.others((0, 1), (STR, INT)) for _ in range(100)]
    values = [(one.machine.values[a], one.machine.values[b]) for a, b in pairs]

    assert len({text for text, _ in values}) > 20
    assert sum(0 <= number <= len(text) + 1 for text, number in values) > 60


def test_other_objects_are_made_by_their_class_or_are_as_they_are():
    one = further(ONE, ONE, Step(FRACTION, (2, 1)))
    places = {one.other(2) for _ in range(50)}

    assert 2 in places and len(places) > 10
    assert all(type(one.machine.values[place]).__name__ == "Fraction" for place in places)


def test_what_was_made_of_objects_or_by_a_function_is_as_it_is():
    made = Step(Call("builtins:iter", (ANY,), ANY), (1,))
    wrapped = Step(Call("builtins:enumerate", (ANY,), ANY, how="new"), (1,))
    one = further(LIST, made, wrapped)

    assert {one.other(1) for _ in range(20)} == {1}
    assert {one.other(2) for _ in range(20)} == {2}
