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

    `rule` is what is broken, the kind of violation: "raises", "eq-reflexive", "invariant"…  It is not the rule of blame:
    that is `because`, the slug of what decided whose fault it is (docs/blame.md), and `caps` the slugs of what lowered
    the severity then.  `is_guess`: no contract decides.
    `operation` is the blamed operation or class, `reason` says why this party is blamed, `remedy` what would change our mind.
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
    because: str = ""
    caps: tuple[str, ...] = ()
    is_guess: bool = False
    seconds: float = 0.0  # of a call that does not return: after how many it was given up

    @property
    def told_reason(self) -> str:
        """Why this party is blamed, in words for a reader: a guess says that it is one."""
        return f"a guess: {self.reason}" if self.is_guess and self.reason else self.reason


@dataclass(frozen=True, slots=True)
class Cap:
    """What makes any violation count as robustness at most; `reason` is added to why the code is blamed."""

    slug: str
    reason: str
    remedy: str = ""  # in place of that of the rule


# In the order in which they are applied, after the rule.
CAPS = (
    INTERNAL := Cap(
        "internal",
        "but its package does not offer this operation",
        "name it in __all__ or in the package's __init__ if others may call it",
    ),
    NO_CALL_LEADS_THERE := Cap(
        "no-call-leads-there",
        "the object is valid, but no call has led to it",
        "mend the call, or let the predicate say more",
    ),
    UNASKED_BEFORE := Cap(
        "unasked-before", "but a call before it got something that no annotation asks for"
    ),
    RAISED_BEFORE := Cap(
        "raised-before",
        "before it a call raised, and left something changed",
        "let what raises leave its objects as they were: check first, then change",
    ),
    RAISED_ITSELF := Cap(
        "raised-itself",
        "the call raised, and left something changed",
        "let what raises leave its objects as they were: check first, then change",
    ),
)


@dataclass(frozen=True, slots=True)
class ExperimentRule:
    """What an experiment says in place of a rule of blame, where it shows that the rule does not tell the whole."""

    slug: str
    overrules: str
    severity: Severity
    reason: str


EXPERIMENT_RULES = (
    STATE := ExperimentRule(
        "state",
        "asked-for",
        Severity.LIKELY,
        "on an object just made the same call returns; in this state the interpreter raises it",
    ),
)


def overruled(violation: Violation, by: ExperimentRule) -> Violation:
    """Return a violation as an experiment leaves it."""
    return replace(
        violation, severity=by.severity, reason=by.reason, because=by.slug, is_guess=True
    )


def capped(violation: Violation, cap: Cap) -> Violation:
    """Return a violation as it counts under a cap."""
    return replace(
        violation,
        severity=Severity.ROBUSTNESS,
        reason="; ".join(filter(None, (violation.reason, cap.reason))),
        remedy=cap.remedy or violation.remedy,
        caps=(*violation.caps, cap.slug),
    )


def unreached(violation: Violation) -> Violation:
    """Return a violation as it counts on an object that was built field by field and that no call has led to.

    Perhaps no call ever leads to it, and the predicate that the object satisfies says too little: no error, then.
    """
    # Written so since 0.1.0: the ids of findings, which users write down, are made of it.
    kind = "guess-raises" if violation.is_guess and violation.rule == "raises" else violation.rule
    signature = ("structure", kind, violation.operation)
    return replace(capped(violation, NO_CALL_LEADS_THERE), signature=signature)


def after_exception(violation: Violation, by_itself: bool = False) -> Violation:
    """Return a violation as it counts where a call before it, or the last one itself, raised and its caller went on.

    What refuses its arguments should leave its objects as they were; but few callers go on, and fewer were promised it.
    """
    return capped(violation, RAISED_ITSELF if by_itself else RAISED_BEFORE)


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
        seconds=seconds,
    )


def verdict_of(violations: Iterable[Violation]) -> Verdict:
    """Return what a run means: the first violation in step order decides.

    After we have broken a precondition nothing later counts, however spectacular.
    """
    first = min(violations, key=lambda v: v.step, default=None)
    return Verdict.PASS if first is None else VERDICT_FOR[first.blame]
