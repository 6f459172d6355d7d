"""The loop inside a worker: generate, execute, judge, learn, look into.  Reading it is reading the stages in order."""

from __future__ import annotations

import ast
import math
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from refute.execute.journal import Journal
from refute.execute.machine import StopCall
from refute.execute.sandbox.guard import SIGNALS, Guard
from refute.execute.sandbox.process import reset_process
from refute.generate.feedback import undiscovered
from refute.generate.generator import Generator
from refute.generate.knowledge import Knowledge
from refute.generate.presets import Presets
from refute.generate.seen import Seen
from refute.generate.varied import Varied
from refute.judge.arguments import is_subclass
from refute.judge.exceptions.rules import OUT_OF_MEMORY, REFUSED_BY_ANOTHER, REFUSED_EFFECT
from refute.judge.relations.support import Support
from refute.model.execution import Execution, Outcome
from refute.model.finding import Finding
from refute.model.options import Options
from refute.model.results import FORBIDDEN
from refute.model.sequence import RECEIVERS, Call, Sequence, Step, ignores, ignoring
from refute.model.subject import Subject
from refute.model.verdict import OWN_PROMISE, Blame, Severity, Verdict, Violation, verdict_of
from refute.search.called_back import FUEL_USED_UP
from refute.search.campaign_tuning import (
    IN_VAIN,
    JUDGED_OBJECTS,
    LOOKS_AGAIN,
    MOST_DOUBLINGS,
    SHARE_OF_DOUBTFUL,
    SHARE_OF_STRUCTURES,
    STRUCTURES_JOIN_AFTER,
    USED_UP,
    WATCHED_AFTER_RAISING,
    WELL_FILLED,
)
from refute.search.collector import Collector
from refute.search.disturbing import Disturbing
from refute.search.examiner import ASKING_HANGS, examiner_for
from refute.search.further_steps import FurtherSteps
from refute.search.generators import portfolio_for
from refute.search.history import History
from refute.search.offering import Offering
from refute.search.plugins import NO_EXTENSIONS, Extensions
from refute.search.recurring import RaisePlace, place_of
from refute.search.relating import Relating, Suspect
from refute.search.shown import Shown
from refute.search.small_objects import SmallObjects
from refute.search.specifications import SPEC_HANGS
from refute.search.steering import Steering
from refute.search.triage import Triage
from refute.search.walks import Sampler

# So many places are watched; then memory starts afresh.
_MOST_PLACES = 10_000


@dataclass(slots=True)
class CampaignTally:
    """What a campaign did so far, in numbers."""

    sequences: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    # Per operation and outcome (an exception's name, "invariant", "appmodel", "stopped"): how often.  What returned is counted by `Knowledge`.
    outcomes: Counter[tuple[str, str]] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)  # per operation: calls blamed on the code


