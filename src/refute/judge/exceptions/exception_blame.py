"""From the facts of an exception to a violation: `judge_exception`, by the table in `rules`."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

from refute.judge.exceptions.conditions import is_misnamed
from refute.judge.exceptions.protocols import method_of
from refute.judge.exceptions.rules import LAW_RULES, RULES, Rule
from refute.look.private_names import is_public
from refute.model.evidence import Evidence
from refute.model.execution import Frame
from refute.model.verdict import INTERNAL, Blame, Violation, capped


def judge_exception(evidence: Evidence, step: int) -> Violation:
    """Return the violation an exception stands for, with blame and severity."""
    violation = _violation(rule_for(evidence), evidence, step)
    reported = violation.blame is Blame.CODE and violation.severity.counts
    if reported and evidence.internal and not is_misnamed(evidence):
        return replace(capped(violation, INTERNAL), is_guess=True)
    return violation


def rule_for(evidence: Evidence) -> Rule:
    """Return the rule that decides: the first that applies; the last always does.

    What a law asks of an object may not raise: there not every refusal is one.
    """
    rule = next(rule for rule in RULES if rule.applies(evidence))
    if rule.blame is Blame.TEST and evidence.asked_by_law:
        return next((one for one in LAW_RULES if one.applies(evidence)), rule)
    return rule


def _violation(rule: Rule, evidence: Evidence, step: int) -> Violation:
    said = {
        "exception": evidence.exception,
        "method": method_of(evidence),
        "fitting": "every argument fits its annotation"
        if evidence.something_passed
        else "nothing was passed in",
    }
    last = evidence.frames[-1] if evidence.frames else None
    return Violation(
        rule="raises",
        is_guess=rule.is_guess,
        because=rule.slug,
        step=step,
        blame=rule.blame,
        message=f"{evidence.exception}: {evidence.message}"
        if evidence.message
        else evidence.exception,
        operation=evidence.target,
        signature=_signature(evidence),
        severity=rule.severity,
        exception=evidence.exception,
        file=last.file if last else None,
        line=last.line if last else None,
        reason=rule.reason.format(**said),
        remedy=rule.remedy.format(**said),
    )


def _signature(evidence: Evidence) -> tuple[str, ...]:
    """Return what makes two exceptions one cause: the class, the functions that own the place, the expression, the complaint.

    JCrasher groups by "where they were thrown from and what other methods are on the stack", and lets a public method
    own the others below it.  So do we: what a public operation called by others does is one finding, and two public
    operations that stumble in the same helper are two, since what they hand to it differs.
    """
    frames = evidence.frames
    if not frames:
        return ("raises", evidence.exception, evidence.target)
    if evidence.set_by:
        # Who has not called what sets it lacks all that it sets, wherever that is read.
        return ("raises", evidence.exception, evidence.set_by)
    if "RecursionError" in evidence.bases:
        # Where exactly the stack ran out depends on how deep it was before.
        functions = Counter(map(_function, frames))
        again = [name for name, count in functions.items() if count > 1]
        return ("raises", evidence.exception, min(again or functions))
    public = [at for at, frame in enumerate(frames) if is_public(frame.function)]
    owned = frames[public[-1] if public else 0 :]
    way = _without_loops([_function(frame) for frame in owned])
    return ("raises", evidence.exception, *way, evidence.expression, evidence.complaint)


# From Python 3.12 on they have no frame.
_COMPREHENSION = re.compile(r"\.<locals>\.<(?:list|set|dict)comp>")


def _function(frame: Frame) -> str:
    return f"{frame.module}:{_COMPREHENSION.sub('', frame.function)}"


def _without_loops(functions: list[str]) -> list[str]:
    """Return the way without its detours: how often functions call each other in turn depends on the values.

    >>> _without_loops(["show", "walk", "leaf", "walk", "walk", "branch"])
    ['show', 'walk', 'branch']
    """
    way: list[str] = []
    for function in functions:
        if function in way:
            del way[way.index(function) :]
        way.append(function)
    return way
