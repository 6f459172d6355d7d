"""The clock stops calls of the subject and nothing of ours."""

from __future__ import annotations

import sys

from refute.execute.interpreter import Compiled, Machine
from refute.execute.kinds import Kinds
from refute.model.sequence import Literal, Step
from refute.model.typeform import INT
from refute.worker import _in_subject


def test_getting_an_operation_ready_is_not_the_subjects_time(monkeypatch):
    machine = Machine(Kinds())
    seen: list[bool] = []

    def made(self, operation, invoke, kinds):
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
