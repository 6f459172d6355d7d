"""What a test passed that nobody means to be passed: `NotMeant`.

Where an annotation does not ask for something, a failure may be about that, whatever other values show.
"""

from __future__ import annotations

from collections.abc import Callable

from refute.model.sequence import Call, Literal, Operation, Sequence
from refute.model.verdict import (
    DEFAULT_OVERRIDDEN,
    HIDDEN_VALUE,
    INFINITY_INSIDE,
    MADE_PAST_FUNCTION,
    NAME_OF_A_CLASS,
    Doubt,
    Violation,
)
from refute.search.examiner import Examiner


class NotMeant:
    """Looks at the values of the sequence that the examiner has run last; `has_factory` of a kind: a function makes it."""

    def __init__(self, examiner: Examiner, has_factory: Callable[[int], bool]) -> None:
        self._examiner = examiner
        self._has_factory = has_factory

    def reason(self, sequence: Sequence, violation: Violation) -> Doubt | None:
        """Return why something that was passed, without an annotation asking for it, is not meant to be passed."""
        machine, arguments = self._examiner.machine, self._examiner.arguments
        last = len(sequence) - 1
        wanted = all_that_count(sequence, violation)
        if arguments.overrides_sentinel(sequence, *wanted, last=last):
            return DEFAULT_OVERRIDDEN
        if arguments.is_misnamed(sequence, machine, *wanted, last=last):
            return NAME_OF_A_CLASS
        if self._examiner.weighing.passes_hidden(sequence, *wanted, last=last):
            return HIDDEN_VALUE
        for place, source in arguments.unmet(sequence, machine, *wanted, last=last):
            if is_law(violation) and _is_endless(sequence.steps[source].operation):
                return INFINITY_INSIDE
            if self._is_made_past(sequence, place):
                return MADE_PAST_FUNCTION
        return None

    def _is_made_past(self, sequence: Sequence, place: int) -> bool:
        """Return whether a step makes an object by its class where a function makes such objects.

        Then the class is not called by users, and may ask for what only the function knows.
        """
        kinds = self._examiner.machine.value_kinds
        made = getattr(sequence.steps[place].operation, "how", "") == "new"
        return made and place < len(kinds) and self._has_factory(kinds[place])

    def is_given_foreign(self, sequence: Sequence, violation: Violation) -> bool:
        """Return whether a call before the last was given an object that a call returned, of no class of the subject."""
        machine, last = self._examiner.machine, len(sequence) - 1
        wanted = all_that_count(sequence, violation)
        unmet = self._examiner.arguments.unmet(sequence, machine, *wanted, last=last)
        return any(
            place != last
            and isinstance(sequence.steps[source].operation, Call)
            and type(machine.values[source]).__module__ != "builtins"
            and self._examiner.laws_of(machine.value_kinds[source]) is None
            for place, source in unmet
        )


def positions_of(sequence: Sequence, violation: Violation) -> tuple[int, ...]:
    """Return the values that a violation speaks of: those of a law, or the failing call."""
    return violation.subjects or (len(sequence) - 1,)


def all_that_count(sequence: Sequence, violation: Violation) -> tuple[int, ...]:
    """Return the values that a violation speaks of, and the calls that have no part in them that can be seen."""
    wanted = positions_of(sequence, violation)
    seen = set(sequence.influence(*wanted, last=len(sequence) - 1))
    unseen = [
        position
        for position, step in enumerate(sequence.steps)
        if isinstance(step.operation, Call) and position not in seen
    ]
    return (*wanted, *unseen)


def is_law(violation: Violation) -> bool:
    """Return whether it is about a law or a promise, not about an exception."""
    return violation.rule != "raises"


def _is_endless(operation: Operation) -> bool:
    """Return whether a literal is infinite, or no number at all."""
    source = operation.source if isinstance(operation, Literal) else ""
    return any(text in source for text in ("float('inf", "float('-inf", "float('nan"))
