"""From a violation in a sequence to a finding: `Triage` runs it again, shrinks it, tries guesses, and tells."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from refute.execute.machine import StopCall
from refute.generate.knowledge import Knowledge
from refute.judge.promises.probes import naming_probes
from refute.judge.relations.undisturbed import REFUSED
from refute.model.built_steps import beginning_with, root_of
from refute.model.execution import Execution
from refute.model.finding import Finding
from refute.model.options import Options
from refute.model.sequence import (
    PROBE,
    Call,
    Literal,
    Raise,
    Sequence,
    Step,
    ignores,
    ignoring,
    is_check,
)
from refute.model.typeform import ANY, TypeForm
from refute.model.verdict import (
    EVERY_VALUE_FAILS,
    NOT_TRIED,
    Blame,
    Severity,
    Violation,
    after_exception,
    doubted,
)
from refute.search.campaign_tuning import RUNS_FOR_DOUBTFUL
from refute.search.causes import Suspicion
from refute.search.examiner import Examiner
from refute.search.experiment import Experiment, Tried
from refute.search.hangs import hang_in
from refute.search.history import History
from refute.search.replacements import Makers
from refute.search.small_objects import SmallObjects
from refute.search.variants import with_numbers
from refute.shrink.passes import PASSES
from refute.shrink.shrinker import Context, Value, shrink

# So long doubtful failures may still be tried when the time is up, in seconds: one run each.
_GRACE = 0.5
# So many examples of a failure, made of values of different types, are looked into each for itself.
_MOST_EXAMPLES = 4


class Triage:
    """Looks into violations and keeps what is found.

    `refused` counts what the sandbox has not let the code do: what a sequence does then is not its own doing.
    """

    def __init__(
        self,
        examiner: Examiner,
        options: Options,
        knowledge: Knowledge,
        small: SmallObjects,
        past: History,
        *,
        reset: Callable[[], None],
        reset_process: Callable[[], None],
        refused: Callable[[], int],
        tell: Callable[[Finding, bool], None],
    ) -> None:
        self.findings: dict[tuple[str, ...], Finding] = {}
        self.doubtful: dict[tuple[str, ...], Finding] = {}
        self.flaky: set[tuple[str, ...]] = set()  # signatures of what did not repeat
        self.seen: Counter[tuple[str, ...]] = Counter()  # by signature: how often
        self.deadline = float("inf")
        self.calls_again = 0  # calls of the subject made here, not while searching
        self._examiner = examiner
        self._options = options
        self._knowledge = knowledge
        self._presets = knowledge.presets
        self._small = small
        self._past = past
        self._accepted = knowledge.accepted
        self._reset_process = reset_process
        self._refused = refused
        self._tell = tell
        self._makers = Makers(knowledge, examiner, reset)
        self._experiment = Experiment(
            examiner,
            self._accepted,
            self._presets.written,
            reset,
            self._has_factory,
            knowledge.taken,
        )
        # Helpers only make values: what is wrong with them was not asked.
        self._not_tested = {one.routine.target for one in knowledge.helpers}
        # Nor what is wrong with classes of which nothing is tested.
        tested = {one.routine.owner for one in knowledge.routines}
        self._not_asked = {one.routine.owner for one in knowledge.helpers} - tested - {None}
        self._started = time.monotonic()
        self._missed: dict[tuple[str, ...], int] = {}
        self._examples: dict[tuple[str, ...], set[tuple[str, ...]]] = {}  # types, by signature
        self._hanging: set[str] = set()
        self._tried_candidates: set[Sequence] = set()  # of what is being shrunk

    def look_into(self, violation: Violation, execution: Execution, number: int) -> bool:
        """Deal with a violation in the sequence made last, of this number; whether it counts as a failure of the code."""
        machine = self._examiner.machine
        before = machine.calls
        try:
            return self._looked_into(violation, execution, number)
        except StopCall:
            self._miss(violation.signature)  # looking at its objects took too long
            self.flaky.add(violation.signature)
            return False
        finally:
            self.calls_again += machine.calls - before

    def _looked_into(self, violation: Violation, execution: Execution, number: int) -> bool:
        if not violation.is_told or not self.is_asked_for(violation):
            return False
        if violation.rule != "raises":
            self._examiner.causes.meet(violation.signature, violation)
        if violation.blame is Blame.TEST:
            self.suspect(violation, execution.sequence, number, execution.made_by)
            return False
        if self._is_known(violation, execution):
            self.seen[violation.signature] += 1
            return True
        met = violation.signature
        suspected = self._example(met, execution.sequence)
        if self._is_skipped(suspected):
            return False
        violation, candidates = self._exact(violation, execution)
        if self._is_known(violation, execution):
            self._miss(suspected)
            self._merge(met, violation)
            return True
        found_after = time.monotonic() - self._started
        repeated = self._repeated(violation, candidates)
        if repeated is None:
            # It did not repeat: something that cannot be put back had a part in it.
            self._miss(suspected)
            self.flaky.add(met)
            return False
        sequence, first = repeated
        if self._is_overtaken(first) or self._is_known(first, execution):
            self._miss(suspected)
            self.seen[first.signature] += 1
            self._merge(met, first)
            return True
        finding = Finding(
            violation=first,
            sequence=sequence,
            first_seen=self._past.then(sequence) if self._examiner.slate.spoiled else sequence,
            seed=self._seed(),
            worker=self._options.worker,
            found_by=execution.made_by,
            stable=False,  # until it has repeated in a fresh process
            seconds_to_find=round(found_after, 3),
            number=number,
        )
        return self._settled(finding, suspected, met)

    def is_asked_for(self, violation: Violation) -> bool:
        """Return whether a violation is about something that is tested, and not only called to make values."""
        operation = violation.operation
        owner = operation.rpartition(".")[0]
        return operation not in self._not_tested and owner not in self._not_asked

    def _example(self, signature: tuple[str, ...], sequence: Sequence) -> tuple[str, ...]:
        """Return as what a failure is suspected: what leads to nothing with one type of values may be a fault with others."""
        if _raises_in_body(sequence):
            return (*signature, "raise")  # of which no value of any type is the cause
        made_of = sequence.slice_for(len(sequence) - 1).steps
        types = tuple(one.type.name for one, _ in made_of if isinstance(one, Literal))
        known = self._examples.setdefault(signature, set())
        if len(known) < _MOST_EXAMPLES:
            known.add(types)
        return (*signature, *types) if types in known else signature

    def _is_skipped(self, suspected: tuple[str, ...]) -> bool:
        """Return whether it is not its turn: what led to nothing is looked at again after 4, 8, 16… times."""
        missed = self._missed.get(suspected, 0)
        if missed > 3 and missed & (missed - 1):
            self._missed[suspected] = missed + 1
            return True
        return False

    def _miss(self, suspected: tuple[str, ...], at_least: int = 0) -> None:
        self._missed[suspected] = max(at_least, self._missed.get(suspected, 0) + 1)

    def _exact(
        self, violation: Violation, execution: Execution
    ) -> tuple[Violation, list[Sequence]]:
        """Return the violation of the call that really broke it, and the sequences that may show it, likelier first."""
        sequence = execution.sequence
        # A call that raised and was left out may have had a part in it.
        with_refused = with_taken_back(execution)
        checked = self._with_checks(sequence, violation)
        if violation.rule == "invariant" and violation.subjects and checked is sequence:
            # Found late, perhaps through an alias: run again with every object looked at after every step.
            exact, _ = self._examiner.examine(sequence, self._accepted)
            if exact is None and with_refused is not None:
                checked, with_refused = with_refused, None
                exact, _ = self._examiner.examine(checked, self._accepted)
            violation = exact if exact is not None and exact.rule == "invariant" else violation
        return violation, [checked] if with_refused is None else [checked, with_refused]

    def _repeated(
        self, violation: Violation, candidates: list[Sequence]
    ) -> tuple[Sequence, Violation] | None:
        """Return the sequence that shows a violation when run from nothing, and how; None where none does."""
        for candidate in candidates:
            sequence = candidate.with_own_literals()
            again = self._again(sequence, violation)
            if again is None and self._examiner.slate.spoiled:
                # What it needs may be gone for good in this process: let a fresh one say.
                again = replace(violation, is_after_refusal=True)
            if again is not None:
                return self._by_calls(sequence, self._counted(again, sequence))
        return None

    def _settled(self, finding: Finding, suspected: tuple[str, ...], met: tuple[str, ...]) -> bool:
        """Shrink a finding, try what is guessed about it, and tell; False where experiments speak against it."""
        first = finding.violation
        self.seen[first.signature] += 1
        is_certain = not first.is_guess and first.severity.counts
        if is_certain and self._options.sequences is None:
            self._tell(finding, True)  # time may run out while it is being shrunk
        try:
            final = self._final(finding)
        except Exception:
            if is_certain:
                self._tell(finding, True)  # a fault of ours takes nothing of what was found
            raise
        if final.violation.severity is Severity.DOUBTFUL:
            self._miss(suspected, at_least=16)  # it has cost a lot
            self._tell_doubtful(final, met)
            return False
        for signature in (met, first.signature, final.violation.signature):
            self.findings[signature] = final
        self._tell(final, False)
        return True

    def _final(self, finding: Finding) -> Finding:
        """Return a finding as it is told: shrunk, and as sure as experiments leave it."""
        smallest, final = self._shrunk(finding.sequence, finding.violation)
        if final is None:
            return finding
        answer = self._answered(smallest, final)
        if answer.doubt is not None:
            unsure = doubted(answer.violation, answer.doubt)
            return replace(finding, violation=unsure, sequence=answer.sequence)
        counted = self._counted(answer.violation, answer.sequence)
        smallest, final = self._by_calls(answer.sequence, counted)
        return replace(finding, violation=naming_probes(final, smallest), sequence=smallest)

    def _merge(self, met: tuple[str, ...], into: Violation) -> None:
        """Note under which finding something is told that turned out to be the same."""
        known = self.findings.get(into.signature) or next(
            f for f in self.findings.values() if _fault(f.violation) == _fault(into)
        )
        self.findings.setdefault(met, known)

    # ---- what is doubtful -------------------------------------------------------------------------------------

    def suspect(self, violation: Violation, sequence: Sequence, number: int, made_by: str) -> None:
        """Keep a doubtful failure of the running sequence, to be looked into with the time that is left."""
        machine = self._examiner.machine
        here, step = len(machine.values), sequence.steps[-1]
        kinds = tuple(machine.value_kinds[here - back] for back in step.arguments if back <= here)
        self._examiner.causes.suspect(violation, sequence, kinds, made_by, number)

    def settle(self, deadline: float) -> None:
        """Make findings of the doubtful failures: those that repeat, shrunk while there is time."""
        machine = self._examiner.machine
        before = machine.calls
        for suspicion in self._examiner.causes.take_suspicions():
            try:
                self._settle(suspicion, deadline)
            except StopCall:
                self.flaky.add(suspicion.violation.signature)
        self.calls_again += machine.calls - before

    def _settle(self, suspicion: Suspicion, deadline: float) -> None:
        violation = suspicion.violation
        known = self.findings.get(violation.signature)
        # What was told as less than likely may be shown as more by this example.
        if violation.signature in self.doubtful or (known and known.violation.severity.counts):
            return
        late = time.monotonic() > deadline + _GRACE
        repeated = None if late else self._repeated_example(suspicion)
        if repeated is None:
            if known is None:
                self.flaky.add(violation.signature)
            return
        sequence, again = repeated
        smallest = self._shrunk_a_little(sequence, again, deadline)
        confirmed = self._again(smallest, again)
        if confirmed is None:  # it does not fail each time: told as it repeated
            smallest = sequence
        final = confirmed or again
        if time.monotonic() < deadline:
            final = self._experiment.tried(smallest, final).violation
        if known is not None and final.severity.rank >= known.violation.severity.rank:
            return
        finding = Finding(
            violation=final,
            sequence=smallest,
            first_seen=sequence,
            seed=self._seed(),
            worker=self._options.worker,
            found_by=suspicion.made_by,
            stable=False,
            seconds_to_find=round(time.monotonic() - self._started, 3),
            number=suspicion.number,
        )
        if final.severity is Severity.DOUBTFUL:
            self._tell_doubtful(finding, violation.signature)
        else:
            self.findings[violation.signature] = finding
            self._tell(finding, False)

    def _repeated_example(self, suspicion: Suspicion) -> tuple[Sequence, Violation] | None:
        for example in sorted(suspicion.examples.values(), key=len):
            sequence = example.keeping(example.influence(len(example) - 1)).with_own_literals()
            for candidate in (sequence, example.with_own_literals()):
                again = self._again(candidate, suspicion.violation)
                if again is not None:
                    return candidate, again
        return None

    def _shrunk_a_little(self, sequence: Sequence, first: Violation, deadline: float) -> Sequence:
        """Return a smaller sequence that fails in the same way and means the same, after few runs."""

        def trial(candidate: Sequence) -> list[Value] | None:
            late = time.monotonic() > deadline
            again = None if late else self._again(candidate, first, thorough=False)
            if again is None or (again.because, again.severity) != (first.because, first.severity):
                return None
            return [Value(form, 0) for form in self._examiner.forms()]

        return shrink(sequence, trial, self.context(), PASSES, budget=RUNS_FOR_DOUBTFUL)[0]

    def _tell_doubtful(self, finding: Finding, met: tuple[str, ...]) -> None:
        for signature in (met, finding.violation.signature):
            self.doubtful[signature] = finding
        self._tell(finding, False)

    def tally(self) -> Counter[str]:
        """Return how many causes were seen, and what became of them."""
        told = {signature: f.id for signature, f in (self.doubtful | self.findings).items()}
        return self._examiner.causes.tally(told, self.flaky)

    def seen_by_id(self) -> dict[str, int]:
        """Return how often each finding was seen."""
        counts: Counter[str] = Counter()
        for signature, finding in self.doubtful.items():
            counts[finding.id] += self._examiner.causes.times.get(signature, 1)
        for signature, finding in self.findings.items():
            counts[finding.id] += self.seen[signature]
        return counts

    def _is_known(self, violation: Violation, execution: Execution) -> bool:
        """Return whether a finding shows this already, as surely, and without a probe where there is none now."""
        known = self.findings.get(violation.signature)
        if known is None or known.violation.severity.rank > violation.severity.rank:
            return False
        return not known.sequence.probes() or bool(execution.sequence.probes())

    def _counted(self, violation: Violation, sequence: Sequence) -> Violation:
        return counted(violation, sequence, self._options.past_exceptions)

    def _by_calls(self, sequence: Sequence, violation: Violation) -> tuple[Sequence, Violation]:
        """Return a failing sequence with calls in place of an object built field by field, where they show the same."""
        root = root_of(sequence) if sequence.is_built() else None
        for maker, made in () if root is None else self._small.leading_to(sequence, root):
            candidate = beginning_with(sequence, maker, made)
            assert candidate is not None
            again, _ = self._examiner.examine(candidate, self._accepted)
            if (
                again is not None
                and again.blame is Blame.CODE
                and (again.rule, again.operation) == (violation.rule, violation.operation)
            ):
                return candidate, again
        return sequence, violation

    def _is_overtaken(self, violation: Violation) -> bool:
        """Return whether calls alone show what needs an object here that no call has led to."""
        if violation.signature[0] != "structure":
            return False
        return any(_fault(f.violation) == _fault(violation) for f in self.findings.values())

    def _with_checks(self, sequence: Sequence, violation: Violation) -> Sequence:
        """Return the sequence with the checks that it needs to fail by itself, where the promise is about every state."""
        over_time = self._examiner.over_time
        return sequence if over_time is None else over_time.with_checks(sequence, violation)

    def hung(self, execution: Execution, number: int) -> None:
        """Tell of a call that did not return, once for each operation; whether it is so, a fresh process will say."""
        examiner = self._examiner
        violation = hang_in(execution, examiner.specifications, examiner.is_subject)
        if violation is None or violation.operation in self._hanging | self._not_tested:
            return
        whole = execution.sequence
        if whole.is_built():  # perhaps no call leads to such an object, and loops may rely on that
            return
        self._hanging.add(violation.operation)
        part = whole.keeping(whole.influence(len(whole) - 1))
        finding = Finding(
            violation=replace(violation, step=len(part) - 1),
            sequence=part,
            first_seen=whole,
            seed=self._seed(),
            worker=self._options.worker,
            found_by=execution.made_by,
            stable=False,
            seconds_to_find=round(time.monotonic() - self._started, 3),
            number=number,
        )
        self._tell(finding, True)

    # ---- again, shorter, surer ----------------------------------------------------------------------------

    def _made_surer(self, sequence: Sequence, first: Violation) -> tuple[Sequence, Violation]:
        """Return the same failure without what makes it less sure: a bool where a number was asked for."""
        other = with_numbers(sequence)
        again = self._again(other, first) if other is not sequence else None
        if again is not None and again.severity.rank < first.severity.rank:
            return other, again
        return sequence, first

    def _best_of_types(self, within: Sequence, violation: Violation) -> Tried:
        """Return what experiments say about the smallest sequence, or, if that is better, about one that keeps the types."""
        across = self._across_types(within, violation)
        smallest = self._tried(*across)
        if across[0] == within or (
            smallest.is_supported and smallest.violation.severity is violation.severity
        ):
            return smallest
        return min(smallest, self._tried(within, violation), key=_how_sure)

    def _answered(self, sequence: Sequence, violation: Violation) -> Tried:
        """Return the best answer of experiments: if it is no, values of other types may be what was meant."""
        answer = self._best_of_types(sequence, violation)
        if answer.doubt is not EVERY_VALUE_FAILS:
            return answer
        return self._experiment.with_other_types(sequence, violation) or answer

    def _tried(self, sequence: Sequence, guess: Violation) -> Tried:
        """Return what experiments say about a violation."""
        if guess.severity is not Severity.ERROR:
            sequence, guess = self._made_surer(sequence, guess)
        if time.monotonic() > self.deadline and guess.severity is not Severity.ERROR:
            return Tried(sequence, guess, NOT_TRIED)  # what cannot be tried any more is not claimed
        return self._experiment.tried(sequence, guess)

    def _seed(self) -> int:
        """Return the seed that the user gave: workers after the first have seeds made from it."""
        first = self._options.first_seed
        return self._options.seed if first is None else first

    def _shrunk(self, sequence: Sequence, first: Violation) -> tuple[Sequence, Violation | None]:
        """Return the smallest sequence of values of the same types that fails in the same way, and how."""

        def is_same(again: Violation) -> bool:
            return again.severity.rank <= first.severity.rank

        self._tried_candidates = set()
        if first.subjects:
            # A law speaks of few objects; what had no part in them goes at once.
            part = sequence.keeping(sequence.influence(*first.subjects, last=len(sequence) - 1))
            sequence = part if self._trial(part, first, is_same) is not None else sequence
        context = self.context(across_types=False)
        return self._smaller(sequence, first, context, is_same)

    def _across_types(self, within: Sequence, first: Violation) -> tuple[Sequence, Violation]:
        """Return a still smaller sequence, with values of other types, about which the rules say the very same."""

        def is_same(again: Violation) -> bool:
            return (again.because, again.severity) == (first.because, first.severity)

        smallest, again = self._smaller(within, first, self.context(), is_same)
        return (within, first) if again is None or not is_same(again) else (smallest, again)

    def _smaller(
        self,
        sequence: Sequence,
        first: Violation,
        context: Context,
        is_same: Callable[[Violation], bool],
    ) -> tuple[Sequence, Violation | None]:
        smallest, _ = shrink(
            sequence,
            lambda candidate: self._trial(candidate, first, is_same),
            context,
            PASSES,
            tried=self._tried_candidates,
        )
        return smallest, self._again(smallest, first)

    def _trial(
        self, candidate: Sequence, first: Violation, is_same: Callable[[Violation], bool]
    ) -> list[Value] | None:
        """Return the values of a sequence that fails in the same way, None where it does not."""
        if time.monotonic() > self.deadline:
            return None
        specifications = self._examiner.specifications
        faulty = dict(specifications.faulty)
        again = self._again(candidate, first, thorough=False)
        specifications.faulty = (
            faulty  # a class of ours that lacks a method says nothing about the contract of that
        )
        if again is None or not is_same(again):
            return None
        if self._counted(again, candidate).severity.rank > first.severity.rank:
            return None  # smaller, but it counts less: what our function raised was no refusal
        forms = self._examiner.forms()
        return [Value(form, self._examiner.state(p).number) for p, form in enumerate(forms)]

    def _again(
        self, sequence: Sequence, violation: Violation, thorough: bool = True
    ) -> Violation | None:
        """Return the same violation as a sequence shows it when run from nothing, None where it does not."""
        wanted = violation.signature
        self._reset_process()
        refused = self._refused()
        again, _ = self._examiner.examine(
            sequence, self._accepted, wanted, violation.rule, thorough=thorough
        )
        if self._refused() != refused:
            return None
        same = again is not None and again.signature == wanted and again.is_told
        return again if same else None

    def context(self, across_types: bool = True) -> Context:
        """Return what shrinking may put in place of what; values of other types too, where nobody says what they have to be."""
        starts, makers = self._small.generator.unreached, self._makers
        return Context(
            self._knowledge.fits,
            makers.of,
            makers.simplest,
            self._literals,
            lambda target: starts.get(target, []),
            self._others,
            across_types,
        )

    def _others(self, probe: Call) -> list[Call]:
        """Return calls on the object of a probe that anybody makes, with as few arguments as they take."""
        routines = [one.routine for one in self._knowledge.routines if one.has_receiver]
        return [
            one.call(tuple(i for i, given in enumerate(one.inputs) if given.required))
            for one in routines
            if one.how in ("method", "operator")
            and not PROBE.fullmatch(one.target.rpartition(".")[2])
            and self._knowledge.fits(probe.inputs[0], one.inputs[0].form)
        ]

    def _literals(self, form: TypeForm) -> list[Literal]:
        """Return what may be written where the form is asked for; one of each common type where nothing is."""
        if form != ANY:
            return self._presets.for_form(form)
        return [family[0] for family in self._presets.families() if family]

    def _has_factory(self, kind: int) -> bool:
        """Return whether a function has returned objects of this kind, or has the name of their class in small letters."""
        name = self._examiner.kinds.classes[kind].__name__.lower()
        functions = [
            (one.routine.target.partition(":")[2], one)
            for one in self._knowledge.everything
            if one.routine.how == "function"
        ]
        return any(
            kind in one.returned or called.replace("_", "") == name
            for called, one in functions
            if "." not in called
        )


def counted(violation: Violation, sequence: Sequence, past_exceptions: bool) -> Violation:
    """Return what a violation counts: less where a call before it was refused, unless going on after that was asked for."""
    calls = [o for o, _ in sequence.steps if isinstance(o, Call) and not is_check(o)]
    raised = [ignores(call) for call in calls]
    refuses = violation.rule == REFUSED.rule  # that a call has raised is what it is about
    if past_exceptions or refuses or not any(raised) or not violation.is_after_refusal:
        return violation
    return after_exception(violation, by_itself=raised[-1])


def _fault(violation: Violation) -> tuple[str, str]:
    return violation.rule, violation.operation


def _how_sure(answer: Tried) -> tuple[bool, int]:
    return not answer.is_supported, answer.violation.severity.rank


def with_taken_back(execution: Execution) -> Sequence | None:
    """Return the sequence with the calls that raised on the way and were left out, None where there are none."""
    refused = [
        (position, Step(ignoring(step.operation), step.arguments))
        for position, step in execution.taken_back
        if isinstance(step.operation, Call) and not ignores(step.operation)
    ]
    return execution.sequence.interspersed(refused) if refused else None


def _raises_in_body(sequence: Sequence) -> bool:
    """Return whether a function that the sequence makes raises on purpose."""
    return any(
        isinstance(step.operation, Raise) for body in sequence.nested() for step in body.steps
    )
