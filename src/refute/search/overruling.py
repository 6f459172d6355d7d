"""Experiments that speak for the code's fault, whatever its rule says: `Overruling`.

On an object just made the same call returns, or it returns with the values just below and just above.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable

from refute.model.sequence import Call, Display, Literal, Sequence
from refute.model.verdict import STATE, ExperimentRule, Violation
from refute.search.examiner import Examiner
from refute.search.variants import (
    COLLECTIONS,
    has_receiver,
    just_below_and_above,
    made_of,
    replaced,
    shape_of,
)

# Around so many literals it is looked whether values just below and above go well.
_HOLES = 4
# What no builtin name stands for, and the interpreter raises: decimal's, and struct's.
_OTHERS = frozenset(["InvalidOperation", "DivisionByZero", "Overflow", "error"])
_OF_TYPES = frozenset(["TypeError", "AttributeError"])
_TEXTS = frozenset(["str", "bytes"])
_LOOKUPS = frozenset(["KeyError", "IndexError", "LookupError"])


class Overruling:
    """Asks of the sequence that the examiner has run last; `goes_well` says whether another one shows no such failure."""

    def __init__(
        self, examiner: Examiner, goes_well: Callable[[Sequence, Violation], bool]
    ) -> None:
        self._examiner = examiner
        self._goes_well = goes_well

    def holds(self, rule: ExperimentRule, sequence: Sequence, violation: Violation) -> bool:
        """Return whether an experiment shows what its rule says: of what the interpreter and its libraries raise."""
        if not hasattr(builtins, violation.exception or "") and violation.exception not in _OTHERS:
            return False
        asked = self._is_about_the_state if rule is STATE else self._is_in_a_hole
        return asked(sequence, violation)

    def _is_about_the_state(self, sequence: Sequence, violation: Violation) -> bool:
        """Return whether the failing call goes well, with the same arguments, on a receiver as it was made.

        The receiver is the code's own, calls with nothing doubtful have changed it, and nothing of ours with it.
        """
        last, machine = len(sequence) - 1, self._examiner.machine
        kept = made_of(sequence, last)
        if violation.exception in _OF_TYPES and "NoneType" not in violation.message:
            return False  # with the state what is passed on changes, and may be of another type
        if len(kept) == len(sequence) or violation.step != last:
            return False
        if not self._is_on_own_object(sequence, last):
            return False
        changes = [position for position in range(last) if position not in kept]
        if any(
            source in kept and _is_ours(sequence, source)
            for p in changes
            for source in sequence.sources(p)
        ):
            return False
        if any(callable(machine.values[source]) for source in sequence.sources(last)):
            return False  # whether what was passed in is called at all depends on the state
        unmet = self._examiner.arguments.unmet(sequence, machine, *changes, last=last)
        if any(place not in kept for place, _ in unmet):
            return False
        return self._goes_well(sequence.keeping(kept), violation)

    def _is_on_own_object(self, sequence: Sequence, position: int) -> bool:
        """Return whether a call is made on an object of a class of the subject that a call has made."""
        if not has_receiver(sequence.steps[position].operation):
            return False
        receiver = sequence.sources(position)[0]
        kind = self._examiner.machine.value_kinds[receiver]
        is_made = isinstance(sequence.steps[receiver].operation, Call)
        return is_made and self._examiner.laws_of(kind) is not None

    def _is_in_a_hole(self, sequence: Sequence, violation: Violation) -> bool:
        """Return whether it goes well with a value just below and with one just above one that was written down."""
        written = sorted(made_of(sequence, len(sequence) - 1), reverse=True)
        ours = [
            one
            for one in written
            if shape_of(sequence.steps[one].operation) and not self._is_flag(sequence, one)
        ]
        if violation.exception in _LOOKUPS:
            # By a text just beside it something else is looked up, or nothing.
            ours = [one for one in ours if shape_of(sequence.steps[one].operation) not in _TEXTS]
        for position in ours[:_HOLES]:
            # What is not in a collection of ours is nobody's hole; nor that a longer one has other keys to be asked for.
            if violation.exception in _LOOKUPS and any(
                shape_of(sequence.steps[one].operation) in COLLECTIONS
                for one in ours
                if one != position or violation.because == "asked-for"
            ):
                continue
            sides = just_below_and_above(sequence.steps[position].operation)
            if all(self._any_goes_well(sequence, position, side, violation) for side in sides):
                return True
        return False

    def _is_flag(self, sequence: Sequence, position: int) -> bool:
        """Return whether a value is passed where the default is True or False: what is beside it is no other size."""
        given = (
            self._examiner.arguments.input_of(step.operation, number)
            for place, step in enumerate(sequence.steps)
            if isinstance(step.operation, Call)
            for number, source in enumerate(sequence.sources(place))
            if source == position
        )
        return any(one is not None and one.default in ("True", "False") for one in given)

    def _any_goes_well(
        self, sequence: Sequence, position: int, literals: list[Literal], violation: Violation
    ) -> bool:
        return any(
            self._goes_well(replaced(sequence, {position: one}), violation) for one in literals
        )


def _is_ours(sequence: Sequence, position: int) -> bool:
    """Return whether a value was written down in the test and can be changed."""
    operation = sequence.steps[position].operation
    return isinstance(operation, Display) or (
        isinstance(operation, Literal) and not operation.is_unchanging
    )
