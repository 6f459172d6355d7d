"""What it means that a method raised on an input."""

from __future__ import annotations

from typing import Any

import pytest

from refute.exhaustive.inputs import method_of
from refute.exhaustive.method import exhaust
from refute.exhaustive.raised_on_input import RaisedOnInputs
from refute.exhaustive.structures import bounds
from refute.model.execution import RefusedEffect
from refute.model.verdict import Blame, Severity


class Stock:
    held: int

    def rep_ok(self) -> bool:
        assert self.held >= 0
        return True

    def take(self, number: int) -> None:
        """Take some out.

        Raises:
            LookupError: there are not so many.
        """
        if number == 2:
            raise ValueError(number)
        if number > self.held:
            raise KeyError(number)
        self.held -= number


def test_exceptions_that_the_docstring_speaks_of_are_a_normal_end_and_told() -> None:
    report = exhaust(Stock.take, bounds(Stock, held=range(-1, 3)), number=range(4))

    assert report.ok
    documented, refused = report.notes  # nothing of the assertion, which says no
    assert "raised KeyError on 4 inputs, which its docstring speaks of" in documented
    assert "raised ValueError on 3 inputs, a normal end: raised on purpose" in refused


class Scale:
    step: int

    def whole(self, number: int) -> int:
        if self.step < 0:
            raise ValueError(self.step)
        return number // self.step

    def named(self, name: str) -> int:
        return {"a": 1}[name]

    def pop(self, number: int) -> int:
        return [0, 1][self.step + number]


SCALES = bounds(Scale, step=range(-1, 2))


@pytest.mark.parametrize(
    ("method", "given", "failed", "because", "severity"),
    [
        (Scale.whole, {"number": [1]}, 1, "despite-fit", Severity.LIKELY),
        (Scale.named, {"name": ["a", "b"]}, 3, "asked-for", Severity.ROBUSTNESS),
    ],
)
def test_exceptions_are_judged_by_the_rules_of_find(
    method: Any, given: dict[str, Any], failed: int, because: str, severity: Severity
) -> None:
    report = exhaust(method, SCALES, **given)
    violation = report.finding().violation

    assert report.failed == failed
    assert (violation.because, violation.severity) == (because, severity)


def test_what_belongs_to_the_protocol_of_a_method_is_a_normal_end() -> None:
    report = exhaust(Scale.pop, SCALES, number=[1])

    assert report.ok
    assert any("pop may raise it by protocol" in note for note in report.notes)


class Engine:
    fuel: int

    def stop(self, code: int) -> None:
        raise {1: SystemExit, 2: GeneratorExit, 3: MemoryError, 4: RefusedEffect("files", "x")}[
            code
        ]


@pytest.mark.parametrize(
    ("code", "tested", "note"),
    [
        (1, 2, "raised SystemExit on 2 inputs, a normal end: it is how code leaves the process"),
        (2, 2, "raised GeneratorExit on 2 inputs, a normal end: it is how code leaves the process"),
        (
            3,
            0,
            "raised MemoryError on 2 inputs: there was not enough memory; such inputs are left out",
        ),
        (4, 0, "raised RefusedEffect on 2 inputs: the sandbox refused what was tried; such inputs"),
    ],
)
def test_what_find_decides_at_once_is_decided_in_the_same_way(
    code: int, tested: int, note: str
) -> None:
    report = exhaust(Engine.stop, bounds(Engine, fuel=[0, 1]), code=[code])

    assert (report.failed, report.tested) == (0, tested)
    assert any(note in line for line in report.notes)
    assert ("no input could be tried" in str(report)) is (tested == 0)


class Box:
    def first(self, items: list[int]) -> int:
        return items[0]

    def check(self, items: list[int]) -> None:
        if not items:
            raise ValueError("nothing in it")


def judged(method: Any, *arguments: Any) -> tuple[RaisedOnInputs, Any]:
    judge = RaisedOnInputs(method_of(method, Box, Box), lambda module: module == __name__)
    try:
        method(*arguments)
    except Exception as raised:
        raised.__traceback__ = raised.__traceback__.tb_next  # without this function
        return judge, judge.judged(raised, arguments)
    raise AssertionError("nothing was raised")


def test_what_a_method_refuses_is_counted_and_no_violation() -> None:
    judge, violation = judged(Box.check, Box(), [])

    assert violation.blame is Blame.TEST
    assert len(judge.notes()) == 1
    assert judge.notes()[0].startswith("Box.check raised ValueError on 1 input, a normal end")


def test_what_a_method_stumbles_over_is_a_violation_at_its_call() -> None:
    judge, violation = judged(Box.first, Box(), [])

    assert violation.blame is Blame.CODE
    assert (violation.exception, violation.step) == ("IndexError", 2)
    assert judge.notes() == []
