"""Who is to blame, and what follows: `Blame`, `Severity`, `Violation`, `Verdict`.

One question unites the five systems: *who is to blame for the first thing that went wrong?*
"""

from __future__ import annotations

import re
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
    DOUBTFUL = "doubtful"  # it fails, and the test is more likely to blame

    @property
    def rank(self) -> int:
        """Its place in that order: the surest is 0."""
        return _RANKS[self]

    @property
    def counts(self) -> bool:
        """Whether a finding makes the run fail, unless the user says otherwise."""
        return self in (Severity.ERROR, Severity.LIKELY)


# The rule of a violation: a method that refute made has broken the promise of the one that it overrides.
OWN_PROMISE = "own-promise"

_RANKS = {severity: place for place, severity in enumerate(Severity)}


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
    is_caught: bool = (
        False  # it was raised in a function of ours, and the code has caught it and went on
    )
    is_after_refusal: bool = False  # the code has refused a call on the way, not only handed on what a function of ours raised

    @property
    def is_refusal(self) -> bool:
        """Whether the code refused what the test did, as it may: nothing is told."""
        return self.blame is Blame.TEST and self.severity is not Severity.DOUBTFUL

    @property
    def is_told(self) -> bool:
        """Whether it becomes a finding, if it repeats."""
        return self.blame is not Blame.NOBODY and not self.is_refusal

    @property
    def told_reason(self) -> str:
        """Why this party is blamed, in words for a reader: a guess says that it is one."""
        return f"a guess: {self.reason}" if self.is_guess and self.reason else self.reason


@dataclass(frozen=True, slots=True)
class Cap:
    """What makes any violation count as so much at most; `reason` is added to why the code is blamed."""

    slug: str
    reason: str
    remedy: str = ""  # in place of that of the rule
    severity: Severity = Severity.ROBUSTNESS


