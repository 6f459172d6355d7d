"""Who is to blame, and what follows: `Blame`, `Severity`, `Violation`, `Verdict`.

One question unites the five systems: *who is to blame for the first thing that went wrong?*
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum


class Blame(Enum):
    """Who broke a rule."""

    CODE = "code"
    TEST = "test"  # us: the input was bad
    NOBODY = "nobody"  # a limit was reached


class Severity(Enum):
    """How sure we are that the code is wrong; in the order in which findings are shown."""

    ERROR = "error"  # a contract, or the language itself, says so
    LIKELY = "likely"  # learned evidence says so
    ROBUSTNESS = "robustness"  # an input error surfaces in the wrong place

    @property
    def counts(self) -> bool:
        """Whether a finding makes the run fail: its exit code, and its case in a JUnit file."""
        return self is not Severity.ROBUSTNESS


class Verdict(Enum):
    """What a run means for the generator and for the report."""

    PASS = "pass"
    FAIL = "fail"
    INVALID = "invalid"
    STOPPED = "stopped"


VERDICT_FOR = {
    Blame.CODE: Verdict.FAIL,
    Blame.TEST: Verdict.INVALID,
    Blame.NOBODY: Verdict.STOPPED,
}


@dataclass(frozen=True, slots=True)
class Violation:
    """One broken rule at one step.

    `rule` names it ("raises", "eq-reflexive", "invariant", …; "guess-…" where no contract decides), `operation`
    the blamed operation or class, `reason` why this party is blamed, `remedy` what would change our mind.
    `signature` is what makes two failures the same finding; it holds no messages and no values.
    """

    rule: str
    step: int
    blame: Blame
    message: str
    operation: str
    signature: tuple[str, ...]
    severity: Severity = Severity.ERROR
    exception: str | None = None
    file: str | None = None
    line: int | None = None
    reason: str = ""
    remedy: str = ""
    # Positions of the values that a law speaks of, and the assertion that fails, with {0}, {1}… for their names.
    subjects: tuple[int, ...] = ()
    assertion: str | None = None
    test_name: str = ""  # what the test of a broken law claims of its class: "is_equal_to_itself"


def unreached(violation: Violation) -> Violation:
    """Return a violation as it counts on an object that was built field by field and that no call has led to.

    Perhaps no call ever leads to it, and the predicate that the object satisfies says too little: no error, then.
    """
    return replace(
        violation,
        severity=Severity.ROBUSTNESS,
        signature=("structure", violation.rule, violation.operation),
        reason=f"{violation.reason}; the object is valid, but no call has led to it",
        remedy="mend the call, or let the predicate say more",
    )


def after_exception(violation: Violation, by_itself: bool = False) -> Violation:
    """Return a violation as it counts where a call before it, or the last one itself, raised and its caller went on.

    What refuses its arguments should leave its objects as they were; but few callers go on, and fewer were promised it.
    """
    happened = "the call raised" if by_itself else "before it a call raised"
    return replace(
        violation,
        severity=Severity.ROBUSTNESS,
        reason=f"{violation.reason}; {happened}, and left something changed",
        remedy="let what raises leave its objects as they were: check first, then change",
    )


def hang(
    operation: str, step: int, seconds: float, file: str | None = None, line: int | None = None
) -> Violation:
    """Return what it means that a call was still computing after so many seconds.

    >>> hang("shop:count", 1, 5.0).message
    'does not return within 5 s'
    """
    return Violation(
        rule="hangs",
        step=step,
        blame=Blame.CODE,
        message=f"does not return within {seconds:g} s",
        operation=operation,
        signature=("hangs", operation),
        # It may be a lot of work that was asked for, and no endless loop: nobody can tell.
        severity=Severity.ROBUSTNESS,
        file=file,
        line=line,
        reason="it was computing all the time, not waiting, and did so again in a fresh process",
        remedy="bound the loop, or refuse the argument",
    )


def seconds_of_hang(violation: Violation) -> float:
    """Return after how many seconds a call was given up.

    >>> seconds_of_hang(hang("shop:count", 1, 2.5))
    2.5
    """
    return float(violation.message.split()[-2])


def verdict_of(violations: Iterable[Violation]) -> Verdict:
    """Return what a run means: the first violation in step order decides.

    After we have broken a precondition nothing later counts, however spectacular.
    """
    first = min(violations, key=lambda v: v.step, default=None)
    return Verdict.PASS if first is None else VERDICT_FOR[first.blame]