class Campaign:
    """One worker's search."""

    def __init__(
        self,
        subject: Subject,
        options: Options,
        guard: Guard | None,
        journal: Journal | None,
        tell: Callable[[Finding, bool], None],
        extensions: Extensions = NO_EXTENSIONS,
    ) -> None:
        self.examiner = examiner_for(subject, options, guard, journal, extensions)
        self.machine, self.kinds = self.examiner.machine, self.examiner.kinds
        self.slate = self.examiner.slate
        self.rearm: Callable[[], None] | None = None
        self.tally = CampaignTally()
        self.last: Execution | None = None  # of the sequence made last
        self.exhausted = False  # all there is to try was tried
        self.ran_out = False  # the generators had nothing more to make
        self._options = options
        self._guard = guard
        self._random = Random(options.seed)
        self._law_states = Seen(1 << 18)
        self._built_states = Seen(1 << 14)
        self._by_our_fault: Counter[tuple[str, ...]] = Counter()  # laws broken, by signature
        # How often operations raised by our fault, and where they have then left a broken object behind.
        self._refused_calls: dict[RaisePlace, int] = {}
        self._breaking: set[RaisePlace] = set()
        self._refused_before = 0
        self._past = History()
        self._in_vain = 0  # sequences that failed at their first call, one after the other
        presets = Presets(subject, sources=extensions.presets)
        self.knowledge = Knowledge(
            subject,
            presets,
            self.kinds.forms,
            lambda name, other: is_subclass(subject, self.kinds, name, other),
            self._random.random,
            self.kinds.classes.__getitem__,
        )
        self.examiner.accepted = self.knowledge.accepted
        self._offering = Offering(self.examiner, self.knowledge)
        self._small = SmallObjects(subject, options, self.knowledge, self.examiner, self._reset)
        self.portfolio = portfolio_for(
            subject, options, self.knowledge, self._small.generator, self._random
        )
        self.triage = Triage(
            self.examiner,
            options,
            self.knowledge,
            self._small,
            self._past,
            reset=self._reset,
            reset_process=self._reset_process,
            refused=lambda: guard.refused if guard else 0,
            tell=tell,
        )
        self._relating = self._relating_of(subject, options.seed)
        self.steering = Steering(
            self.examiner, self.knowledge, options.seed, options.by in ("mix", "feedback")
        )
        self._collector: Collector | None = None
        if options.record:
            self._collector = Collector(self.examiner, self.knowledge.accepted, guard, self._reset)
        tested = frozenset(routine.target for routine in subject.routines)
        self.sampler = Sampler(self.machine, tested, options.walks) if options.walks else None

    def _relating_of(self, subject: Subject, seed: int) -> Relating:
        # Draws of its own: the search goes the same way, whatever relations there are.
        random = Random(seed)
        texts = [ast.literal_eval(source) for source in subject.constants.get("str", ())]
        further = FurtherSteps(self.machine, Varied(random, texts), random)
        checker, support = self.examiner.relations, Support()
        checker.support = support
        disturbing = Disturbing(
            subject,
            checker,
            support,
            further,
            self.knowledge,
            self.examiner.weighing.is_raised_by_subject,
            self._reset,
        )
        weigh, accepted = self.examiner.weighing.weigh, self.knowledge.accepted
        return Relating(
            checker,
            support,
            further,
            disturbing,
            lambda raised, call, steps: weigh(raised, call, steps, accepted),
        )

    # ---- the loop -----------------------------------------------------------------------------------------

    def run(self, deadline: float, pause: Callable[[], bool]) -> None:
        """Search until the budget is spent; `pause` is called now and then and says whether to stop."""
        limit = self._options.sequences
        settle_at = deadline - SHARE_OF_DOUBTFUL * (deadline - time.monotonic())
        if limit is None:
            self.triage.deadline = deadline + 0.5
        while limit is None or self.tally.sequences < limit:
            if not self.one():
                # What did not return was not called again.
                stopped = any(one.stopped for one in self.knowledge.everything)
                self.ran_out = True
                self.exhausted = self._options.by == "graph" and not stopped
                return
            if self.is_used_up():
                return
            if self._options.stop_at_first and self.triage.findings:
                return
            if limit is None and time.monotonic() >= deadline:
                return
            if limit is None and time.monotonic() >= settle_at:
                settle_at = deadline
                self.triage.settle(deadline)
            if self.tally.sequences & 15 == 0 and pause():
                return

    def settle(self, deadline: float) -> None:
        """Look into what is doubtful: all of it, be there time to make it smaller or not."""
        self.triage.settle(math.inf if self._options.sequences is not None else deadline)

    def one(self) -> bool:
        """Make, perform, judge and learn from one sequence; False when there is nothing more to make."""
        return self.slate.run(self._one)

    def _one(self) -> bool:
        generator: Generator | None = self._next_generator()
        if generator is None:
            return False
        execution: Execution | None = self._execute(generator)
        self.last = execution
        self.tally.sequences += 1
        if execution is not None:
            fresh = self.steering.noticed()
            execution.new_branches = self.steering.fresh
            violations: list[Violation] = self._judge(execution, generator)
            verdict: Verdict = verdict_of(violations)
            generator.learn(execution, verdict)
            if self.steering.leads_further:
                self.knowledge.learn_texts(execution)
            elif self.knowledge.makes_texts and not self.steering.watches_beside:
                self.steering.mark_beside()
            self._gather(execution, verdict, fresh)
            suspect = self._relate(execution, violations)
            self._look_into(execution, violations)
            if suspect is not None:
                self.triage.look_into(suspect.violation, suspect.execution, self.tally.sequences)
            self._note_past(execution)
        self._reset()
        self.steering.settle(execution)
        return True

    def _next_generator(self) -> Generator | None:
        """Return the generator whose turn it is, None when there is nothing more to make."""
        if (
            self.tally.sequences == STRUCTURES_JOIN_AFTER
            and self._options.by == "mix"
            and self._small.any
        ):
            # Not sooner: what fields hold that nobody annotated is seen on the first objects.
            self.portfolio.join(self._small.generator, SHARE_OF_STRUCTURES)
        generator: Generator | None
        generator = self.steering.generator if self.steering.is_turn() else self.portfolio.next()
        if generator is not None and self.examiner.invariant_checker is not None:
            self.examiner.invariant_checker.samples = not generator.every_step
        return generator

    def _execute(self, generator: Generator) -> Execution | None:
        """Let the generator make and perform a sequence; None where it was stopped between two steps."""
        self._refused_before = self._guard.refused if self._guard else 0

        def judge(steps: list[Step], outcome: Outcome) -> Violation | None:
            return self._judge_step(steps, outcome, generator)

        self.steering.begin()
        try:
            return generator.grow(self.machine, judge)
        except StopCall:
            # While objects were looked at; what was being made is given up.
            self.tally.verdicts["stopped"] += 1
            return None

    # ---- judging ------------------------------------------------------------------------------------------

    def _judge_step(
        self, steps: list[Step], outcome: Outcome, generator: Generator
    ) -> Violation | None:
        """Return the violation that ends the sequence; None where the last step was our fault, so that it goes on."""
        tally, examiner = self.tally, self.examiner
        violation = examiner.usual(steps[-1], outcome)
        if violation is None:
            violation = examiner.explain(steps, outcome, self.knowledge.accepted)
            self._note_cause(violation, steps, outcome, generator.name)
        if violation.blame is Blame.NOBODY:
            if violation.rule not in (
                SPEC_HANGS,
                FUEL_USED_UP,
            ):  # a specification is named by itself
                tally.outcomes[violation.operation, _came_of(violation, outcome.exception)] += 1
            return violation
        tally.outcomes[violation.operation, _came_of(violation, outcome.exception)] += 1
        if violation.blame is Blame.CODE and self._nothing_refused():
            known = self.knowledge.of_target(getattr(steps[-1].operation, "target", ""))
            tally.failed[known.routine.target if known else violation.operation] += 1
            self._collect_refusal(violation, steps, outcome)
            return violation
        tally.verdicts["invalid"] += 1
        self._collect_refusal(violation, steps, outcome)
        # After these the objects are not what they were: the sequence ends.
        ends = violation.rule in ("appmodel", "field-stays", "given-away", "probe", OWN_PROMISE)
        if not generator.directed or ends or not self._nothing_refused():
            return violation
        return self._left_broken(steps, outcome, violation)

    def _note_cause(
        self, violation: Violation, steps: list[Step], outcome: Outcome, made_by: str
    ) -> None:
        """Remember that something was raised there; what is doubtful about it is looked into later."""
        call, raised, triage = steps[-1].operation, outcome.exception, self.triage
        if raised is None or not isinstance(call, Call) or not triage.is_asked_for(violation):
            return
        if self.machine.depth:
            return  # the steps of a body are no sequence; it goes on without the call
        if not self._nothing_refused():
            violation = self.examiner.refusal(REFUSED_EFFECT, call, raised)
        self.examiner.causes.meet(place_of(raised, call), violation)
        if violation.severity is Severity.DOUBTFUL and violation.blame is Blame.TEST:
            sequence, number = Sequence.trusted(tuple(steps)), self.tally.sequences + 1
            triage.suspect(violation, sequence, number, made_by)

    def _collect_refusal(self, violation: Violation, steps: list[Step], outcome: Outcome) -> None:
        """Let a suite record that a call is refused on purpose, be it by another operation that it calls."""
        if (
            self._collector is not None
            and (violation.is_refusal or violation.because in REFUSED_BY_ANOTHER)
            and self._nothing_refused()
            and not self.machine.is_built
            and not self.machine.depth
        ):
            self._collector.take(steps, outcome, self.steering.noticed())

    def _left_broken(
        self, steps: list[Step], outcome: Outcome, violation: Violation
    ) -> Violation | None:
        """Return the promise that a call which raised has left broken: the sequence ends with what did it.

        Else the next call that happens to be looked at would seem to have done it.
        """
        invariant_checker, step = self.examiner.invariant_checker, steps[-1]
        call = step.operation
        if self.machine.depth:
            return None  # a method of the object may be running
        if invariant_checker is None or self._options.past_exceptions or not isinstance(call, Call):
            return None
        if ignores(call) or call.how not in RECEIVERS or outcome.exception is None:
            return None
        place = place_of(outcome.exception, call)
        if len(self._refused_calls) > _MOST_PLACES:
            self._refused_calls.clear()
        refused = self._refused_calls[place] = self._refused_calls.get(place, 0) + 1
        if refused > WATCHED_AFTER_RAISING and refused & 15 and place not in self._breaking:
            return None
        receiver = len(self.machine.values) - step.arguments[0]
        if invariant_checker.looked_at(receiver) is None:
            return None
        self._breaking.add(place)
        steps[-1] = Step(ignoring(call), step.arguments)
        self.machine.go_past(steps[-1])
        # Now it is this call that is blamed, and not the one before it.
        return invariant_checker.looked_at(receiver) or violation

    def _judge(self, execution: Execution, generator: Generator) -> list[Violation]:
        """Return what is wrong: the violation that ended the sequence, or all that its objects break at its end."""
        if execution.violation is not None:
            return [execution.violation]
        if not (execution.sequence.steps and execution.is_new):
            return []
        try:
            return self._judge_end(execution, generator)
        except StopCall:
            return [self.examiner.given_up(len(execution.sequence) - 1)]

    def _judge_end(self, execution: Execution, generator: Generator) -> list[Violation]:
        objects = self._objects(execution)
        if not (objects or generator.directed or self.examiner.looks_at_all):
            return []  # there is nothing to look at
        states = {position: self.examiner.state(position) for position in objects}
        # Apart: what was seen on an object that no call has led to must be judged again on one that calls lead to.
        seen = self._law_states if execution.built is None else self._built_states
        fresh = [p for p, state in states.items() if seen.add(state.number)]
        # A list: dealing with the first runs other sequences on the same machine.
        violations = list(
            self.examiner.violations_at_end(execution.sequence, fresh, objects, thorough=False)
        )
        self._look_again(violations, [states[p].number for p in fresh], seen)
        # Once the pool is well filled, looking for still more values is worth an eighth of the sequences.
        looks = len(self.knowledge.pool) < WELL_FILLED or self.tally.sequences & 7 == 0
        if looks and generator.directed and not violations:
            self._offering.offer(execution, states)
        return violations

    def _look_again(self, violations: list[Violation], states: list[int], seen: Seen) -> None:
        """Forget the states of objects that broke a law by our fault: made in another way, they may break it by the code's."""
        again = False
        for violation in violations:
            if violation.blame is Blame.TEST:
                self._by_our_fault[violation.signature] += 1
                again = again or self._by_our_fault[violation.signature] <= LOOKS_AGAIN
        if again:
            for state in states:
                seen.forget(state)

    def _objects(self, execution: Execution) -> list[int]:
        """Return the positions of the last few values that the subject made."""
        steps, kinds = execution.sequence.steps, self.machine.value_kinds
        laws_of = self.examiner.laws_of
        found = [] if execution.built is None else [execution.built]
        for position in range(len(steps) - 1, -1, -1):
            if type(steps[position][0]) is Call and laws_of(kinds[position]) is not None:
                found.append(position)
                if len(found) == JUDGED_OBJECTS:
                    break
        return found

    # ---- what becomes of it -------------------------------------------------------------------------------

    def _gather(self, execution: Execution, verdict: Verdict, fresh: list[int]) -> None:
        """Take a new sequence that passed for suites and walks."""
        if verdict is not Verdict.PASS or not (execution.sequence.steps and execution.is_new):
            return
        if execution.built is not None or not self._nothing_refused():
            return
        steps = list(execution.sequence.steps)
        if self._collector is not None:
            self._collector.take(steps, execution.outcome, fresh)
        if self.sampler is not None:
            self.sampler.take(steps)

    def _relate(self, execution: Execution, violations: list[Violation]) -> Suspect | None:
        """Try how operations are related on the values of a sequence that passed; return what shows a relation broken."""
        if violations or execution.built is not None or not self._nothing_refused():
            return None
        try:
            suspect = self._relating.tried(execution)
        except (StopCall, MemoryError):
            return None  # while its objects were looked at
        return suspect if self._nothing_refused() else None

    def _look_into(self, execution: Execution, violations: list[Violation]) -> None:
        """Make findings of what is wrong, and count what became of the sequence."""
        verdicts, number = self.tally.verdicts, self.tally.sequences
        ended = execution.violation
        if ended is None:
            self._in_vain = 0
        if ended is not None and ended.blame is Blame.NOBODY:
            verdicts["stopped"] += 1
            self.triage.hung(execution, number)
        elif violations and violations[0].rule == ASKING_HANGS:
            verdicts["stopped"] += 1
            if violations[0].operation:
                self.tally.outcomes[violations[0].operation, "stopped"] += 1
        elif ended is None:
            failed = [self.triage.look_into(one, execution, number) for one in violations]
            if execution.sequence.steps:
                verdicts["fail" if any(failed) else "pass"] += 1
        elif ended.blame is Blame.CODE and self._nothing_refused():
            at_once = sum(type(operation) is Call for operation, _ in execution.sequence.steps) == 1
            self._in_vain = self._in_vain + 1 if at_once else 0
            self.triage.look_into(ended, execution, number)
            verdicts["fail"] += 1

    def _note_past(self, execution: Execution) -> None:
        sequence = execution.sequence
        if not self._nothing_refused():
            self.tally.refused[_last_call(sequence)] += 1
        if self._past.is_known:
            passed = execution.violation is None
            self._past.add(sequence if passed else sequence.keeping(range(len(sequence) - 1)))

    # ---- the process and its state ------------------------------------------------------------------------

    @property
    def calls(self) -> int:
        """Calls of the subject made while searching: not those of trying a failure again and shrinking it."""
        return self.machine.calls - self.triage.calls_again

    def is_used_up(self) -> bool:
        """Return whether a fresh worker would do better: something has changed for good in this one."""
        if not self.slate.spoiled:
            return False
        successor = self._options.worker // max(1, self._options.jobs)
        patience = IN_VAIN << min(successor, MOST_DOUBLINGS)
        return self.tally.sequences >= USED_UP or self._in_vain >= patience

    def _nothing_refused(self) -> bool:
        """Return whether the sandbox has let the running sequence do all it wanted: else its behaviour is not its own."""
        return self._guard is None or self._guard.refused == self._refused_before

    def _reset(self) -> None:
        """Put back what the last sequence has changed: of the process, then of the subject."""
        self._reset_process()
        self.slate.restore()

    def _reset_process(self) -> None:
        guard = self._guard
        if guard is None:
            return
        signals = guard.changed & SIGNALS
        reset_process(guard)
        if signals and self.rearm is not None:
            self.rearm()

    def refusal_examples(self) -> dict[str, str]:
        """Return for each kind of effect that was refused the first example."""
        return dict(self._guard.examples) if self._guard else {}

    def is_dry(self) -> bool:
        """Return whether going on is hardly worth it: no new outcome expected in ten thousand calls.

        Where branches are watched, no new branch in a thousand sequences either.
        """
        collector = self._collector
        return (
            self.calls > 10_000
            and self.chance_of_more() < 1e-4
            and (collector is None or collector.chance_of_branch < 1e-3)
        )

    def chance_of_more(self) -> float:
        """Return the estimated chance that the next call shows an outcome never seen."""
        counts = dict(self.tally.outcomes)
        for known in self.knowledge.routines:
            if known.passed:
                counts[known.routine.target, "returned"] = known.passed
        return undiscovered(counts)

    @property
    def branches(self) -> int | None:
        """How many branches were taken; None where they are not watched."""
        return self._collector.branches if self._collector else None

    def faulty_specs(self) -> dict[str, str]:
        """Return the specifications that cannot be used as they are, by name: what is wrong and what to do."""
        specifications, invariant_checker = (
            self.examiner.specifications,
            self.examiner.invariant_checker,
        )
        found = dict(specifications.faulty)
        if invariant_checker is not None:
            found.update(invariant_checker.faulty)
        return found

    def structures(self) -> dict[str, dict[str, object]]:
        """Return by class what was done about its small objects."""
        return self._small.told()

    # ---- the suite ----------------------------------------------------------------------------------------

    def kept(self) -> list[Shown]:
        """Return what there is for a suite at once: for every outcome one of the sequences that showed it."""
        return self._collector.kept() if self._collector else []

    def candidates(self) -> list[Shown]:
        """Return few of the sequences that passed, or raised as expected, that show all that was seen."""
        self.steering.end()
        return self._collector.chosen() if self._collector else []

    def protecting(self, candidates: list[Shown], is_late: Callable[[], bool]) -> list[Shown]:
        """Return the candidates and some more that notice small changes of the code, as far as the time goes."""
        # Changed code might do with files what the code itself never would.
        if self._collector is None or self._options.allow:
            return candidates
        context, seed = self.triage.context(), self._options.seed
        return self._collector.protecting(candidates, context, seed, is_late)

    def shortened(self, candidates: list[Shown], is_late: Callable[[], bool]) -> list[Shown]:
        """Return the candidates made shorter, as far as the time goes."""
        if self._collector is None:
            return candidates
        return self._collector.shortened(candidates, self.triage.context(), is_late)


def _came_of(violation: Violation, raised: BaseException | None) -> str:
    """Return what a call that does not count as one that returned is counted as."""
    if violation.rule == "appmodel":  # whatever it raised: it was not to be made
        return FORBIDDEN
    if violation.blame is Blame.NOBODY:
        return "MemoryError" if violation.because == OUT_OF_MEMORY else "stopped"
    return type(raised).__name__ if raised else "invariant"


def _last_call(sequence: Sequence) -> str:
    for operation, _ in reversed(sequence.steps):
        if isinstance(operation, Call):
            return operation.target
    return ""