# In the order in which they are applied, after the rule.
CAPS = (
    INTERNAL := Cap(
        "internal",
        "but its package does not offer this operation",
        "name it in __all__ or in the package's __init__ if others may call it",
    ),
    SET_FROM_OUTSIDE := Cap(
        "set-from-outside",
        "but it needs a public attribute to be set from outside, and the class does not say that it may be",
        "name the attribute with a leading underscore, or refuse the value in a setter",
        Severity.LIKELY,
    ),
    RAISES_AFTER_SETTING := Cap(
        "raises-after-setting",
        "but it needs a public attribute to be set from outside, perhaps to what nobody sets it to",
        "name the attribute with a leading underscore, or refuse the value in a setter",
    ),
    WHILE_RUNNING := Cap(
        "while-running",
        "called back while a method of the same object was running",
        "let the object be as it should before it calls others, or refuse to be called then",
        Severity.LIKELY,
    ),
    UNDER_CONSTRUCTION := Cap(
        "under-construction",
        "but its object was still being made, and nothing says that it may be called then",
        "call others once the object is complete, or say in the documentation what they may not call",
    ),
    NO_CALL_LEADS_THERE := Cap(
        "no-call-leads-there",
        "the object is valid, but no call has led to it",
        "mend the call, or let the predicate say more",
    ),
    UNDESCRIBED_RESULT := Cap(
        "undescribed-result",
        "but it may be about what a function that was passed in gives, and nothing says what that has to be",
        "annotate what the function returns",
    ),
    SOURCE_CHANGED := Cap(
        "source-changed",
        "but the test has changed what the iterator goes through",
        "go through a copy, or say in the documentation that it may not change meanwhile",
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
    """What an experiment says in place of a rule of blame, where it shows that the rule does not tell the whole.

    `spares` are the rules that it does not speak against, `not_about` the exceptions that it says nothing about.
    """

    slug: str
    severity: Severity
    reason: str
    spares: frozenset[str] = frozenset()
    not_about: frozenset[str] = frozenset()


# Rules of blame by which an odd value, or one refused on purpose, is what it is about: that others pass says little.
_ABOUT_WHAT_WAS_PASSED = frozenset(
    [
        "documented-on-the-way",
        "foreign-operand",
        "assert-about-argument",
        "assert-refuses",
        "other-operation-refuses",
        "abstract-class",
        "no-event-loop",
        "closed-file",
        "not-of-interpreter",
        "library-refuses",
        "builtin-refuses-argument",
        "piece-of-text-guess",
        "no-such-item",
        "template-of-caller",
        "incomplete-argument",
        "odd-text",
        "extreme-value",
        "infinity",
        "infinity-guess",
        "holds-itself",
        "text-length",
        "mixes-text-and-bytes",
        "unlike-form",
        "passed-on",
        "no-arguments",
        "platform",
    ]
)

EXPERIMENT_RULES = (
    STATE := ExperimentRule(
        "state",
        Severity.LIKELY,
        "on an object just made the same call returns; in this state the interpreter raises it",
        _ABOUT_WHAT_WAS_PASSED,
    ),
    HOLE := ExperimentRule(
        "hole",
        Severity.LIKELY,
        "with the values just below and just above the same call returns",
        _ABOUT_WHAT_WAS_PASSED,
        frozenset(["TypeError", "AttributeError"]),
    ),
)


@dataclass(frozen=True, slots=True)
class Doubt:
    """Why experiments do not support a guess: what they showed, or that they were not made."""

    slug: str
    reason: str
    is_asked: bool = True


DOUBTS = (
    DEFAULT_OVERRIDDEN := Doubt(
        "default-overridden",
        "a value was passed in place of a default that only says that none was given",
    ),
    NAME_OF_A_CLASS := Doubt(
        "name-of-a-class", "a parameter has the name of a class, and got something else"
    ),
    HIDDEN_VALUE := Doubt(
        "hidden-value", "a value was passed of a class that is offered to nobody"
    ),
    INFINITY_INSIDE := Doubt(
        "infinity-inside", "the object was given infinity or NaN, and nothing asks for a number"
    ),
    MADE_PAST_FUNCTION := Doubt(
        "made-past-function",
        "an object was made by calling its class, though a function makes such objects",
    ),
    OBJECT_NOT_MEANT := Doubt(
        "object-not-meant",
        "with a plain value in place of an object that nobody asked for, it goes well",
    ),
    UNLIKELY_TYPE := Doubt(
        "unlikely-type",
        "with values of a type that is rather meant there, it goes well",
    ),
    NO_OTHER_OBJECT := Doubt(
        "no-other-object",
        "a call before it was given an object that nothing asks for, and there is no other to try in its place",
    ),
    EVERY_VALUE_FAILS := Doubt(
        "every-value-fails",
        "with other values of the same types it never goes well: perhaps these types were never meant",
    ),
    NOT_TRIED := Doubt(
        "not-tried", "there was no time left to try it with other values", is_asked=False
    ),
)


def overruled(violation: Violation, by: ExperimentRule) -> Violation:
    """Return a violation as an experiment leaves it."""
    return replace(
        violation,
        blame=Blame.CODE,
        severity=by.severity,
        reason=by.reason,
        because=by.slug,
        is_guess=True,
    )


def doubted(violation: Violation, why: Doubt) -> Violation:
    """Return a violation that something speaks against: it is told, as one that the test is more likely to blame for."""
    return replace(
        violation,
        blame=Blame.TEST,
        severity=Severity.DOUBTFUL,
        reason="; but ".join(filter(None, (violation.reason, why.reason))),
        caps=(*violation.caps, why.slug),
        is_guess=True,
    )


def capped(violation: Violation, cap: Cap) -> Violation:
    """Return a violation as it counts under a cap."""
    severity = cap.severity if violation.severity is Severity.ERROR else violation.severity
    return replace(
        violation,
        severity=severity if cap.severity.counts else cap.severity,
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


# The rule of blame of a call that waits for a lock that nobody else can release.
DEADLOCK = "deadlock"


def deadlock(violation: Violation) -> Violation:
    """Return what it means that a call does not return since it waits for a lock that its own thread has taken."""
    return replace(
        violation,
        message="waits for a lock that its own thread has taken",
        because=DEADLOCK,
        reason="no other thread was there to release the lock, and so it was in a fresh process",
        remedy="take the lock once, or make it an RLock",
    )


_LINE = re.compile(r"\+\d+$")


def same_cause(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Return whether two signatures stand for one cause; that of 0.1.0 ends with a line, without expression and complaint.

    >>> same_cause(("raises", "KeyError", "m:f+2"), ("raises", "KeyError", "m:f", "a[b]", ""))
    True
    """
    return one == other or _is_older(one, other) or _is_older(other, one)


def _is_older(old: tuple[str, ...], new: tuple[str, ...]) -> bool:
    is_old = old[:1] == ("raises",) and _LINE.search(old[-1]) is not None
    return is_old and (*old[:-1], _LINE.sub("", old[-1])) == new[:-2]


def verdict_of(violations: Iterable[Violation]) -> Verdict:
    """Return what a run means: the first violation in step order decides.

    After we have broken a precondition nothing later counts, however spectacular.
    """
    first = min(violations, key=lambda v: v.step, default=None)
    return Verdict.PASS if first is None else VERDICT_FOR[first.blame]
