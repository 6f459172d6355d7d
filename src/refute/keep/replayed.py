"""Saved sequences run again and compared with their recordings: `replay_all`, `Replayed`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from refute.discover.configuration import options_from
from refute.keep.store import Saved
from refute.look.portrait import ADDRESS
from refute.model.errors import UsageError
from refute.model.execution import Raised, RecordedOutcome, Returned
from refute.model.finding import Finding
from refute.model.messages import CannotRun, Died, Examine, RecordSteps, StepsDone, TimedOut
from refute.model.story import Did
from refute.model.verdict import Violation
from refute.render.source import render
from refute.supervise.fresh_process import FreshProcess

MENDED_WHEN = ("passes", "refuses")


@dataclass(frozen=True, slots=True)
class Replayed:
    """What became of a saved sequence.

    `now` is the finding as it shows today, if it fails; `how` says what is different from the recording, in words, and
    is empty where nothing is; `step` is where, `about` which step made the object that shows something else in the end;
    `varies` says that no two runs are alike; `gone` that it cannot be run.
    """

    saved: Saved
    did: tuple[Did, ...] = ()
    now: Finding | None = None
    how: str = ""
    step: int | None = None
    about: int | None = None
    gone: bool = False
    varies: bool = False

    @property
    def changed(self) -> bool:
        """Whether it behaves differently from the recording."""
        return bool(self.how) and not self.varies


def replay_all(
    saved: Iterable[Saved], given: Mapping[str, Any] | None = None
) -> Iterator[Replayed]:
    """Run each sequence in a fresh process; those with the same targets share it.

    Options that are not given are as configured where the sequences were saved.
    """
    groups: dict[tuple[Any, ...], list[Saved]] = {}
    for one in saved:
        groups.setdefault((one.folder, one.targets), []).append(one)
    for some in groups.values():
        try:
            located = list(dict.fromkeys(place for one in some for place in one.located()))
            fresh = FreshProcess(located, options_from(given or {}, some[0].folder))
        except UsageError as missing:
            if len(groups) == len(some) == 1:
                raise
            yield from (Replayed(one, how=missing.message, gone=True) for one in some)
            continue
        try:
            yield from (_replayed(fresh, one) for one in some)
        finally:
            fresh.close()


def _replayed(fresh: FreshProcess, saved: Saved) -> Replayed:
    if saved.finding is not None:
        return _replayed_finding(fresh, saved, saved.finding)
    told = _did(fresh, saved)
    if isinstance(told, str):
        return Replayed(saved, how=told, gone=True)
    step, how = difference(saved, told)
    about, sight = (None, "") if how else _sight(saved, told)
    varies = bool(how or sight) and _did(fresh, saved) != told
    return Replayed(saved, told, how=how or sight, step=step, about=about, varies=varies)


def _replayed_finding(fresh: FreshProcess, saved: Saved, finding: Finding) -> Replayed:
    again, reason = still_fails(fresh, finding)
    if again is None and reason not in MENDED_WHEN:
        return Replayed(saved, how=reason, gone=True)
    if again is None:
        return Replayed(saved, how="does not fail any more")
    now = replace(finding, violation=again)
    is_other = _worded(again.message) != _worded(finding.violation.message)
    # What is another message each time says nothing about a change.
    if is_other and still_fails(fresh, finding)[0] == again:
        return Replayed(saved, now=now, how=f"fails with another message: {again.message}")
    return Replayed(saved, now=now)


def _worded(message: str) -> str:
    """Return a message without what differs from run to run though nothing has changed.

    >>> _worded("KeyError: <function get at 0x7f84a1b2c3d0>")
    'KeyError: <function get>'
    >>> _worded("RecursionError: maximum recursion depth exceeded in comparison")
    'RecursionError: maximum recursion depth exceeded'
    """
    # Where the stack ends depends on how deep it was to begin with.
    deep, exceeded, _ = message.partition("maximum recursion depth exceeded")
    return ADDRESS.sub("", deep + exceeded)


def still_fails(fresh: FreshProcess, finding: Finding) -> tuple[Violation | None, str]:
    """Return how a finding fails today; or None, and why.

    That is "passes", "refuses" (what was an accident is a deliberate exception now), or what keeps it from being run.
    """
    if finding.violation.rule == "hangs":
        seconds, because = finding.violation.seconds, finding.violation.because
        hangs = fresh.hangs(finding.sequence, seconds, because)
        return (finding.violation, "") if hangs else (None, "passes")
    answer = fresh.ask(Examine(finding.sequence, finding.violation.signature, is_guess=True))
    match answer:
        case CannotRun(why):
            return None, why
        case Died(how):
            return replace(finding.violation, message=f"the process dies ({how})"), ""
        case TimedOut():
            return replace(finding.violation, message="does not return"), ""
    violation = answer.violation
    if violation is None:
        return None, "passes"
    return (violation, "") if violation.is_told else (None, "refuses")


def _did(fresh: FreshProcess, saved: Saved) -> tuple[Did, ...] | str:
    answer = fresh.ask(RecordSteps((saved.sequence,)))
    if isinstance(answer, StepsDone) and answer.each:
        return answer.each[0]
    return f"the process dies ({answer.how if isinstance(answer, Died) else 'it does not return'})"


def difference(saved: Saved, now: tuple[Did, ...]) -> tuple[int | None, str]:
    """Return the first step whose outcome differs from the recording, and how; others do not see the rest."""
    for step, (then, today) in enumerate(zip(saved.did, now, strict=False)):
        if then.outcome != today.outcome:
            return step, f"{_said(then.outcome)}, now {_said(today.outcome)}"
    return None, ""


def _sight(saved: Saved, now: tuple[Did, ...]) -> tuple[int | None, str]:
    """Return the first object that shows something else than in the recording, by the step that made it, and what."""
    for step, (then, today) in enumerate(zip(saved.did, now, strict=False)):
        shown = dict(today.seen)
        for expression, text in then.seen:
            # An expression that is no way to look any more: others may have no use for it either.
            if shown.get(expression, text) != text:
                name = render(saved.sequence, keep={step}).names.get(step, "the result")
                asked = expression.replace("{0}", name)
                return step, f"{asked} gave {text}, now {shown[expression]}"
    return None, ""


def _said(outcome: RecordedOutcome) -> str:
    match outcome:
        case Returned(form, text):
            named = (
                text if form.name in ("None", "bool", "int", "str", "float") else f"{text} ({form})"
            )
            return f"returned {named}"
        case Raised(name, message):
            return f"raised {name}: {message}" if message else f"raised {name}"
    return f"was stopped ({outcome.reason})"
