"""Who is to blame for a broken contract: `judge_clause`.  The table in docs/contracts.md is this file in prose.

T2 (Prasetya, Vos and Baars 2007), sections 2.4 and 2.5: a precondition that we break makes the rest meaningless; one that
the code breaks on the way, a postcondition and an invariant are the code's.
"""

from __future__ import annotations

from dataclasses import replace

from refute.model.contract import Clause
from refute.model.verdict import Blame, Severity, Violation

# Where nothing is annotated these may well be about values of ours that were never meant.
_ABOUT_THE_TYPE = ("TypeError", "AttributeError")


def judge_clause(
    clause: Clause,
    target: str,
    step: int,
    exception: BaseException,
    *,
    fits: bool,
    comparable: bool = True,
    defined: str = "",
) -> Violation:
    """Return the violation a broken clause stands for.

    `defined` is the operation by the class that defines it: what several inherit has one cause.

    `fits` says whether every argument so far was what annotations ask for, `comparable` that no NaN was among them:
    it is not equal to itself, and conditions are hardly ever meant for it.
    """
    blame, reason, remedy = _weigh(clause, exception, fits)
    if not comparable:
        blame, reason = Blame.TEST, "NaN is equal to nothing"
    rule = clause.kind if clause.kind in ("requires", "invariant") else "ensures"
    parts = [defined or target] if rule == "invariant" else []
    severity = Severity.ERROR if fits else Severity.LIKELY
    if rule == "requires" and clause.custom:
        severity = Severity.ROBUSTNESS  # as good as raised on purpose: callers may count on it
    return Violation(
        rule=rule,
        step=step,
        blame=blame,
        message=clause.text,
        operation=target,
        signature=(rule, clause.owner, clause.key or clause.text, *parts),
        severity=severity,
        exception=type(exception).__name__,
        file=clause.file,
        line=clause.line,
        reason=reason,
        remedy=remedy,
    )


def written_by_us(violation: Violation, undone: bool) -> Violation:
    """Return a violation that shows right after we wrote to an attribute: the value was ours to choose.

    Where it could not be undone, the sequence ends.
    """
    return replace(
        violation,
        rule="field" if undone else "field-stays",
        blame=Blame.TEST,
        signature=("field", violation.operation),
        reason="the test wrote to an attribute what the object cannot hold",
    )


def given_away(violation: Violation) -> Violation:
    """Return a violation of an invariant that shows after a call got a list which the test had given to the object before.

    What an object was given is its own (T2, section 2): the test must not hand it to others as well.
    """
    return replace(
        violation,
        rule="given-away",
        blame=Blame.TEST,
        signature=("given-away", violation.operation),
        reason="the test gave to the call what it had given to the object before",
    )


def refused_as_given(violation: Violation) -> Violation:
    """Return a violation of an invariant by what a constructor was given: nobody gets the object, so it is a late refusal."""
    return replace(
        violation,
        severity=Severity.ROBUSTNESS,
        reason="the invariant refuses what the constructor was given, and nothing asks for more before",
        remedy="ask for it in a precondition of the constructor",
    )


def _weigh(clause: Clause, exception: BaseException, fits: bool) -> tuple[Blame, str, str]:
    match clause.kind:
        case "faulty":
            return Blame.TEST, "a condition of the contract cannot say anything here", ""
        case "requires" if clause.ours:
            return Blame.TEST, "the test did not give what the operation asks for", ""
        case "requires":
            return (
                Blame.CODE,
                f"it calls {clause.owner}, which asks for more",
                f"check before calling {clause.owner}, or ask the same of the caller",
            )
        case "raises" | "reason" if (
            not fits and type(exception.__cause__).__name__ in _ABOUT_THE_TYPE
        ):
            return Blame.TEST, "it may be about a value that the test passed in", ""
        case "raises":
            return Blame.CODE, "its contract does not list this exception", "list the exception"
        case "reason":
            return (
                Blame.CODE,
                "its contract allows this exception only in another case",
                "raise it only then, or allow it in more cases",
            )
        case "effects":
            return Blame.CODE, "its contract does not list this effect", "list the effect"
        case "invariant":
            return (
                Blame.CODE,
                f"the invariant of {clause.owner} does not hold",
                "mend the call, or say less in the invariant",
            )
    return (
        Blame.CODE,
        "its postcondition does not hold, though it was called as it asks",
        "mend the code, or promise less",
    )
