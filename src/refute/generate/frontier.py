"""Sequences planned to take a branch that none has taken: `Frontier`.

The thesis' second technique (6.2, 8.4): sequences that reach a condition which always goes one way are changed until it goes
the other.  What is changed, and why, is said by whoever plans; here the sequence is performed as it is, except that calls
which were our fault are left out, with all that builds on them.
"""

from __future__ import annotations

from collections.abc import Callable

from refute.generate.generator import Judge, Live
from refute.generate.knowledge import Knowledge
from refute.model.execution import RETURNED, Execution, Outcome
from refute.model.sequence import Sequence, Step
from refute.model.verdict import Verdict, Violation


class Frontier:
    """Performs one planned sequence after the other."""

    name = "frontier"
    every_step = False
    directed = True
    done = False

    def __init__(self, knowledge: Knowledge, plan: Callable[[], Sequence]) -> None:
        self._knowledge = knowledge
        self._plan = plan
        self.at = 0  # which step of the plan is performed
        self.planned: list[int] = []  # for each step that was performed, which of the plan it is
        self.kinds: dict[int, int] = {}  # of the values that the steps of the plan have made

    def grow(self, live: Live, judge: Judge) -> Execution:
        """Perform the next sequence of the plan."""
        plan = self._plan()
        live.start()
        self._knowledge.begun += 1
        self.planned, self.kinds = [], {}
        made: list[Step] = []
        where: dict[int, int] = {}
        for self.at, step in enumerate(plan.steps):
            sources = plan.sources(self.at)
            if any(source not in where for source in sources):
                continue
            here = len(made)
            made.append(Step(step.operation, tuple([here - where[one] for one in sources])))
            self.planned.append(self.at)
            outcome = self._perform(live, made[-1])
            if outcome is not RETURNED:
                violation = judge(made, outcome)
                if violation is not None:
                    return self._execution(made, live, violation, outcome)
                self.planned.pop()
                live.take_back(made.pop())
                continue
            where[self.at] = here
            self.kinds[self.at] = live.value_kinds[here]
        return self._execution(made, live)

    def learn(self, execution: Execution, verdict: Verdict) -> None:
        """Keep a sequence that passed for the new values in it."""
        if verdict is Verdict.PASS:
            self._knowledge.keep(execution)

    def _perform(self, live: Live, step: Step) -> Outcome:
        known = self._knowledge.routine_behind(step.operation)
        if known is not None:
            known.calls += 1
        outcome = live.perform(step)
        if known is not None and outcome is RETURNED:
            known.passed += 1
        return outcome

    def _execution(
        self,
        made: list[Step],
        live: Live,
        violation: Violation | None = None,
        outcome: Outcome = RETURNED,
    ) -> Execution:
        is_new = self._knowledge.seen.add(made)
        return Execution(
            Sequence.trusted(tuple(made)),
            violation=violation,
            outcome=outcome,
            made_by=self.name,
            is_new=is_new,
            taken_back=tuple(live.taken_back),
        )
