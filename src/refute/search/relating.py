"""Relations between operations, tried on what sequences have made: `Relating`.

At the end of a sequence its values are at hand: the calls of a relation that speaks of them are made as further steps.  Only
a share of all calls is spent so, and a subject without candidates pays nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from refute.judge.relations.relation import Relation
from refute.judge.relations.relation_checking import RelationChecker
from refute.judge.relations.support import Support
from refute.model.execution import RETURNED, Execution
from refute.model.sequence import Call, Sequence, Step
from refute.model.verdict import Violation
from refute.search.disturbing import Disturbing
from refute.search.further_steps import FurtherSteps

# To try a relation costs as much as fifteen calls of the cheapest subjects, since values are made and looked at, and the calls that
# it makes; so much of all calls is spent so.  So many come first, so that a short search shows something, too.
_FOR_A_TRY = 15
_SHARE = 0.1
_AT_FIRST = 2000
# So many relations are tried at the end of one sequence: others have other values.
_MOST_TRIES = 4
# So many times plain values are not those of the sequence but others like them.
_VARIED = 0.8

# By this rule of blame what one operation has made is not what the other takes that undoes it.
_REFUSES = "refuses-inverse"

# What the rules say about an exception that the last of some steps raised.
Weigh = Callable[[BaseException, Call, list[Step]], Violation]
# A relation, and the places of the values that it speaks of.
Chance = tuple[Relation, tuple[int, ...]]


class Suspect(NamedTuple):
    """A sequence that shows a relation broken."""

    execution: Execution
    violation: Violation


class Relating:
    """Tries relations on the machine of a campaign."""

    def __init__(
        self,
        checker: RelationChecker,
        support: Support,
        further: FurtherSteps,
        disturbing: Disturbing,
        weigh: Weigh,
    ) -> None:
        self.tries = 0
        self.spent = 0  # in calls
        self._raised: BaseException | None = None  # by the last call that was made here and raised
        self._checker = checker
        self._support = support
        self._further = further
        self._machine = further.machine
        self._disturbing = disturbing
        self._weigh = weigh
        self._told: dict[tuple[str, str | None, int | str], str] = {}
        self._tries: dict[tuple[str, ...], int] = {}
        self._anchored: dict[str, list[Relation]] = {}
        self._about: dict[str, list[Relation]] = {}
        for relation in checker.relations:
            where, key = self._about, relation.about
            if relation.anchor is not None:
                where, key = self._anchored, relation.anchor.target
            where.setdefault(key, []).append(relation)

    def tried(self, execution: Execution) -> Suspect | None:
        """Try a few relations on the values of the sequence that has just passed; return what breaks one."""
        machine = self._machine
        if self.spent > _AT_FIRST + machine.calls * _SHARE:
            return None
        # The search goes its way as if nothing had been tried: much depends on how many calls there were, and who watches
        # these counts them, too.
        before = machine.calls, machine.visitors, machine.after_call
        machine.visitors, machine.after_call = (), None
        try:
            return self._tried(execution, self._chances(execution.sequence))
        finally:
            self.spent += machine.calls - before[0]
            machine.calls, machine.visitors, machine.after_call = before

    def _tried(self, execution: Execution, chances: list[Chance]) -> Suspect | None:
        for turn in range(_MOST_TRIES):
            if not self._is_live(execution.sequence):
                return None
            self.tries += 1
            self.spent += _FOR_A_TRY
            if chances and turn & 1:
                shown = self._related(*self._next(chances))
            else:
                shown = self._disturbing.tried(execution)
            if shown is not None and not self._is_inherited(shown[1]):
                sequence, violation = shown
                return Suspect(replace(execution, sequence=sequence), violation)
        return None

    def _is_inherited(self, violation: Violation) -> bool:
        """Return whether the same line was shown to break the same relation, called on another class."""
        where = violation.rule, violation.file, violation.line or violation.operation
        return self._told.setdefault(where, violation.operation) != violation.operation

    def _is_live(self, sequence: Sequence) -> bool:
        """Return whether the values at hand are those of the sequence, with others after them."""
        steps, last = self._machine.steps, len(sequence) - 1
        return last < len(steps) and (last < 0 or steps[last] is sequence.steps[last])

    def _chances(self, sequence: Sequence) -> list[Chance]:
        """Return the relations that speak of values of a sequence, with the places of these."""
        forms, kinds = self._machine.kinds.forms, self._machine.value_kinds
        found: list[Chance] = []
        for place, (operation, _) in enumerate(sequence.steps[: len(kinds)]):
            if type(operation) is not Call:
                continue
            for relation in self._anchored.get(operation.target, ()):
                if relation.begins_with(operation):
                    found.append((relation, sequence.sources(place)))
            for relation in self._about.get(forms[kinds[place]].name, ()):
                found.append((relation, (place,)))
        return found

    def _next(self, chances: list[Chance]) -> Chance:
        """Return one of those that were tried least."""
        tries = [self._tries.get(relation.signature, 0) for relation, _ in chances]
        fewest = min(tries)
        place = self._further.chosen([n for n, times in enumerate(tries) if times == fewest])
        self._tries[chances[place][0].signature] = fewest + 1
        return chances[place]

    def _related(
        self, relation: Relation, inputs: tuple[int, ...]
    ) -> tuple[Sequence, Violation] | None:
        """Make the calls of a relation, count what came of it, and return it where it is broken and a law."""
        further, machine = self._further, self._machine
        if further.random.random() < _VARIED:
            inputs = further.others(inputs, relation.asked_for)
        before = further.states(inputs)
        places = self._moved(relation, inputs)
        if isinstance(places, Step):
            return self._refused(places)
        if places is None or (not relation.changes and further.are_changed(inputs, before)):
            return None
        held = relation.seen(machine.values, places)
        if held is None:
            return None
        claim = self._checker.claim(relation, places)
        self._support.note(claim, held, hash(tuple(before)))
        if held or not self._support.is_law(relation.family, claim):
            return None
        steps = tuple(machine.steps)
        return Sequence.trusted(steps), self._checker.told(relation, places, len(steps) - 1)

    def _moved(self, relation: Relation, inputs: tuple[int, ...]) -> tuple[int, ...] | Step | None:
        """Make the calls of a relation; return where its values are, or the one of them that raised, None where it was stopped."""
        further, places = self._further, list(inputs)
        for call, given in relation.moves:
            here = len(self._machine.values)
            if call.target in further.stopped:
                return None
            asked = [places[number] for number in given]
            outcome = further.call(call, asked)
            if outcome is not RETURNED:
                self._raised = outcome.exception
                return Step(call, tuple(here - place for place in asked))
            places.append(here)
        return tuple(places)

    def _refused(self, step: Step) -> tuple[Sequence, Violation] | None:
        """Return what it means that a call of a relation raised, where it is about what another call of it made."""
        call, raised = step.operation, self._raised
        if not isinstance(call, Call) or not isinstance(raised, Exception):
            return None
        steps = [*self._machine.steps, step]
        violation = self._weigh(raised, call, steps)
        if violation.because != _REFUSES:
            return None
        return Sequence.trusted(tuple(steps)), violation
