"""What it means that a method raised on an input: `RaisedOnInputs` asks the table of blame that `refute find` asks, too.

An input is one that was asked for, by bounds, invariants and precondition: all that was passed fits.
"""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable
from typing import Any

from refute.discover.docstrings import documented_raises
from refute.exhaustive.failing_input import how_called, target_of
from refute.exhaustive.inputs import Method
from refute.judge.exceptions.exception_blame import judge_exception
from refute.judge.exceptions.gathering import evidence_of
from refute.judge.exceptions.passed_in import passed_in
from refute.judge.exceptions.rules import OUT_OF_MEMORY, REFUSED_EFFECT
from refute.model.evidence import Fit
from refute.model.quantities import counted
from refute.model.sequence import Call, Parameter, Step
from refute.model.typeform import ANY
from refute.model.verdict import Blame, Violation
from refute.search.recurring import RaisePlace, place_of

_Told = tuple[str, str, str]  # exception, rule, reason
# What these rules say of a place in the code they say of it on every input; gathering the facts takes longer than most calls.
_WHATEVER_IS_PASSED = frozenset({"documented", "not-implemented", "raised-on-purpose"})
# Where these decide, the method could not show what it does.
LEFT_OUT = frozenset({OUT_OF_MEMORY, REFUSED_EFFECT})


class RaisedOnInputs:
    """Judges what one method raises, and counts by exception and rule the inputs that it refuses."""

    def __init__(self, method: Method, is_subject: Callable[[str], bool]) -> None:
        self._method = method
        self._is_subject = is_subject
        self._documented = documented_raises(inspect.getdoc(method.function))
        number = len(method.parameters)
        self._call = Call(target_of(method), (ANY,) * number, ANY, how=how_called(method))
        arguments = [Step(Parameter(place), ()) for place in range(number)]
        self._steps = [*arguments, Step(self._call, tuple(range(number, 0, -1)))]
        self._refused: Counter[_Told] = Counter()
        self._always_refused: dict[RaisePlace, tuple[_Told, Violation]] = {}
        self._left_out: Counter[_Told] = Counter()

    def judged(self, raised: BaseException, arguments: tuple[Any, ...]) -> Violation:
        """Return who is to blame; the test where the method refuses the input, which is a normal end."""
        place = place_of(raised, self._call)
        if place in self._always_refused:
            told, violation = self._always_refused[place]
            self._refused[told] += 1
            return violation
        here = len(arguments)
        passed = passed_in(
            list(arguments), self._steps, [here], range(here - len(self._method.given), here)
        )
        evidence = evidence_of(
            raised,
            self._call,
            is_subject=self._is_subject,
            passed=passed,
            fit=Fit.FITS,
            accepted_before=True,
            documented=self._documented,
        )
        violation = judge_exception(evidence, here)
        told = evidence.exception, violation.because, violation.reason
        if violation.because in LEFT_OUT:
            self._left_out[told] += 1
        elif violation.blame is Blame.TEST:
            self._refused[told] += 1
            if violation.because in _WHATEVER_IS_PASSED:
                self._always_refused[place] = told, violation
        return violation

    def notes(self) -> list[str]:
        """Return what was refused, in words, the most frequent first."""
        told = []
        for (exception, because, reason), times in self._refused.most_common():
            what = f"{self._method.name} raised {exception} on {counted(times, 'input')}"
            if because == "documented":
                why = "which its docstring speaks of: a normal end  [documented-exception]"
            else:
                why = f"a normal end: {reason}  [refused-inputs]"
            told.append(f"{what}, {why}")
        for (exception, _, reason), times in self._left_out.most_common():
            what = f"{self._method.name} raised {exception} on {counted(times, 'input')}"
            told.append(f"{what}: {reason}; such inputs are left out  [left-out-inputs]")
        return told
