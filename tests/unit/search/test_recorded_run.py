"""A run of a passing sequence as a test."""

from __future__ import annotations

from refute.execute.machine import Machine
from refute.look.kinds import Kinds
from refute.model.recording import Observation
from refute.model.sequence import Call, Literal, Sequence
from refute.model.typeform import INT
from refute.search.recorded_run import recorded_run

INTEGER = Call("builtins:int", (INT,), INT)


def test_what_the_last_call_gives_is_seen():
    sequence = Sequence().extend(Literal("7", INT)).extend(Call("builtins:abs", (INT,), INT), [0])
    test, raised = recorded_run(Machine(Kinds()), [], sequence)

    assert raised is None
    assert test is not None and test.observations == (Observation(1, "{0}", "7"),)


def test_one_that_does_not_get_to_its_last_step_shows_nothing():
    sequence = Sequence().extend(Literal("'a'", INT)).extend(INTEGER, [0]).extend(INTEGER, [1])
    test, raised = recorded_run(Machine(Kinds()), [], sequence)

    assert test is None
    assert isinstance(raised, ValueError)


def test_an_operation_that_is_not_there_shows_nothing():
    gone = Sequence().extend(Call("builtins:gone", (), INT))

    assert recorded_run(Machine(Kinds()), [], gone) == (None, None)
