"""What functions are called with is recorded, where that can be told."""

from __future__ import annotations

import pytest

from refute.execute.machine import Machine
from refute.look.kinds import Kinds
from refute.model.execution import RETURNED
from refute.model.recording import Observation, RecordedRaise, RecordedTest
from refute.model.sequence import Call, Callback, Display, Literal, Parameter, Return, Sequence
from refute.model.typeform import ANY, INT, NONE, TypeForm
from refute.record.called_with import noting_calls, only_what_is_told

LIST = TypeForm("list")
SAME = Callback(
    "key", ("x",), (INT,), INT, (), Sequence().extend(Parameter(0)).extend(Return(), [0])
)
MAP = Call("builtins:map", (ANY, ANY), ANY, then="items")


def called(function: Callback, *lists: str) -> Sequence:
    sequence = Sequence().extend(function)
    for source in lists:
        sequence = sequence.extend(Literal(source, LIST))
    inputs = (ANY,) * (1 + len(lists))
    return sequence.extend(Call("builtins:map", inputs, ANY, then="items"), range(1 + len(lists)))


@pytest.mark.parametrize(
    ("function", "lists", "noted"),
    [
        (SAME, ["[3, 1]"], [3, 1]),
        (Callback("f", ("x", "y"), (INT, INT), NONE), ["[1]", "[2]"], [(1, 2)]),
    ],
)
def test_a_function_notes_what_it_is_called_with(function, lists, noted):
    machine = Machine(Kinds())
    machine.start()
    outcomes = [machine.perform(step) for step in noting_calls(called(function, *lists)).steps]

    assert all(outcome is RETURNED for outcome in outcomes)
    assert machine.values[0] == noted
    expected = [3, 1] if function is SAME else [None]
    assert machine.values[-1] == expected


def test_what_makes_no_function_stays_as_it_is():
    plain = Sequence().extend(Literal("1", INT))
    nothing_to_note = Sequence().extend(Callback("f", (), (), INT))

    assert noting_calls(plain) == plain
    assert noting_calls(nothing_to_note) == nothing_to_note


def test_lists_that_nothing_is_told_of_are_not_written():
    original = called(SAME, "[3, 1]")
    noting = noting_calls(original)
    told = RecordedTest(noting, (Observation(0, "{0}", "[3, 1]"),))
    untold = RecordedTest(noting, (Observation(3, "{0}", "[3, 1]"),))
    raising = RecordedTest(noting, (), RecordedRaise(3, "ValueError"))

    assert isinstance(noting.steps[0].operation, Display)
    assert only_what_is_told(told, original) == told
    assert only_what_is_told(untold, original) == RecordedTest(
        original, (Observation(2, "{0}", "[3, 1]"),)
    )
    assert only_what_is_told(raising, original) == RecordedTest(
        original, (), RecordedRaise(2, "ValueError")
    )


@pytest.mark.parametrize(
    ("source", "given"),
    [("lambda x: x", [3, 1]), ("lambda x: -1", [-1, -1]), ("lambda x: None", [None, None])],
)
def test_a_lambda_that_is_written_down_does_so_too(source, given):
    written = Sequence().extend(Literal(source, TypeForm("collections.abc:Callable", (INT, ANY))))
    sequence = written.extend(Literal("[3, 1]", LIST)).extend(MAP, [0, 1])
    machine = Machine(Kinds())
    machine.start()
    for step in noting_calls(sequence).steps:
        machine.perform(step)

    assert machine.values[0] == [3, 1]
    assert machine.values[-1] == given


@pytest.mark.parametrize("source", ["lambda *args: 0", "lambda x: str(x)", "str", "lambda: 0"])
def test_other_functions_stay_as_they_are(source):
    form = TypeForm("collections.abc:Callable", (INT,) * (1 if source == "lambda: 0" else 2))
    written = Sequence().extend(Literal(source, form))

    assert noting_calls(written) == written
