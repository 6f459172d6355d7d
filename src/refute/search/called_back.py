"""Who is to blame for what comes out of functions of ours: `CalledBackBlame`.

Klein, Flatt and Findler (2010), section 2: the parties swap at every arrow.  What a call in a body raises is judged where it
was made (`execute/made_functions.py`); here it is said what that means for the step of the sequence that led there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from refute.execute.machine import Machine
from refute.judge.exceptions.rules import CALLBACK_REQUIRES, OWN_RAISE, OWN_STEP
from refute.look.made_classes import base_of
from refute.model.execution import OutOfFuel
from refute.model.sequence import Call, Sequence, Step
from refute.model.subject import Subject
from refute.model.verdict import (
    UNASKED_BEFORE,
    UNDER_CONSTRUCTION,
    WHILE_RUNNING,
    Blame,
    Violation,
    capped,
)
from refute.search.specifications import Specifications

# The rule of a violation that nobody is to blame for: functions of ours were called too often.
FUEL_USED_UP = "fuel-used-up"

# Rules by which it is about a type that nothing passed in is or holds.
_NOTHING_PASSED = frozenset(["own-object", "own-object-guess"])

# What a rule says of a step that raised.
ByRule = Callable[[str, Step, int, BaseException | None], Violation]


class CalledBackBlame:
    """Judges what functions of ours have raised; `fit` says whether all that had a part in a step is as it is asked for."""

    def __init__(
        self,
        subject: Subject,
        machine: Machine,
        specifications: Specifications,
        fit: Callable[[Sequence, int], str],
        by_rule: ByRule,
    ) -> None:
        self._contracts = subject.contracts
        self._machine = machine
        self._specifications = specifications
        self._fit = fit
        self._by_rule = by_rule

    def is_origin(self, raised: BaseException) -> bool:
        """Return whether an exception came out of a body."""
        bodies = self._machine.bodies
        return bodies is not None and bodies.is_origin(raised)

    def explained(
        self, raised: BaseException | None, step: Step, position: int
    ) -> Violation | None:
        """Return what an exception means that came out of a function of ours; None where it did not."""
        bodies = self._machine.bodies
        if bodies is None or raised is None:
            return None
        if type(raised) is OutOfFuel:
            target = self._specifications.called(step)
            return Violation(FUEL_USED_UP, position, Blame.NOBODY, "", target, ("stopped", target))
        if bodies.is_own(raised):
            return self._by_rule(OWN_RAISE, step, position, raised)
        if (blamed := bodies.blamed(raised)) is not None:
            violation = replace(blamed.violation, step=position, is_caught=bodies.is_caught)
            is_ours = violation.blame is not Blame.CODE
            return violation if is_ours else self._of_code(violation, blamed.receiver, step)
        return self._by_rule(OWN_STEP, step, position, raised) if self._is_ours(step) else None

    def _is_ours(self, step: Step) -> bool:
        """Return whether a step calls a method that we made, and so nothing of the subject's."""
        call, values = step.operation, self._machine.values
        if not isinstance(call, Call) or call.how not in ("method", "operator"):
            return False
        cls = type(values[len(values) - step.arguments[0]])
        name = self._specifications.called(step).rpartition(".")[2]
        return base_of(cls) is not None and name in vars(cls)

    def _of_code(self, violation: Violation, receiver: object, step: Step) -> Violation:
        """Return what is wrong with a call in a body, as it counts for the step that led there."""
        if violation.because == CALLBACK_REQUIRES and not violation.operation:
            return self._of_argument(violation, step)
        is_made = getattr(step.operation, "how", "") in ("derived", "new")
        if is_made and violation.operation not in self._contracts:
            return capped(violation, UNDER_CONSTRUCTION)
        # Inside the body one cannot see what the objects that it captures were made of.
        relies_on_types = violation.rule == "raises" and (
            not violation.is_guess or violation.because in _NOTHING_PASSED
        )
        if relies_on_types and not self._machine.depth and not self._all_fits(step):
            return capped(violation, UNASKED_BEFORE)
        return self._while_running(violation, receiver, step)

    def _of_argument(self, violation: Violation, step: Step) -> Violation:
        """Return who is to blame that a function was given what its declaration rules out: perhaps that was ours."""
        operation = self._specifications.called(step)
        if self._machine.depth or not self._all_fits(step):
            return self._by_rule(OWN_STEP, step, violation.step, None)
        signature = (violation.rule, operation, *violation.signature[1:])
        return replace(violation, operation=operation, signature=signature)

    def _all_fits(self, step: Step) -> bool:
        steps = (*self._machine.steps, step)
        return bool(self._fit(Sequence.trusted(steps), len(steps) - 1))

    def _while_running(self, violation: Violation, receiver: object, step: Step) -> Violation:
        running = self._specifications.called(step).rpartition(":")[2]
        values = self._machine.values
        own = [values[len(values) - back] for back in step.arguments]
        reason = f"called back while {running} was running"
        if receiver is not None and any(one is receiver for one in own):
            return capped(violation, replace(WHILE_RUNNING, reason=reason))
        return replace(violation, reason="; ".join(filter(None, (violation.reason, reason))))
