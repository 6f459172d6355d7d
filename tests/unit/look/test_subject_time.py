"""Which functions of ours call the subject is marked where they are defined."""

from __future__ import annotations

import sys

import pytest

from refute.execute.assertion_values import evaluate
from refute.execute.equals import Equals
from refute.execute.machine import Compiled, Machine
from refute.judge.observations import _sights
from refute.judge.promises.invariants import InvariantChecker
from refute.look import subject_time
from refute.look.kinds import Kinds
from refute.look.subject_time import calls_subject, is_in_subject, own_work
from refute.model.sequence import Literal, Step
from refute.model.typeform import INT
from refute.record.recorder import _run_test
from refute.search.examiner import Examiner
from refute.search.small_structures import _listed


def asked() -> bool:
    return is_in_subject(sys._getframe())


@calls_subject
def calling(function) -> bool:
    return function()


@own_work
def working(function) -> bool:
    return function()


def test_the_innermost_mark_counts():
    assert not asked()
    assert calling(asked)
    assert not calling(lambda: working(asked))
    assert working(lambda: calling(asked))


def test_a_mark_leaves_the_function_as_it_is():
    def plain() -> int:
        return 1

    assert calls_subject(plain) is plain
    assert own_work(plain) is plain


def test_getting_an_operation_ready_is_not_the_subjects_time(monkeypatch):
    machine = Machine(Kinds())
    seen: list[bool] = []

    def made(self, operation, invoke, kinds, journal):
        seen.append(asked())
        raise ValueError

    monkeypatch.setattr(Compiled, "__init__", made)
    machine.start()
    with pytest.raises(ValueError):
        machine.perform(Step(Literal("1", INT), ()))

    assert seen == [False]


@pytest.mark.parametrize(
    "function",
    [
        Machine.perform,
        Examiner.violations_at_end,
        InvariantChecker.at_end,
        Equals.equality_number,
        _sights,
        evaluate,
        _run_test,
        _listed,
    ],
)
def test_what_may_hang_in_the_subject_is_marked(function):
    assert subject_time._IS_SUBJECT[function.__code__]
