"""Run and judge one sequence: `Examiner`.

Knows `execute` and `judge` and brings them together; used by the search, by shrinking, by confirmation and by
replay, so that one sequence means the same to all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, cast

from refute.execute.body_runner import Demand
from refute.execute.clean_slate.slate import NoSlate, Slate
from refute.execute.journal import Journal
from refute.execute.machine import Machine, StopCall, summary_of
from refute.execute.resolve import UnknownOperation
from refute.execute.sandbox.guard import Guard
from refute.judge.arguments import Arguments
from refute.judge.exceptions.rules import (
    NEVER_ACCEPTED_AT_ALL,
    OUT_OF_MEMORY,
    OWN_STEP,
    RULE,
)
from refute.judge.laws.checking import LawChecker
from refute.judge.laws.registry import LAWS
from refute.judge.promises.callback_blame import given_something_else
from refute.judge.promises.over_time import classes_checked_in, classes_with_books, without_checks
from refute.judge.relations.relation_checking import RelationChecker
from refute.judge.relations.undisturbed import REFUSED
from refute.look.kinds import Kinds
from refute.look.state import State, state_of
from refute.look.subject_time import calls_subject
from refute.model.execution import RETURNED, Execution, Outcome, Returned
from refute.model.forgetful import Forgetful
from refute.model.options import Options
from refute.model.roles import Law, Oracle
from refute.model.sequence import (
    Allocate,
    Call,
    Callback,
    Derive,
    Sequence,
    Step,
    heeding,
    ignores,
    is_check,
    is_lively,
)
from refute.model.subject import Subject
from refute.model.typeform import TypeForm
from refute.model.verdict import (
    RAISES_AFTER_SETTING,
    SET_FROM_OUTSIDE,
    Blame,
    Violation,
    capped,
    unreached,
)
from refute.search.called_back import CalledBackBlame
from refute.search.causes import Causes
from refute.search.contracts_above import asked_above
from refute.search.plugins import NO_EXTENSIONS, Extensions
from refute.search.recurring import ExactPlace, RaisePlace, Recurring, place_of
from refute.search.specifications import SPEC_HANGS, Specifications, writes_field
from refute.search.weighing import Accepted, Weighing, is_deferred

# The rule of a violation that nobody is to blame for: a law or a specification did not end when it was asked at the end.
ASKING_HANGS = "asking-hangs"
# What is caught, as it is made, where Python's complaint about a number of arguments is swallowed.
_SWALLOW_NUMBER = frozenset(["TypeError()", "Exception()"])
# So many refusals are kept ready, by operation and exception.
_MOST_REFUSALS = 10_000


class _NotValid(Exception):
    """A sequence builds an object that its predicate does not hold for."""


class Examiner:
    """Judges sequences performed on its machine."""

    def __init__(
        self,
        subject: Subject,
        kinds: Kinds,
        machine: Machine,
        laws: tuple[Law, ...],
        guard: Guard | None = None,
        oracles: tuple[Oracle, ...] = (),
    ) -> None:
        self.subject = subject
        self.kinds = kinds
        self.machine = machine
        self.slate = NoSlate()
        self.arguments = Arguments(subject, kinds)
        self.weighing = Weighing(subject, machine, kinds, self.arguments, self.is_of_package)
        self.specifications = Specifications(
            subject, machine, kinds, self.weighing.fit, self.is_subject
        )
        self.invariant_checker = self.specifications.invariant_checker
        self.over_time = self.specifications.over_time
        self.looks_at_all = bool(oracles or subject.invariants or subject.promises)
        self._guard = guard
        self._oracles = oracles
        self._modules = frozenset(subject.modules)
        self._tops = frozenset(name.partition(".")[0] for name in subject.modules)
        self._packages = tuple(f"{name}." for name in subject.modules)
        self._laws = LawChecker(subject, kinds, machine, laws, self.arguments, self.is_subject)
        self.laws_of = self._laws.laws_of
        self.relations = RelationChecker(subject, kinds, machine)
        self._recurring = Recurring()
        self.causes = Causes()
        self._refusals: dict[tuple[str, type, str], Violation] = Forgetful(_MOST_REFUSALS)
        self._examining = False
        self.accepted: Accepted = lambda call, kinds: False
        self._called_back = CalledBackBlame(
            subject, machine, self.specifications, self.weighing.fit, self._by_rule
        )
        machine.check_call = self._ruled_out
        machine.judge_argument = given_something_else
        machine.counts_arguments = not _SWALLOW_NUMBER.isdisjoint(subject.caught)
        machine.judge_promise = self.specifications.broken_by_ours
        machine.spec_above = self.specifications.spec_above
        machine.judge_body = lambda steps, outcome: self.explain(steps, outcome, self.accepted)
        self._any_stand_ins = bool(subject.stand_ins)

    def _ruled_out(
        self, made: Callback, given: tuple[Any, ...], base: type | None
    ) -> Demand | None:
        """Return what a function of ours asks for that its arguments are not: by their types, or as the base class says."""
        wrong = self.arguments.first_ruled_out(made.inputs, given)
        if wrong is not None or not self.specifications.any_contracts:
            return wrong
        return asked_above(made, given, base)

    def remember(self) -> None:
        """Take the present state of the subject as the one that every sequence run from nothing starts from."""
        self.slate = Slate(self.is_subject)

    def is_subject(self, module: str | None) -> bool:
        """Return whether a module is part of the code under test."""
        # Functions of ours, and what is evaluated, come from no module.
        return module in self._modules or (module or "").startswith(self._packages)

    def is_of_package(self, module: str | None) -> bool:
        """Return whether a module is part of the code under test, or of its package.

        What goes wrong there is no less the package's fault: who calls one module of it relies on the others.
        """
        return (module or "").partition(".")[0] in self._tops

    # ---- a step that did not return -----------------------------------------------------------------------

    def usual(self, step: Step, outcome: Outcome) -> Violation | None:
        """Return what it meant before that such a step raised there, where that was our fault time and again.

        The frequent case in a fraction of the time; the violation's step is not that of the running sequence.
        """
        call, raised = step.operation, outcome.exception
        if raised is None or outcome.violation is not None or self.specifications.any_contracts:
            return None
        if type(call) is not Call or self._any_stand_ins:
            return None
        if self._called_back.is_origin(raised):
            return None
        place, recurring = place_of(raised, call), self._recurring
        rule = recurring.on_purpose(place) or recurring.excused(
            place, self._exactly(place, step), self.machine.calls
        )
        return self.refusal(rule, call, raised) if rule else None

    def refusal(self, rule: str, call: Call, raised: BaseException) -> Violation:
        """Return what a rule says of a call that raised; the violation's step is not that of the running sequence."""
        key = (call.target, type(raised), rule)
        known = self._refusals.get(key)
        if known is None:
            known = self._refusals[key] = self._by_rule(rule, Step(call, ()), -1, raised)
        return known

    def explain(self, steps: list[Step], outcome: Outcome, accepted: Accepted) -> Violation:
        """Return what it means that the last step did not return."""
        violation = self._weakened(self._explained(steps, outcome, accepted), steps)
        violation = self._by_its_own_name(violation, steps[-1], outcome)
        if violation.is_told and self.over_time is not None and outcome.exception:
            # In a walk that is not meant, nothing counts.
            return self.over_time.not_meant(steps[-1], len(steps) - 1) or violation
        return violation

    def _by_its_own_name(self, violation: Violation, step: Step, outcome: Outcome) -> Violation:
        """Return the violation with the operation that was really called: the receiver's class may override it."""
        call = step.operation
        if (
            violation.blame is not Blame.CODE
            or not isinstance(call, Call)
            or call.how not in ("method", "get", "operator")
            or violation.operation != call.target
        ):
            return violation
        values = self.machine.values
        here = len(values) - (outcome.exception is None)
        receiver = values[here - step.arguments[0]]
        if is_deferred(call):
            maker = self.machine.steps[here - step.arguments[0]].operation
            target = getattr(maker, "target", call.target)
            # The signature, too: it is one fault, however its items are taken.
            signature = tuple(target if one == call.target else one for one in violation.signature)
            return replace(violation, operation=target, signature=signature)
        own = f"{self.kinds.name(type(receiver))}.{call.target.rpartition('.')[2]}"
        return replace(violation, operation=own) if own in self.weighing.raises else violation

    def _explained(self, steps: list[Step], outcome: Outcome, accepted: Accepted) -> Violation:
        raised, step, position = outcome.exception, steps[-1], len(steps) - 1
        if outcome.violation is not None:
            return outcome.violation
        through = self._called_back.explained(raised, step, position)
        if through is not None:
            return through
        cls = type(raised)  # not `isinstance`, which asks for `__class__`
        if issubclass(cls, StopCall):
            return self._stopped(step, position, cast(StopCall, raised))
        if issubclass(cls, MemoryError):
            return self._by_rule(OUT_OF_MEMORY, step, position, raised)
        call = step.operation
        if not isinstance(call, Call) or raised is None:
            return self._by_rule(OWN_STEP, step, position, raised)
        contracted = self.specifications.broken(raised, call, steps)
        if contracted is not None:
            return contracted
        at_once = self.weighing.known_at_once(raised, steps)
        if at_once:
            return self._by_rule(at_once, step, position, raised)
        place = place_of(raised, call)
        exact = self._exactly(place, step)
        if not self._examining:
            rule = self._known_rule(raised, call, place, exact, accepted)
            if rule:
                return self._by_rule(rule, step, position, raised)
            known = self._recurring.blamed(exact, position, self.machine.calls)
            if known is not None:
                return known
        violation = self.weighing.weigh(raised, call, steps, accepted)
        self._recurring.note(place, exact, violation)
        if violation.is_refusal and self.weighing.is_on_purpose(raised):
            self._recurring.note_on_purpose(place, violation.because)
        return violation

    def _known_rule(
        self,
        raised: BaseException,
        call: Call,
        place: RaisePlace,
        exact: ExactPlace,
        accepted: Accepted,
    ) -> str:
        """Return the rule by which it is our fault, where that is plain to see, or so time and again; else ""."""
        recurring = self._recurring
        rule = recurring.on_purpose(place)
        if rule:
            return rule
        never = self.weighing.was_never_accepted(raised, call, exact[1], accepted)
        recurring.note_plain(exact, never)
        if not recurring.is_familiar(place, exact):
            return ""
        return (
            NEVER_ACCEPTED_AT_ALL if never else recurring.excused(place, exact, self.machine.calls)
        )

    def _exactly(self, place: RaisePlace, step: Step) -> ExactPlace:
        """Return a place with the kinds of what the step that raised there was given."""
        kinds, here = self.machine.value_kinds, len(self.machine.values)
        return place, tuple([kinds[here - back] for back in step.arguments])

    def _stopped(self, step: Step, position: int, stopped: StopCall) -> Violation:
        asked = self.specifications.that_hangs(step, stopped)
        violation = self._nobody(step, position, f"{asked} {stopped}".strip())
        return replace(violation, rule=SPEC_HANGS) if asked else violation

    def given_up(self, position: int) -> Violation:
        """Return what it means that a law or a specification did not end, asked at the end; it is not asked again.

        The violation's operation is the law; "" where it was a specification, which is named by itself.
        """
        asked = self.invariant_checker.give_up() if self.invariant_checker is not None else ""
        law = "" if asked else self._laws.give_up()
        return Violation(ASKING_HANGS, position, Blame.NOBODY, "", law, ("stopped", law))

    def _nobody(self, step: Step, position: int, why: str) -> Violation:
        target = self.specifications.called(step)
        return Violation("stopped", position, Blame.NOBODY, why, target, ("stopped", target))

    def _by_rule(
        self, slug: str, step: Step, position: int, raised: BaseException | None
    ) -> Violation:
        """Return what a rule says that is known to apply; not its reason, which may need the facts."""
        target, what = self.specifications.called(step), type(raised).__name__
        rule, signature = RULE[slug], ("invalid", target)
        return Violation(
            "raises", position, rule.blame, what, target, signature, rule.severity, because=slug
        )

    # ---- the end of a sequence ----------------------------------------------------------------------------

    @calls_subject
    def violations_at_end(
        self, sequence: Sequence, fresh: list[int], objects: list[int], thorough: bool
    ) -> Iterator[Violation]:
        """Yield the laws and invariants that objects break, alone (the fresh ones) or together (all of them).

        The dear laws are sampled unless `thorough`.
        """
        for violation in self._wrong_at_end(sequence, fresh, objects, thorough):
            yield self._weakened(violation, list(sequence.steps))

    def _wrong_at_end(
        self, sequence: Sequence, fresh: list[int], objects: list[int], thorough: bool
    ) -> Iterator[Violation]:
        before = self._guard.refused if self._guard else 0
        if self.invariant_checker is not None:
            violation = self.invariant_checker.at_end(fresh)
            if violation is not None:
                yield violation
                return
        if self._oracles:
            execution = self._told(sequence)
            for oracle in self._oracles:
                yield from oracle.violations(execution)
        bodies = self.machine.bodies
        if any(isinstance(o, Derive) and is_lively(o) for o, _ in sequence.steps):
            return  # whoever compares objects calls methods of ours, which do what they like
        asked = 0 if bodies is None else bodies.asked
        if self.weighing.any_fields and any(map(writes_field, sequence.steps)):
            return  # what somebody wrote to its attributes is not held against an object
        for kind, broken in self._laws.broken(fresh, objects, thorough):
            if bodies is not None and bodies.asked != asked:
                return  # so do functions of ours that the objects hold
            if self._guard is None or self._guard.refused == before:
                yield self._laws.violation(broken, list(sequence.steps), kind)

    def _told(self, sequence: Sequence) -> Execution:
        """Return the running sequence with what every step returned."""
        outcomes = [
            Returned(form, summary_of(value))
            for form, value in zip(self.forms(), self.machine.values, strict=True)
        ]
        return Execution(sequence, tuple(outcomes))

    # ---- whole sequences ----------------------------------------------------------------------------------

    def examine(
        self,
        sequence: Sequence,
        accepted: Accepted,
        wanted: tuple[str, ...] | None = None,
        rule: str | None = None,
        thorough: bool = True,
    ) -> tuple[Violation | None, list[TypeForm]]:
        """Run a sequence from nothing; return its first violation (or the wanted one) and what its values were.

        `wanted` is a signature: of several laws broken at the end, that one is returned.  `rule` is the rule that
        the wanted violation breaks: no other law is checked then, which is most of the cost.  Unless `thorough`,
        only those places are put back that are known to change.
        """
        self._laws.only = rule
        self.accepted = accepted
        if self.machine.calls:  # nothing to put back in a fresh process
            self.slate.restore(thorough)
        try:
            found, forms = self.slate.run(self._examined, sequence, accepted, wanted)
            if found is not None and self.machine.was_refused:
                found = replace(found, is_after_refusal=True)
            return found, forms
        except (UnknownOperation, StopCall, _NotValid):
            return None, []
        finally:
            self._examining = False
            self._laws.only = None
            if self.invariant_checker is not None:
                self.invariant_checker.looks_at = "some"
                self.invariant_checker.checked_by_steps = frozenset()

    def _examined(
        self, sequence: Sequence, accepted: Accepted, wanted: tuple[str, ...] | None
    ) -> tuple[Violation | None, list[TypeForm]]:
        due = self._broken_without_checks(sequence, wanted)
        if due == -1:
            return None, []
        # A failure of another kind shows without the invariants, which may cost more than all the rest.
        invariant_checker = (
            self.invariant_checker if wanted is None or "invariant" in wanted[:2] else None
        )
        if wanted is not None and wanted[0] == REFUSED.rule and not self._is_refused(sequence):
            return None, []
        outcome, steps = self._perform_all(
            sequence, "involved" if invariant_checker else "none", wanted
        )
        every = list(range(len(steps)))
        if invariant_checker is not None and (
            outcome.violation is not None
            or (outcome is RETURNED and invariant_checker.at_end(every) is not None)
        ):
            # Found late, perhaps through an alias: once more, to blame the call that really broke it.
            self.slate.restore(thorough=True)
            outcome, steps = self._perform_all(sequence, "all", wanted)
        if outcome is not RETURNED:
            if due is not None and _looks_too_early(steps, due):
                return None, []
            return self.explain(steps, outcome, accepted), self.forms()
        forms = self.forms()
        if wanted is not None and self.relations.is_about(wanted):
            return self.relations.violation(sequence, wanted), forms
        for violation in self.violations_at_end(sequence, every, every, True):
            if wanted is None or violation.signature == wanted:
                return violation, forms
        return None, forms

    def _is_refused(self, sequence: Sequence) -> bool:
        """Return whether the last call that may raise does so, on purpose."""
        places = [
            p for p, (one, _) in enumerate(sequence.steps) if isinstance(one, Call) and ignores(one)
        ]
        if not places:
            return False
        call, arguments = sequence.steps[places[-1]]
        assert isinstance(call, Call)
        before = Sequence((*sequence.steps[: places[-1]], Step(heeding(call), arguments)))
        raised = self._perform_all(before, "none", None)[0].exception
        self.slate.restore(thorough=True)
        at_end = len(self.machine.steps) == places[-1]
        return at_end and raised is not None and self.weighing.is_raised_by_subject(raised)

    def _broken_without_checks(
        self, sequence: Sequence, wanted: tuple[str, ...] | None
    ) -> int | None:
        """Return after which step a promise about every state is broken when every state is looked at; -1 for none.

        The checks may have become too few: between two of them the object was what it need not stay.  None where the
        sequence has no checks of its own.
        """
        bare = without_checks(sequence)
        if bare is sequence or self.invariant_checker is None:
            return None
        self.invariant_checker.expect_books(classes_with_books(sequence))
        violation = self._perform_all(bare, "involved", None)[0].violation
        self.slate.restore(thorough=True)
        same = violation is not None and (wanted is None or violation.signature == wanted)
        return violation.step if violation is not None and same else -1

    def _perform_all(
        self, sequence: Sequence, looks_at: str, wanted: tuple[str, ...] | None
    ) -> tuple[Outcome, list[Step]]:
        """Perform a sequence, checking the invariants after every step, of the objects involved or of all."""
        machine = self.machine
        machine.start()
        steps: list[Step] = []
        self._examining = True
        if self.invariant_checker is not None:
            self.invariant_checker.looks_at = looks_at
            self.invariant_checker.checked_by_steps = classes_checked_in(
                sequence, wanted, self.invariant_checker
            )
        is_being_built = False
        for step in sequence.steps:
            if type(step.operation) is Allocate:
                is_being_built = True
            elif is_being_built and type(step.operation) is Call:
                is_being_built = False
                self._require_valid()
            steps.append(step)
            outcome = machine.perform(step)
            if outcome is not RETURNED:
                return outcome, steps
        return RETURNED, steps

    def _require_valid(self) -> None:
        """Leave a sequence whose objects, built field by field, are not what their predicates ask for."""
        for position, step in enumerate(self.machine.steps):
            if type(step.operation) is Allocate and not self._is_valid(position):
                raise _NotValid

    def _is_valid(self, position: int) -> bool:
        kept = (
            self.invariant_checker.of_kind(self.machine.value_kinds[position])
            if self.invariant_checker
            else None
        )
        if kept is None or kept.check is None:
            return True
        try:
            return kept.check(self.machine.values[position]) is not False
        except Exception:
            return False

    def _weakened(self, violation: Violation, steps: list[Step]) -> Violation:
        """Return what the violation counts in this sequence: less, where it needs what no call of the class's has led to."""
        if violation.blame is not Blame.CODE:
            return violation
        if self.weighing.any_fields and self.weighing.is_set_from_outside(steps):
            # What a method does to the promises of its class is its own doing; what it raises may be the value's.
            by_value = violation.rule == "raises"
            violation = capped(violation, RAISES_AFTER_SETTING if by_value else SET_FROM_OUTSIDE)
        return unreached(violation) if self.machine.is_built else violation

    def forms(self) -> list[TypeForm]:
        """Return what the values of the running sequence were seen to be."""
        return [self.kinds.forms[kind] for kind in self.machine.value_kinds]

    def state(self, position: int) -> State:
        """Return the state of a live value."""
        return state_of(self.machine.values[position])


def _looks_too_early(steps: list[Step], due: int) -> bool:
    """Return whether a check complains before the step, counted without checks, after which something is broken."""
    checks = [isinstance(one, Call) and is_check(one) for one, _ in steps]
    return checks[-1] and len(steps) - sum(checks) != due + 1


def examiner_for(
    subject: Subject,
    options: Options,
    guard: Guard | None,
    journal: Journal | None = None,
    extensions: Extensions = NO_EXTENSIONS,
) -> Examiner:
    """Return an examiner on a machine of its own; the present state of the subject is the one to go back to."""
    names = {cls: name for name, cls in subject.classes.items() if isinstance(cls, type)}
    kinds = Kinds(names, options.largest_number)
    machine = Machine(kinds, journal)
    machine.visitors = extensions.visitors
    laws = (*LAWS, *extensions.laws)
    examiner = Examiner(subject, kinds, machine, laws, guard, extensions.oracles)
    if options.clean_slate:
        examiner.remember()
    return examiner
