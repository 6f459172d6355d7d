"""Values of a sequence that passed, offered to later ones: `Offering`."""

from __future__ import annotations

from refute.execute.equals import Equals
from refute.generate.knowledge import Knowledge
from refute.generate.tuning import LONGEST_ENTRY
from refute.look.state import State
from refute.model.execution import Execution, SuppliedValue
from refute.model.sequence import Call, Sequence
from refute.search.campaign_tuning import LONGEST_OFFERED, OFFERED_RESULTS
from refute.search.examiner import Examiner


class Offering:
    """Says which live values are worth keeping, and tells them apart by state and by what they share."""

    def __init__(self, examiner: Examiner, knowledge: Knowledge) -> None:
        self._examiner = examiner
        self._knowledge = knowledge
        self._equals = Equals()

    def offer(self, execution: Execution, states: dict[int, State]) -> None:
        """Note in an execution what later sequences may begin with; `states` are those of its objects, by position."""
        if execution.built is None and len(execution.sequence) < LONGEST_OFFERED:
            plain = {p: self._examiner.state(p) for p in self._plain_results(execution)}
            execution.supplied = self._supplied(execution.sequence, states | plain)

    def _plain_results(self, execution: Execution) -> list[int]:
        """Return the positions of the last few values that the subject returned and that are of no class of its own."""
        steps, kinds = execution.sequence.steps, self._examiner.machine.value_kinds
        laws_of, offered = self._examiner.laws_of, self._knowledge.offers
        found: list[int] = []
        for position in range(len(steps) - 1, -1, -1):
            kind = kinds[position]
            if type(steps[position].operation) is Call and offered(kind) and laws_of(kind) is None:
                found.append(position)
                if len(found) == OFFERED_RESULTS:
                    break
        return found

    def _supplied(self, sequence: Sequence, states: dict[int, State]) -> list[SuppliedValue]:
        machine, found = self._examiner.machine, []
        for position, state in states.items():
            calls = sequence.slice_for(position).calls()
            if state.cut or calls > LONGEST_ENTRY:
                continue
            sharing = sorted(
                (machine.value_kinds[other], len(state.nodes & theirs.nodes))
                for other, theirs in states.items()
                if other != position and not state.nodes.isdisjoint(theirs.nodes)
            )
            kind = machine.value_kinds[position]
            same = self._equals.equality_number(kind, machine.values[position], state.number)
            key = hash((kind, same, tuple(sharing)))
            found.append(SuppliedValue(position, kind, key, state.number, calls))
        return found
