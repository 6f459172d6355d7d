"""From a violation in a sequence to a finding: `Triage` runs it again, shrinks it, tries guesses, and tells."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from refute.execute.machine import StopCall
from refute.generate.knowledge import Knowledge
from refute.judge.promises.probes import naming_probes
from refute.model.built_steps import beginning_with, root_of
from refute.model.execution import Execution
from refute.model.finding import Finding
from refute.model.options import Options
from refute.model.sequence import PROBE, Call, Literal, Sequence, Step, ignores, ignoring, is_check
from refute.model.typeform import ANY, TypeForm
from refute.model.verdict import Blame, Severity, Violation, after_exception
from refute.search.examiner import Examiner
from refute.search.experiment import Experiment, with_numbers
from refute.search.hangs import hang_in
from refute.search.history import History
from refute.search.replacements import Makers
from refute.search.small_objects import SmallObjects
from refute.shrink.passes import PASSES
from refute.shrink.shrinker import Context, Value, shrink

_WORSE = {Severity.ERROR: 0, Severity.LIKELY: 1, Severity.ROBUSTNESS: 2}


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
            examiner, self._accepted, self._presets.for_form, reset, self._has_factory
        )
        # Helpers only make values: what is wrong with them was not asked.
        self._not_tested = {one.routine.target for one in knowledge.helpers}
        # Nor what is wrong with classes of which nothing is tested.
        tested = {one.routine.owner for one in knowledge.routines}
        self._not_asked = {one.routine.owner for one in knowledge.helpers} - tested - {None}
        self._started = time.monotonic()
        self._missed: dict[tuple[str, ...], int] = {}
        self._hanging: set[str] = set()

    def look_into(self, violation: Violation, execution: Execution, number: int) -> bool:
        """Deal with a violation in the sequence made last, of this number; whether it counts as a failure of the code."""
        machine = self._examiner.machine
        before = machine.calls
        try:
            return self._looked_into(violation, execution, number)
        except StopCall:
            self._miss(violation.signature)  # looking at its objects took too long
            return False
        finally:
            self.calls_again += machine.calls - before

    def _looked_into(self, violation: Violation, execution: Execution, number: int) -> bool:
        if violation.blame is not Blame.CODE or not self._is_asked_for(violation):
            return False
        if self._is_known(violation, execution):
            self.seen[violation.signature] += 1
            return True
        suspected = violation.signature
        if self._is_skipped(suspected):
            return False
        violation, candidates = self._exact(violation, execution)
        if self._is_known(violation, execution):
            self._miss(suspected)
            return True
        found_after = time.monotonic() - self._started
        repeated = self._repeated(violation, candidates)
        if repeated is None:
            # It did not repeat: something that cannot be put back had a part in it.
            self._miss(suspected)
            return False
        sequence, first = repeated
        if self._is_overtaken(first) or self._is_known(first, execution):
            self._miss(suspected)
            self.seen[first.signature] += 1
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
        return self._settled(finding, suspected)

    def _is_asked_for(self, violation: Violation) -> bool:
        operation = violation.operation
        owner = operation.rpartition(".")[0]
        return operation not in self._not_tested and owner not in self._not_asked

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
                again = violation
            if again is not None:
                return self._by_calls(sequence, self._counted(again, sequence))
        return None

    def _settled(self, finding: Finding, suspected: tuple[str, ...]) -> bool:
        """Shrink a finding, try what is guessed about it, and tell; False where experiments speak against it."""
        first = finding.violation
        self.seen[first.signature] += 1
        if first.severity is Severity.ERROR and self._options.sequences is None:
            self._tell(finding, True)  # time may run out while it is being shrunk
        smallest, final = self._shrunk(finding.sequence, first)
        if final is not None:
            if final.severity is not Severity.ERROR:
                smallest, final = self._made_surer(smallest, final)
            final = self._tried(smallest, final)
            if final is None:
                self._miss(suspected, at_least=4)  # it has cost a lot
                return False
            smallest, final = self._by_calls(smallest, self._counted(final, smallest))
            final = naming_probes(final, smallest)
            finding = replace(finding, violation=final, sequence=smallest)
        self.findings[first.signature] = self.findings[finding.violation.signature] = finding
        self._tell(finding, False)
        return True

    def _is_known(self, violation: Violation, execution: Execution) -> bool:
        """Return whether a finding shows this already, as surely, and without a probe where there is none now."""
        known = self.findings.get(violation.signature)
        if known is None or _WORSE[known.violation.severity] > _WORSE[violation.severity]:
            return False
        return not known.sequence.probes() or bool(execution.sequence.probes())

    def _counted(self, violation: Violation, sequence: Sequence) -> Violation:
        """Return what a violation counts: less where a call before it raised, unless going on after that was asked for."""
        calls = [o for o, _ in sequence.steps if isinstance(o, Call) and not is_check(o)]
        raised = [ignores(call) for call in calls]
        if self._options.past_exceptions or not any(raised):
            return violation
        return after_exception(violation, by_itself=raised[-1])

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
        fault = (violation.rule, violation.operation)
        return any(
            (f.violation.rule, f.violation.operation) == fault for f in self.findings.values()
        )

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
        if again is not None and _WORSE[again.severity] < _WORSE[first.severity]:
            return other, again
        return sequence, first

    def _tried(self, sequence: Sequence, guess: Violation) -> Violation | None:
        """Return a violation as experiments leave it; None where they speak against it."""
        if time.monotonic() > self.deadline and guess.severity is not Severity.ERROR:
            return None  # what cannot be tried any more is not claimed
        return self._experiment.tried(sequence, guess)

    def _seed(self) -> int:
        """Return the seed that the user gave: workers after the first have seeds made from it."""
        first = self._options.first_seed
        return self._options.seed if first is None else first

    def _shrunk(self, sequence: Sequence, first: Violation) -> tuple[Sequence, Violation | None]:
        """Return the smallest sequence that fails in the same way, and how."""

        def trial(candidate: Sequence) -> list[Value] | None:
            if time.monotonic() > self.deadline:
                return None
            again = self._again(candidate, first, thorough=False)
            if again is None or _WORSE[again.severity] > _WORSE[first.severity]:
                return None
            forms = self._examiner.forms()
            return [Value(form, self._examiner.state(p).number) for p, form in enumerate(forms)]

        if first.subjects:
            # A law speaks of few objects; what had no part in them goes at once.
            part = sequence.keeping(sequence.influence(*first.subjects, last=len(sequence) - 1))
            sequence = part if trial(part) is not None else sequence
        smallest, _ = shrink(sequence, trial, self.context(), PASSES)
        return smallest, self._again(smallest, first)

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
        same = again is not None and again.signature == wanted and again.blame is Blame.CODE
        return again if same else None

    def context(self) -> Context:
        """Return what shrinking may put in place of what."""
        starts, makers = self._small.generator.unreached, self._makers
        return Context(
            self._knowledge.fits,
            makers.of,
            makers.simplest,
            self._literals,
            lambda target: starts.get(target, []),
            self._others,
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


def with_taken_back(execution: Execution) -> Sequence | None:
    """Return the sequence with the calls that raised on the way and were left out, None where there are none."""
    refused = [
        (position, Step(ignoring(step.operation), step.arguments))
        for position, step in execution.taken_back
        if isinstance(step.operation, Call) and not ignores(step.operation)
    ]
    return execution.sequence.interspersed(refused) if refused else None
