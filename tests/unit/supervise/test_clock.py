"""The clock stops calls of the subject and nothing of ours."""

from __future__ import annotations

import sys

import pytest

from refute.execute.machine import Compiled, Machine, StopCall
from refute.look.kinds import Kinds
from refute.model.sequence import Literal, Step
from refute.model.typeform import INT
from refute.supervise.worker import Clock, _in_subject


def test_getting_an_operation_ready_is_not_the_subjects_time(monkeypatch):
    machine = Machine(Kinds())
    seen: list[bool] = []

    def made(self, operation, invoke, kinds, journal):
        seen.append(_in_subject(sys._getframe()))
        raise ValueError

    monkeypatch.setattr(Compiled, "__init__", made)
    machine.start()
    try:
        machine.perform(Step(Literal("1", INT), ()))
    except ValueError:
        seen.append(True)

    assert seen == [False, True]


def test_a_call_is():
    def perform() -> bool:
        return _in_subject(sys._getframe())

    assert perform()


def test_our_own_long_work_is_not_counted_against_the_next_call():
    clock = Clock(Machine(Kinds()), 0.3)  # three ticks

    def perform(ticks: int) -> None:
        for _ in range(ticks):
            clock._tick(0, sys._getframe())

    for _ in range(10):
        clock._tick(0, sys._getframe())
    perform(2)
    clock._tick(0, sys._getframe())
    perform(2)
    with pytest.raises(StopCall):
        perform(1)
