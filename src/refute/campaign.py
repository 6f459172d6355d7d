"""The loop inside a worker: generate, execute, judge, learn, shrink.  Reading it is reading the stages in order."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from refute.examiner import Examiner, is_subclass
from refute.execute.effects import SIGNALS, Guard
from refute.execute.interpreter import Machine
from refute.execute.journal import Journal
from refute.execute.kinds import Kinds
from refute.execute.sandbox import reset_process
from refute.extend import NO_EXTENSIONS, Extensions
from refute.generate.feedback import Blind, Feedback, Way, undiscovered
from refute.generate.pool import Entry, Seen
from refute.generate.presets import Presets
from refute.judge.objects import LAWS
from refute.model.finding import Finding
from refute.model.sequence import Call, Literal, Sequence
from refute.model.subject import Subject
from refute.model.typeform import TypeForm, fits
from refute.model.verdict import Blame, Severity, Violation
from refute.options import Options
from refute.shrink.passes import PASSES
from refute.shrink.shrinker import Context, shrink

_WORSE = {Severity.ERROR: 0, Severity.LIKELY: 1, Severity.ROBUSTNESS: 2}


@dataclass(slots=True)
class Tally:
    """What a campaign did so far, in numbers."""

    sequences: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    # Per operation and outcome ("returned <type>", an exception's name, "stopped"): how often.
    outcomes: Counter[tuple[str, str]] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)


class Campaign:
    """One worker's search."""

    def __init__(
        self,
        subject: Subject,
        options: Options,
        guard: Guard | None,
        journal: Journal | None,
        tell: Callable[[Finding], None],
        extensions: Extensions = NO_EXTENSIONS,
    ) -> None:
        names = {cls: name for name, cls in subject.classes.items() if isinstance(cls, type)}
        self.kinds = Kinds(names, options.largest_number)
        self.machine = Machine(self.kinds, journal)
        self.machine.visitors = extensions.visitors
        laws = (*LAWS, *extensions.laws)
        self.examiner = Examiner(subject, self.kinds, self.machine, laws, guard)
        self.presets = Presets(subject, sources=extensions.presets)
        self.rearm: Callable[[], None] | None = None
        self.tally = Tally()
        self.findings: dict[tuple[str, ...], Finding] = {}
        self.recorded: list[Sequence] = []
        self._options = options
        self._guard = guard
        self._tell = tell
        self._random = Random(options.seed)
        self._started = time.monotonic()
        self._seen = Seen(1 << 20)
        self._law_states = Seen(1 << 18)
        self._fit: dict[tuple[TypeForm, TypeForm], bool] = {}
        self._features: set[Any] = set()

        def subclass(name: str, other: str) -> bool:
            return is_subclass(subject, self.kinds, name, other)

        self._subclass = subclass
        make = Blind if options.by == "walk-blind" else Feedback
        self.generator = make(
            subject,
            self.presets,
            self.kinds.forms,
            subclass,
            self._random,
            length=options.length,
            repeat=options.repeat,
            most_repeats=options.most_repeats,
        )
        self._ways = {way.routine.target: way for way in self.generator.ways}
        self._ways.update((way.routine.target, way) for way in self.generator.helpers)

    # ---- the loop -----------------------------------------------------------------------------------------

    def run(self, deadline: float, pause: Callable[[], bool]) -> None:
        """Search until the budget is spent; `pause` is called now and then and says whether to stop."""
        limit = self._options.sequences
        while limit is None or self.tally.sequences < limit:
            self.one()
            if self._options.stop_at_first and self.findings:
                return
            if self.tally.sequences & 31 == 0:
                if limit is None and time.monotonic() >= deadline:
                    return
                if pause():
                    return

    def one(self) -> None:
        """Make, perform, judge and learn from one sequence."""
        guard = self._guard
        refused = guard.refused if guard else 0
        passed = self.generator.grow(self.machine)
        self.tally.sequences += 1
        if passed:
            self._passed()
        else:
            self._raised(bool(guard) and guard.refused != refused)  # type: ignore[union-attr]
        if guard is not None:
            if guard.refused != refused:
                self.tally.refused[_last_call(self.generator)] += 1
            self._reset()

    def _reset(self) -> None:
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
        """Return whether going on is hardly worth it: fewer than one new outcome in ten thousand calls expected."""
        return self.machine.calls > 10_000 and self.chance_of_more() < 1e-4

    def chance_of_more(self) -> float:
        """Return the estimated chance that the next call shows an outcome never seen."""
        counts = dict(self.tally.outcomes)
        for way in self.generator.ways:
            if way.passed:
                counts[way.routine.target, "returned"] = way.passed
        return undiscovered(counts)

    # ---- what became of a sequence ------------------------------------------------------------------------

    def _passed(self) -> None:
        generator, verdicts = self.generator, self.tally.verdicts
        if not self._seen.add(hash(tuple([(id(op), args) for op, args in generator.steps]))):
            verdicts["pass"] += 1
            return
        objects = self._objects()
        failed = False
        for violation in self.examiner.violations_at_end(
            generator.steps, objects, False, self._law_states.add
        ):
            failed = self._failed(violation) or failed
        verdicts["fail" if failed else "pass"] += 1
        if not failed and generator.directed:
            self._offer(objects)

    def _objects(self) -> list[int]:
        """Return the positions of the last few values that the subject made."""
        steps, kinds = self.generator.steps, self.machine.value_kinds
        laws_of = self.examiner.laws_of
        found = [
            position
            for position in range(len(steps) - 1, -1, -1)
            if type(steps[position].operation) is Call and laws_of(kinds[position]) is not None
        ]
        return found[:6]

    def _raised(self, was_refused: bool) -> None:
        generator, tally = self.generator, self.tally
        violation = self.examiner.explain(generator.steps, self.accepted)
        if violation.blame is Blame.NOBODY:
            tally.verdicts["stopped"] += 1
            tally.outcomes[violation.operation, "stopped"] += 1
            return
        raised = self.machine.exception
        tally.outcomes[violation.operation, type(raised).__name__ if raised else "invariant"] += 1
        if violation.blame is Blame.CODE and not was_refused:
            self._failed(violation)
            tally.verdicts["fail"] += 1
        else:
            tally.verdicts["invalid"] += 1

    def accepted(self, call: Call, kinds: tuple[int, ...]) -> bool:
        """Return whether the operation has returned with arguments of these kinds before."""
        way = self._ways.get(call.target)
        return way is not None and kinds in way.accepted

    # ---- findings -----------------------------------------------------------------------------------------

    def _failed(self, violation: Violation) -> bool:
        if violation.blame is not Blame.CODE:
            return False
        known = self.findings.get(violation.signature)
        if known is not None:
            self.findings[violation.signature] = _seen_again(known)
            return True
        sequence = self.generator.sequence()
        found_after = time.monotonic() - self._started
        smallest, final = self._shrunk(sequence, violation)
        if final is None:
            # It did not repeat: what the sequences before it left behind may have had a part.
            self.tally.verdicts["flaky"] += 1
            return False
        finding = Finding(
            violation=final,
            sequence=smallest,
            first_seen=sequence,
            seed=self._options.seed,
            found_by=self.generator.name,
            seconds_to_find=round(found_after, 3),
            number=self.tally.sequences,
        )
        self.findings[violation.signature] = finding
        self._tell(finding)
        return True

    def _shrunk(
        self, sequence: Sequence, violation: Violation
    ) -> tuple[Sequence, Violation | None]:
        wanted = violation.signature

        def trial(candidate: Sequence) -> list[TypeForm] | None:
            again, forms = self.examiner.examine(candidate, self.accepted, wanted)
            self._reset()
            if again is None or again.signature != wanted or again.blame is not Blame.CODE:
                return None
            return forms if _WORSE[again.severity] <= _WORSE[violation.severity] else None

        smallest, _ = shrink(sequence, trial, self._context(), PASSES)
        again, _ = self.examiner.examine(smallest, self.accepted, wanted)
        if again is None or again.signature != wanted or again.blame is not Blame.CODE:
            return sequence, None
        return smallest, again

    def _context(self) -> Context:
        return Context(self._fits, self._makers, self._literals)

    def _fits(self, have: TypeForm, want: TypeForm) -> bool:
        key = (have, want)
        found = self._fit.get(key)
        if found is None:
            found = self._fit[key] = fits(have, want, self._subclass)
        return found

    def _makers(self, form: TypeForm) -> list[tuple[Sequence, int]]:
        found = []
        for kind in self.generator.pool.kinds():
            if self._fits(self.kinds.forms[kind], form):
                found += [
                    (Sequence(entry.steps).slice_for(entry.position), entry)
                    for entry in self.generator.pool.entries(kind)
                ]
        makers = {(maker, len(maker) - 1) for maker, _ in found}
        makers |= {
            (Sequence(entry.steps), entry.position) for _, entry in found if len(entry.steps) < 8
        }
        return sorted(makers, key=lambda m: (m[0].calls(), len(m[0]), repr(m[0])))

    def _literals(self, form: TypeForm) -> list[Literal]:
        return self.presets.for_form(form)

    # ---- the pool -----------------------------------------------------------------------------------------

    def _offer(self, objects: list[int]) -> None:
        """Keep the sequence for the values in it that are new (index pruning)."""
        generator, machine = self.generator, self.machine
        if len(generator.steps) > 150:
            return  # re-running it would cost more than the calls it is run for
        states = {position: self.examiner.state(position) for position in objects}
        sequence: Sequence | None = None
        for position, state in states.items():
            sharing = sorted(
                (machine.value_kinds[other], len(state.nodes & theirs.nodes))
                for other, theirs in states.items()
                if other != position and not state.nodes.isdisjoint(theirs.nodes)
            )
            kind = machine.value_kinds[position]
            if state.cut or not generator.pool.is_new(kind, state.number, sharing):
                continue
            if sequence is None:
                sequence = generator.sequence()
            generator.pool.add(kind, _entry(sequence, position))


def _entry(sequence: Sequence, position: int) -> Entry:
    kept = _with_what_uses(sequence, position)
    part = sequence.keeping(kept)
    return Entry(part.steps, kept.index(position))


def _with_what_uses(sequence: Sequence, position: int) -> list[int]:
    # Later steps too: they may have put the value into the state that is new.
    last = len(sequence) - 1
    linked = set(sequence.influence(position))
    for user in range(position + 1, last + 1):
        if not linked.isdisjoint(
            s
            for s in sequence.sources(user)
            if not isinstance(sequence.steps[s].operation, Literal)
        ):
            linked.update(sequence.influence(user))
    return sorted(linked)


def _seen_again(finding: Finding) -> Finding:
    object.__setattr__(finding, "seen", finding.seen + 1)
    return finding


def _last_call(generator: Feedback) -> str:
    for operation, _ in reversed(generator.steps):
        if isinstance(operation, Call):
            return operation.target
    return ""


def unreached(ways: list[Way]) -> dict[str, str]:
    """Return the operations that could never be called, each with the type that nothing supplies."""
    return {
        way.routine.target: f"nothing makes a {way.missing}" if way.missing else "never chosen"
        for way in ways
        if way.calls == 0
    }
