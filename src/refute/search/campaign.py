"""The loop inside a worker: generate, execute, judge, learn, shrink.  Reading it is reading the stages in order."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from refute.execute.equals import Equals
from refute.execute.journal import Journal
from refute.execute.machine import Machine, StopCall
from refute.execute.sandbox.audit import SIGNALS, Guard
from refute.execute.sandbox.process import reset_process
from refute.generate.blind import Blind
from refute.generate.feedback import Feedback, undiscovered
from refute.generate.generator import Generator
from refute.generate.parameter_graph import Graph
from refute.generate.planned import RATE, Planned
from refute.generate.pool import Entry
from refute.generate.portfolio import Mix
from refute.generate.presets import Presets
from refute.generate.seen import Seen
from refute.generate.walk import Walk
from refute.judge.arguments import is_subclass
from refute.judge.laws.registry import LAWS
from refute.look.kinds import Kinds
from refute.look.state import State
from refute.model.finding import Finding
from refute.model.options import Options
from refute.model.results import FORBIDDEN
from refute.model.sequence import RECEIVERS, Call, Sequence, Step, ignores, ignoring
from refute.model.subject import Subject
from refute.model.verdict import Blame, Violation
from refute.search.collector import Collector, Shown
from refute.search.examiner import Examiner, Place
from refute.search.inquiry import Inquiry
from refute.search.past import Past
from refute.search.plugins import NO_EXTENSIONS, Extensions
from refute.search.small_objects import SmallObjects
from refute.search.walks import Sampler

# Sequences of more calls are not kept: running them again would cost more than the calls they are run for.
_LONGEST_ENTRY = 15
# In longer sequences it is not worth looking for the part that makes a value.
_LONGEST_OFFERED = 100
_WELL_FILLED = 200
# Of the values that are of no class of the subject's own, so many are looked at after each sequence.
_FEW_RESULTS = 2
_FEW_OBJECTS = 4  # of those that are
# The search begins with so many planned steps for each operation, and no more than these: what is shallow comes within
# the first second, and nine tenths of a small budget are left for the rest.
_PLANNED_EACH = 30
_MOST_PLANNED = 15_000
# After so many sequences a worker whose state cannot be put back is replaced: starting one takes as long as they do.
_USED_UP = 3000
# Or after so many, one after the other, that failed at their first call; each successor has twice the patience, so that
# a function that always fails does not cost a process each time.
_IN_VAIN, _MOST_PATIENT = 10, 8
# After so many sequences the small objects of classes with a predicate join in, with this share of the sequences to
# the 1 of the others, until all have been tried: their sequences are short, so that it is a fifth of the calls or less.
_EARLY = 10
_SHARE_OF_STRUCTURES = 2.0

# So often a state in which a law is broken by our fault is looked at once more.
_LOOKS = 20
# So often it is looked at, once an operation raised somewhere, whether its object is still what it should be, then less often.
_WATCHED = 30
# So many places are watched; then memory starts afresh.
_MOST_PLACES = 10_000
# So many calls in vain, and it is said aloud that an operation asks for what nobody gives.
_UNMET = 50


# The share of walks around one object.
_WALKS = 0.1
_WALKS_WHERE_PROMISED = 0.3


@dataclass(slots=True)
class Tally:
    """What a campaign did so far, in numbers."""

    sequences: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    # Per operation and outcome (an exception's name, "invariant", "appmodel", "stopped"): how often.  Ways count what returned.
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
        names = {cls: name for name, cls in subject.classes.items() if isinstance(cls, type)}
        self.kinds = Kinds(names, options.largest_number)
        self.machine = Machine(self.kinds, journal)
        self.machine.visitors = extensions.visitors
        laws = (*LAWS, *extensions.laws)
        self.examiner = Examiner(subject, self.kinds, self.machine, laws, guard, extensions.oracles)
        if options.clean_slate:
            self.examiner.remember()
        self.slate = self.examiner.slate
        self.presets = Presets(subject, sources=extensions.presets)
        self.rearm: Callable[[], None] | None = None
        self.tally = Tally()
        self.exhausted = False  # all there is to try was tried
        self._options = options
        self._guard = guard
        self._random = Random(options.seed)
        self._law_states = Seen(1 << 18)
        self._equals = Equals()
        self._built_states = Seen(1 << 14)
        self._by_our_fault: Counter[tuple[str, ...]] = Counter()  # laws broken, by signature
        self._pending: Violation | None = None
        # How often operations raised by our fault, and where they have then left a broken object behind.
        self._refused_calls: dict[Place, int] = {}
        self._breaking: set[Place] = set()
        self._refused_before = 0
        self._past = Past()
        self._in_vain = 0  # sequences that failed at their first call, one after the other

        def subclass(name: str, other: str) -> bool:
            return is_subclass(subject, self.kinds, name, other)

        self._subclass = subclass
        make = Blind if options.by == "walk-blind" else Feedback
        # It owns the pool and what is known about calling, which the other generators share.
        self.feedback = make(
            subject,
            self.presets,
            self.kinds.forms,
            subclass,
            self._random,
            length=options.length,
            repeat=options.repeat,
            most_repeats=options.most_repeats,
            past_exceptions=options.past_exceptions,
            reuse=options.reuse,
        )
        self.generator: Generator = self.feedback  # the one that made the last sequence
        self._small = SmallObjects(
            subject, options, self.feedback, self.examiner, self.feedback.fits, self._reset
        )
        self._mix = self._generators(subject)
        self._ways = {way.routine.target: way for way in self.feedback.ways}
        self._ways.update((way.routine.target, way) for way in self.feedback.helpers)
        self._ways.update((made, self._ways[of]) for made, of in subject.stand_ins.items())
        self.inquiry = Inquiry(
            self.examiner,
            options,
            self.feedback,
            self.presets,
            self._small,
            self._past,
            accepted=self.accepted,
            reset=self._reset,
            reset_process=self._reset_process,
            refused=lambda: guard.refused if guard else 0,
            tell=tell,
        )
        self.findings, self.seen = self.inquiry.findings, self.inquiry.seen
        self._collector: Collector | None = None
        if options.record:
            self._collector = Collector(self.examiner, self.accepted, guard, self._reset)
        tested = frozenset(routine.target for routine in subject.routines)
        self.sampler = Sampler(self.machine, tested, options.walks) if options.walks else None

    def _generators(self, subject: Subject) -> Mix:
        """Return the generators that the options ask for: one alone, or by default a plan first, then feedback."""
        options = self._options
        if options.by == "structures":
            return Mix([self._small.generator], [], self._random)
        promising = {*subject.invariants, *subject.promises}
        promising |= {r.owner for r in subject.routines if r.stand_in is not None and r.owner}
        walk = Walk(self.feedback, promising, on_target=options.on_target)
        if options.by == "walk":
            return Mix([], [(walk, 1.0)], self._random)
        if options.by not in ("mix", "graph"):
            return Mix([], [(self.feedback, 1.0)], self._random)
        graph = Graph(subject, self.presets, self._subclass)
        budget = options.sequences or round(options.seconds * RATE)
        # The first workers share one plan.  One that takes another's place makes its own, in another order: nobody
        # knows how far that one had come.
        part, seed = (0, 1), options.seed
        if options.first_seed is not None and options.worker < options.jobs:
            part, seed = (options.worker, options.jobs), options.first_seed
        if options.by == "graph":
            planned = Planned(
                graph, self.feedback, seed, budget * options.jobs, part=part, directed=False
            )
            return Mix([], [(planned, 1.0)], self._random)
        steps = min(_MOST_PLANNED, _PLANNED_EACH * len(subject.routines))
        most = budget // 10
        planned = Planned(
            graph, self.feedback, seed, steps * options.jobs, most=most, part=part, most_steps=steps
        )
        # Long lives of one object show most where somebody says what such a life should be like.
        share = _WALKS_WHERE_PROMISED if promising else _WALKS
        shares: list[tuple[Generator, float]] = [(self.feedback, 1.0 - share), (walk, share)]
        return Mix([planned] if most else [], shares, self._random)

    def structures(self) -> dict[str, dict[str, object]]:
        """Return by class what was done about its small objects."""
        return self._small.told()

    # ---- the loop -----------------------------------------------------------------------------------------

    def run(self, deadline: float, pause: Callable[[], bool]) -> None:
        """Search until the budget is spent; `pause` is called now and then and says whether to stop."""
        limit = self._options.sequences
        if limit is None:
            self.inquiry.deadline = deadline + 0.5
        while limit is None or self.tally.sequences < limit:
            if not self.one():
                # What did not return was not called again.
                stopped = any(way.stopped for way in self._ways.values())
                self.exhausted = self._options.by == "graph" and not stopped
                return
            if self.is_used_up():
                return
            if self._options.stop_at_first and self.findings:
                return
            if limit is None and time.monotonic() >= deadline:
                return
            if self.tally.sequences & 15 == 0 and pause():
                return

    def one(self) -> bool:
        """Make, perform, judge and learn from one sequence; False when there is nothing more to make."""
        return self.slate.run(self._one)

    def _one(self) -> bool:
        if self.tally.sequences == _EARLY and self._options.by == "mix" and self._small.any:
            # Not sooner: what fields hold that nobody annotated is seen on the first objects.
            self._mix.join(self._small.generator, _SHARE_OF_STRUCTURES)
        generator = self._mix.next()
        if generator is None:
            return False
        self.generator = generator
        if self.examiner.keeper is not None:
            self.examiner.keeper.samples = not generator.every_step
        guard = self._guard
        refused = self._refused_before = guard.refused if guard else 0
        collector = self._collector
        try:
            if collector is None:
                passed = generator.grow(self.machine, self._forgive)
            else:
                passed = collector.watch(lambda: generator.grow(self.machine, self._forgive))
        except StopCall:
            # Between two steps, while their objects were looked at; what was being made is given up.
            self.tally.verdicts["stopped"] += 1
            self.tally.sequences += 1
            self._reset()
            return True
        self.tally.sequences += 1
        steps = generator.steps
        past = generator.sequence() if self._past.is_known else None
        self._in_vain = 0 if passed else self._in_vain
        if not passed:
            self._raised()
        elif steps and self._judged() and self._may_be_kept():
            if collector is not None:
                collector.take(steps)
            if self.sampler is not None:
                self.sampler.take(steps)
        if guard is not None and guard.refused != refused:
            self.tally.refused[_last_call(generator)] += 1
        if past is not None:
            self._past.add(past if passed else past.keeping(range(len(past) - 1)))
        self._reset()
        return True

    @property
    def calls(self) -> int:
        """Calls of the subject made while searching: not those of trying a failure again and shrinking it."""
        return self.machine.calls - self.inquiry.calls_again

    def is_used_up(self) -> bool:
        """Return whether a fresh worker would do better: something has changed for good in this one."""
        if not self.slate.spoiled:
            return False
        successor = self._options.worker // max(1, self._options.jobs)
        patience = _IN_VAIN << min(successor, _MOST_PATIENT)
        return self.tally.sequences >= _USED_UP or self._in_vain >= patience

    @property
    def _is_built(self) -> bool:
        """Whether the running sequence begins with an object that no call has led to."""
        return self.generator is self._small.generator and self._small.generator.is_built

    def _may_be_kept(self) -> bool:
        return self._nothing_refused() and not self._is_built

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
        for way in self.feedback.ways:
            if way.passed:
                counts[way.routine.target, "returned"] = way.passed
        return undiscovered(counts)

    @property
    def branches(self) -> int | None:
        """How many branches were taken; None where they are not watched."""
        return self._collector.branches if self._collector else None

    def faulty_specs(self) -> dict[str, str]:
        """Return the specifications that cannot be used as they are, by name: what is wrong and what to do."""
        examiner = self.examiner
        found = dict(examiner.faulty)
        if examiner.keeper is not None:
            found.update(examiner.keeper.faulty)
        for target, unmet in examiner.unmet.items():
            way = self._ways.get(target)
            if way is not None and not way.passed and unmet >= _UNMET:
                name = target.partition(":")[2]
                found[name] = (
                    f"{name} was called {way.calls} times and never got what its contract asks for. Can it be had at "
                    "all? Then offer a value that fits.  [contract-unmet]"
                )
        return found

    # ---- what became of a sequence ------------------------------------------------------------------------

    def _judged(self) -> bool:
        """Judge a sequence that returned, within the time limit for a call."""
        try:
            return self._passed()
        except StopCall:
            self.tally.verdicts["stopped"] += 1
            law = self.examiner.give_up_law()
            if law:
                self.tally.outcomes[law, "stopped"] += 1
            return False

    def _passed(self) -> bool:
        """Judge a sequence that returned; whether it is new and nothing was found wrong with it."""
        generator, verdicts = self.generator, self.tally.verdicts
        is_new = generator.is_new
        # Of a generator on which no other builds, no other will make a sequence again.
        if is_new and generator.directed and generator is not self.feedback:
            is_new = self.feedback.seen.add(generator.steps)
        if not is_new:
            verdicts["pass"] += 1
            return False
        objects = self._objects()
        if not (objects or generator.directed or self.examiner.looks_at_all):
            verdicts["pass"] += 1
            return True  # there is nothing to look at
        states = {position: self.examiner.state(position) for position in objects}
        # Apart: what was seen on an object that no call has led to must be judged again on one that calls lead to.
        seen = self._built_states if self._is_built else self._law_states
        fresh = [p for p, state in states.items() if seen.add(state.number)]
        # A list: dealing with the first runs other sequences on the same machine.
        violations = list(self.examiner.violations_at_end(generator.steps, fresh, objects, False))
        self._look_again(violations, [states[p].number for p in fresh], seen)
        # Once the pool is well filled, looking for still more values is worth an eighth of the sequences.
        looks = len(self.feedback.pool) < _WELL_FILLED or self.tally.sequences & 7 == 0
        if (
            looks
            and not violations
            and generator.directed
            and not self._is_built
            and len(generator.steps) < _LONGEST_OFFERED
        ):
            states.update((p, self.examiner.state(p)) for p in self._plain_results())
            self._offer(states)
        failed = [self._failed(violation) for violation in violations]
        verdicts["fail" if any(failed) else "pass"] += 1
        return not violations

    def _look_again(self, violations: list[Violation], states: list[int], seen: Seen) -> None:
        """Forget the states of objects that broke a law by our fault: made in another way, they may break it by the code's."""
        again = False
        for violation in violations:
            if violation.blame is Blame.TEST:
                self._by_our_fault[violation.signature] += 1
                again = again or self._by_our_fault[violation.signature] <= _LOOKS
        if again:
            for state in states:
                seen.forget(state)

    def _objects(self) -> list[int]:
        """Return the positions of the last few values that the subject made."""
        steps, kinds = self.generator.steps, self.machine.value_kinds
        laws_of = self.examiner.laws_of
        found = [self._small.generator.position] if self._is_built else []
        for position in range(len(steps) - 1, -1, -1):
            if type(steps[position][0]) is Call and laws_of(kinds[position]) is not None:
                found.append(position)
                if len(found) == _FEW_OBJECTS:
                    break
        return found

    def _plain_results(self) -> list[int]:
        """Return the positions of the last few values that the subject returned and that are of no class of its own."""
        steps, kinds = self.generator.steps, self.machine.value_kinds
        laws_of, offered = self.examiner.laws_of, self.feedback.offers
        found: list[int] = []
        for position in range(len(steps) - 1, -1, -1):
            kind = kinds[position]
            if type(steps[position].operation) is Call and offered(kind) and laws_of(kind) is None:
                found.append(position)
                if len(found) == _FEW_RESULTS:
                    break
        return found

    def _forgive(self, steps: list[Step]) -> bool:
        """Judge the last step, which raised; whether that was our fault, so that the sequence goes on without it."""
        tally, examiner = self.tally, self.examiner
        violation = examiner.usual(steps[-1]) or examiner.explain(steps, self.accepted)
        self._pending = violation
        raised = self.machine.exception
        if violation.blame is Blame.NOBODY:
            if not self.examiner.spec_hangs:  # a specification is named by itself
                tally.outcomes[violation.operation, "stopped"] += 1
            return False
        tally.outcomes[violation.operation, _came_of(violation, raised)] += 1
        if violation.blame is Blame.CODE and self._nothing_refused():
            way = self._ways.get(getattr(steps[-1].operation, "target", ""))
            tally.failed[way.routine.target if way else violation.operation] += 1
            return False
        tally.verdicts["invalid"] += 1
        if self._collector is not None and self._may_be_kept():
            self._collector.take(steps)
        # After these the objects are not what they were: the sequence ends.
        ends = violation.rule in ("appmodel", "field-stays", "probe")
        goes_on = self.generator.directed and self._nothing_refused() and not ends
        return goes_on and not self._is_left_broken(steps)

    def _is_left_broken(self, steps: list[Step]) -> bool:
        """Return whether a call that raised has left its object broken: the sequence ends with what did it.

        Else the next call that happens to be looked at would seem to have done it.
        """
        keeper, step = self.examiner.keeper, steps[-1]
        call = step.operation
        if keeper is None or self._options.past_exceptions or not isinstance(call, Call):
            return False
        if ignores(call) or call.how not in RECEIVERS or self.machine.exception is None:
            return False
        place = self.examiner.place_of(self.machine.exception, call)
        if len(self._refused_calls) > _MOST_PLACES:
            self._refused_calls.clear()
        refused = self._refused_calls[place] = self._refused_calls.get(place, 0) + 1
        if refused > _WATCHED and refused & 15 and place not in self._breaking:
            return False
        receiver = len(self.machine.values) - step.arguments[0]
        if keeper.looked_at(receiver) is None:
            return False
        self._breaking.add(place)
        steps[-1] = Step(ignoring(call), step.arguments)
        self.machine.go_past(steps[-1])
        # Now it is this call that is blamed, and not the one before it.
        self._pending = keeper.looked_at(receiver) or self._pending
        return True

    def _raised(self) -> None:
        """Deal with a sequence whose last step raised and was not forgiven."""
        violation = self._pending
        assert violation is not None
        if violation.blame is Blame.NOBODY:
            self.tally.verdicts["stopped"] += 1
            self.inquiry.hung(self.generator, self.tally.sequences)
        elif violation.blame is Blame.CODE and self._nothing_refused():
            at_once = sum(type(operation) is Call for operation, _ in self.generator.steps) == 1
            self._in_vain = self._in_vain + 1 if at_once else 0
            self._failed(violation)
            self.tally.verdicts["fail"] += 1

    def _failed(self, violation: Violation) -> bool:
        return self.inquiry.look_into(violation, self.generator, self.tally.sequences)

    def accepted(self, call: Call, kinds: tuple[int, ...]) -> bool:
        """Return whether the operation has returned with arguments of these kinds before."""
        way = self._ways.get(call.target)
        return way is not None and way.has_accepted(call, kinds, self.kinds.forms)

    # ---- the suite ----------------------------------------------------------------------------------------

    def candidates(self) -> list[Shown]:
        """Return few of the sequences that passed, or raised as expected, that show all that was seen."""
        return self._collector.chosen() if self._collector else []

    def shortened(self, candidates: list[Shown], is_late: Callable[[], bool]) -> list[Shown]:
        """Return the candidates made shorter, as far as the time goes."""
        if self._collector is None:
            return candidates
        return self._collector.shortened(candidates, self.inquiry.context(), is_late)

    # ---- the pool -----------------------------------------------------------------------------------------

    def _offer(self, states: dict[int, State]) -> None:
        """Keep the sequence for the values in it that are new (index pruning)."""
        generator, machine, pool = self.generator, self.machine, self.feedback.pool
        sequence: Sequence | None = None
        for position, state in states.items():
            sharing = sorted(
                (machine.value_kinds[other], len(state.nodes & theirs.nodes))
                for other, theirs in states.items()
                if other != position and not state.nodes.isdisjoint(theirs.nodes)
            )
            if sequence is None:
                sequence = generator.sequence()
            calls = sequence.slice_for(position).calls()
            if state.cut or calls > _LONGEST_ENTRY:
                continue
            kind = machine.value_kinds[position]
            same = self._equals.equality_number(kind, machine.values[position], state.number)
            key = hash((kind, same, tuple(sharing)))
            if not pool.is_new(key, calls):
                continue
            entry = _entry(sequence, position, state.number, generator.family)
            if entry is not None:
                pool.add(kind, key, entry, entry.calls)


def _entry(sequence: Sequence, position: int, state: int, family: int) -> Entry | None:
    # Later steps too: they may have put the value into the state that is new.
    kept = sequence.influence(position, last=len(sequence) - 1)
    part = sequence.keeping(kept)
    calls = part.calls()
    if calls > _LONGEST_ENTRY:
        return None
    return Entry(part.steps, kept.index(position), state, calls, family)


def _came_of(violation: Violation, raised: BaseException | None) -> str:
    """Return what a call that does not count as one that returned is counted as."""
    if violation.rule == "appmodel":  # whatever it raised: it was not to be made
        return FORBIDDEN
    return type(raised).__name__ if raised else "invariant"


def _last_call(generator: Generator) -> str:
    for operation, _ in reversed(generator.steps):
        if isinstance(operation, Call):
            return operation.target
    return ""
