"""What raised where before, and what that meant: `Recurring`, `place_of`.

A search meets the same exception thousands of times, and weighing one costs fifty calls.  What was our fault there time and
again is taken for our fault without weighing, except now and then: what was accepted since may make it the code's.
"""

from __future__ import annotations

from dataclasses import replace

from refute.judge.exceptions.rules import NEVER_ACCEPTED_AT_ALL
from refute.look.tracebacks import SourceRange, source_position, traceback_of
from refute.model.forgetful import Forgetful
from refute.model.sequence import Call
from refute.model.verdict import Blame, Violation
from refute.search.campaign_tuning import (
    BLAMED_OFTEN,
    BLAMED_WHATEVER,
    PLAIN_OFTEN,
    WEIGHED_KINDS,
    WEIGHED_OFTEN,
)

# Where something was raised: by which operation, which class of exception, in which file and function, how deep and at
# which place in it.
RaisePlace = tuple[str, type, str, int, tuple[int, SourceRange | None]]
# The same, with the kinds of the arguments.
ExactPlace = tuple[RaisePlace, tuple[int, ...]]

# So much is remembered of where calls raise, with arguments of which kinds.
_MOST_PLACES = 10_000


def place_of(raised: BaseException, call: Call) -> RaisePlace:
    """Return where a call has raised, as a key."""
    entry = traceback_of(raised)
    if entry is None:
        return call.target, type(raised), "", 0, (0, None)
    depth = 0
    while entry.tb_next is not None:
        entry = entry.tb_next
        depth += 1
    # Not by the code itself: hashing it takes longer than all else here.
    code = entry.tb_frame.f_code
    position = (depth, source_position(entry))
    return call.target, type(raised), code.co_filename, code.co_firstlineno, position


class Recurring:
    """Remembers verdicts by place, in bounded memory."""

    def __init__(self) -> None:
        # Where, with arguments of these kinds or any, it was our fault: how often in a row.
        self._excused: dict[object, int] = Forgetful(_MOST_PLACES)
        self._plainly_ours: dict[object, int] = Forgetful(_MOST_PLACES)
        # Where operations raise on purpose, and by which rule that is our fault.
        self._purposeful: dict[RaisePlace, str] = Forgetful(_MOST_PLACES)
        # By which rule it was our fault there when it was last weighed.
        self._rules: dict[RaisePlace, str] = Forgetful(_MOST_PLACES)
        # Where, and with arguments of which kinds, something was weighed: how often.
        self._weighed: dict[object, int] = Forgetful(_MOST_PLACES)
        # Where, with arguments of these kinds or any, the code was to blame: how often in a row, and for what.
        self._blamed: dict[object, tuple[int, Violation | None]] = Forgetful(_MOST_PLACES)

    def on_purpose(self, place: RaisePlace) -> str:
        """Return by which rule it is our fault that the operation raises there on purpose; "" where it does not."""
        return self._purposeful.get(place, "")

    def note_on_purpose(self, place: RaisePlace, rule: str) -> None:
        """Remember that the operation raises there on purpose, and which rule says whose fault that is."""
        self._purposeful[place] = rule

    def is_familiar(self, place: RaisePlace, exact: ExactPlace) -> bool:
        """Return whether it was weighed what it means there: with these kinds, or with several others."""
        return exact in self._weighed or self._weighed.get(place, 0) >= WEIGHED_KINDS

    def note_plain(self, exact: ExactPlace, is_ours: bool) -> None:
        """Remember whether it was plainly our fault there, with these kinds."""
        if is_ours:
            self._plainly_ours[exact] = self._plainly_ours.get(exact, 0) + 1
        else:
            self._plainly_ours.pop(exact, None)

    def excused(self, place: RaisePlace, exact: ExactPlace, calls: int) -> str:
        """Return by which rule it was our fault there time and again; "" where it is the turn to look once more.

        `calls` counts the calls so far: it says whose turn it is.
        """
        if calls & 7 and self._plainly_ours.get(exact, 0) > PLAIN_OFTEN:
            return NEVER_ACCEPTED_AT_ALL
        before = self._excused.get(place, 0)
        if before > 20 or self._excused.get(exact, 0) > WEIGHED_OFTEN:
            excused = calls & (255 if before > 40 else 31)
        else:
            excused = before > 8 and calls & 3
        return self._rules.get(place, "") if excused else ""

    def blamed(self, exact: ExactPlace, position: int, calls: int) -> Violation | None:
        """Return for what the code was to blame there time and again, as a violation at this position.

        With arguments of these kinds; or of whatever kinds, where that was always the same.
        """
        if not calls & 31:
            return None
        for key, often in ((exact, BLAMED_OFTEN), (exact[0], BLAMED_WHATEVER)):
            times, known = self._blamed.get(key, (0, None))
            if known is not None and times > often:
                return replace(known, step=position)
        return None

    def note(self, place: RaisePlace, exact: ExactPlace, violation: Violation) -> None:
        """Remember what was weighed."""
        for key in (place, exact):
            self._weighed[key] = self._weighed.get(key, 0) + 1
        for key in (place, exact):
            self._note_blamed(key, violation)
        if violation.blame is Blame.TEST:
            self._rules[place] = violation.because
        for key in (place, exact):
            excused = self._excused.get(key, 0) + 1 if violation.blame is Blame.TEST else 0
            self._excused[key] = excused

    def _note_blamed(self, key: object, violation: Violation) -> None:
        if violation.blame is not Blame.CODE:
            self._blamed.pop(key, None)
            return
        times, known = self._blamed.get(key, (0, None))
        is_same = known is not None and _meaning(known) == _meaning(violation)
        self._blamed[key] = (times + 1 if is_same else 1, violation)


def _meaning(violation: Violation) -> tuple[object, ...]:
    return violation.signature, violation.because, violation.severity
