"""Run and judge one sequence: `Examiner`.

Knows `execute` and `judge` and brings them together; used by the search, by shrinking, by confirmation and by
replay, so that one sequence means the same to all of them.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from refute.discover.contracts import library_invariants, spec_of
from refute.discover.writable_fields import attributes_in, stored_as_given
from refute.execute.clean_slate.slate import NoSlate, Slate
from refute.execute.machine import Machine, Setter, StopCall, UnknownOperation, summary_of
from refute.execute.onlooker import Onlooker
from refute.execute.sandbox.audit import Guard
from refute.judge.arguments import Arguments
from refute.judge.exceptions.gathering import evidence_of, raised_on_purpose
from refute.judge.exceptions.passed_in import passed_in
from refute.judge.exceptions.rules import judge_exception
from refute.judge.laws.checking import LawKeeper
from refute.judge.promises.clauses import CONTRACT_LIBRARIES, broken_clause, is_its_own
from refute.judge.promises.contract_blame import judge_clause, refused_as_given, written_by_us
from refute.judge.promises.invariants import Keeper, fields_of
from refute.judge.promises.over_time import (
    OverTime,
    classes_checked_in,
    classes_with_books,
    without_checks,
)
from refute.judge.promises.probes import broken_by_probe, complaint, reaches_inside, stumbling
from refute.look.kinds import Kinds
from refute.look.state import State, state_of
from refute.look.tracebacks import traceback_frames
from refute.model.contract import AUXILIARY, Clause, Spec
from refute.model.execution import Execution, RefusedEffect, Returned
from refute.model.forgetful import Forgetful
from refute.model.literals import maker
from refute.model.roles import Law, Oracle
from refute.model.sequence import (
    Allocate,
    Call,
    Literal,
    Operation,
    Sequence,
    Step,
    is_check,
    is_probe,
)
from refute.model.subject import Subject
from refute.model.typeform import TypeForm
from refute.model.verdict import Blame, Violation, hang, unreached

# Has the call returned before with arguments of these kinds?
Accepted = Callable[[Call, tuple[int, ...]], bool]

# Where something was raised: by which operation, which class of exception, in which function, how deep and at which
# instruction.
Place = tuple[str, type, str, int, tuple[int, int]]

# After so many times in a row that it was our fault we only look now and then: where that was weighed, and where it was plain,
# which costs little to see, and may change with the next call that is accepted.
_TRIED = 3
_SEEN_OFTEN = 20

_EXITS = ("__exit__", "__aexit__")

# So much is remembered of where calls raise, with arguments of which kinds.
_MOST_PLACES = 10_000


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
        # By operation: how often a call of ours did not give what it asks for.
        self.unmet: dict[str, int] = {}
        # Specifications that cannot be used as they are, by name: what is wrong and what to do.
        self.faulty: dict[str, str] = dict(subject.faulty)
        self._guard = guard
        self._oracles = oracles
        self._modules = frozenset(subject.modules)
        self._packages = tuple(f"{name}." for name in subject.modules)
        self.arguments = Arguments(subject, kinds)
        self._law_keeper = LawKeeper(subject, kinds, machine, laws, self.arguments, self.is_subject)
        self.laws_of = self._law_keeper.laws_of
        self._raises = {r.target: r.raises for r in (*subject.routines, *subject.helpers)}
        # Where, with arguments of these kinds or any, it was our fault: how often in a row.
        self._excused: dict[object, int] = Forgetful(_MOST_PLACES)
        self._plainly_ours: dict[object, int] = Forgetful(_MOST_PLACES)
        # Where operations raise on purpose.
        self._purposeful: dict[Place, bool] = Forgetful(_MOST_PLACES)
        # Where, with arguments of these kinds, the code was to blame: how often in a row, and for what.
        self._blamed: dict[object, tuple[int, Violation | None]] = Forgetful(_MOST_PLACES)
        self._refusals: dict[tuple[str, type], Violation] = Forgetful(_MOST_PLACES)
        self._examining = False
        self.spec_hangs = False  # what was stopped last was a specification, not the code
        # What is called in place of an operation, to check it.
        self._stand_ins = subject.stand_ins
        self._overriding: dict[tuple[type, str], Spec] = Forgetful(_MOST_PLACES)
        everything = (*subject.routines, *subject.helpers)
        self._has_fields = any(routine.how == "set" for routine in everything)
        self._has_exits = any(routine.target.endswith(_EXITS) for routine in everything)
        self._has_contracts = bool(subject.contracts) or any(
            map(sys.modules.get, CONTRACT_LIBRARIES)
        )
        self.looks_at_all = bool(oracles or subject.invariants or subject.promises)
        self.keeper: Keeper | None = None
        self.over_time: OverTime | None = None
        if subject.invariants or subject.promises:
            self._keep()
        if subject.stand_ins:
            machine.attend = self._attended
        if self._has_fields and self._has_contracts:
            self._keep_writes()

    def _keep(self) -> None:
        machine, kinds = self.machine, self.kinds
        keeper = self.keeper = Keeper(
            self.subject, machine, kinds.classes, kinds.forms, self._all_fit, _state_number
        )
        over_time = self.over_time = OverTime(keeper)

        def after(step: Step) -> Violation | None:
            late = over_time.after(step) if keeper.follows else None
            violation = keeper.after(step) if late is None else late
            if violation is None:
                return None
            if is_probe(step.operation) and violation.blame is Blame.CODE:
                return self._after_probe(violation, _target(step))
            if getattr(step.operation, "how", "") != "set" or violation.rule == "appmodel":
                return violation
            # What follows every state has seen this one; else it can be as if nothing had been written.
            write = machine.compiled(step.operation).invoke
            undone = late is None and isinstance(write, Setter) and write.undo()
            return written_by_us(violation, undone)

        machine.after_call = after

    def _after_probe(self, violation: Violation, target: str) -> Violation:
        """Return what it means that a promise is broken right after a probe: perhaps the probe is what is wrong."""
        contract = self.subject.contracts.get(target)
        spec = contract.spec if contract is not None else None
        if spec is not None and not reaches_inside(spec.function):
            return violation
        name = target.partition(":")[2]
        if (
            " within " not in violation.message
        ):  # what had to come in time, others have kept waiting too
            self.faulty.setdefault(name, complaint(name, violation))
        return broken_by_probe(violation)

    def _keep_writes(self) -> None:
        """Take back what we write to an attribute if it breaks what a library's invariants say: they are asked too late."""
        machine, otherwise = self.machine, self.machine.after_call

        def after(step: Step) -> Violation | None:
            violation = otherwise(step) if otherwise is not None else None
            if violation is not None or not _writes(step):
                return violation
            here = len(machine.values) - 1
            broken = self._broken_in_library(machine.values[here - step.arguments[0]])
            if not broken:
                return None
            write = machine.compiled(step.operation).invoke
            target = _target(step)
            violation = Violation("field", here, Blame.TEST, broken, target, ("field", target))
            return written_by_us(violation, isinstance(write, Setter) and write.undo())

        machine.after_call = after

    def _broken_in_library(self, value: object) -> str:
        """Return the condition of a library's invariant that does not hold, "" where all do."""
        for condition in library_invariants(type(value)):
            try:
                holds = condition.function(value)
            except Exception:
                holds = False
            if not holds:
                return condition.text or "an invariant"
        return ""

    def _attended(self, operation: Operation, invoke: Callable[..., Any]) -> Callable[..., Any]:
        """Let somebody look on while a `get_spec` runs, which is meant only to look itself."""
        target = getattr(operation, "target", "")
        contract = self.subject.contracts.get(self._stand_ins.get(target, ""))
        if contract is None or contract.spec is None or getattr(operation, "how", "") != "method":
            return invoke
        name: str = contract.spec.function.__qualname__
        method = self._stand_ins[target].rpartition(".")[2]

        def tell(changed: list[str]) -> None:
            ours = [one for one in changed if not one.startswith(AUXILIARY)]
            if ours:
                self.faulty[name] = (
                    f"{name} changes the object itself ({', '.join(ours[:3])}), beside what {method} does: what is found "
                    "later may be its doing. Let it only look; what it must remember belongs in attributes that begin "
                    "with aux_.  [spec-changes]"
                )

        return Onlooker(invoke, method, lambda one: fields_of(one, _state_number), tell)

    def _all_fit(self) -> bool:
        """Return whether every argument that had a part in the last step fits full annotations."""
        steps = tuple(self.machine.steps)
        return bool(self._fit(Sequence.trusted(steps), len(steps) - 1))

    def remember(self) -> None:
        """Take the present state of the subject as the one that every sequence run from nothing starts from."""
        self.slate = Slate(self.is_subject)

    # ---- the two ends of a sequence -----------------------------------------------------------------------

    def usual(self, step: Step) -> Violation | None:
        """Return what it meant before that such a step raised there, where that was our fault time and again.

        The frequent case in a fraction of the time; the violation's step is not that of the running sequence.
        """
        machine, call = self.machine, step.operation
        raised = machine.exception
        if raised is None or machine.violation is not None or self._has_contracts:
            return None
        if type(call) is not Call or self._stand_ins:
            return None
        place = self.place_of(raised, call)
        if place in self._purposeful or self._is_excused(place, self._exactly(place, step)):
            return self._refusal(call, raised)
        return None

    def _is_excused(self, place: Place, exact: object) -> bool:
        """Return whether it was our fault there time and again, and it is not the turn to look once more.

        What was accepted since may make it the code's.
        """
        calls = self.machine.calls
        if calls & 7 and self._plainly_ours.get(exact, 0) > _SEEN_OFTEN:
            return True
        before = self._excused.get(place, 0)
        if before > 20 or self._excused.get(exact, 0) > _TRIED:
            return bool(calls & (255 if before > 40 else 31))
        return before > 8 and bool(calls & 3)

    def _refusal(self, call: Call, raised: BaseException) -> Violation:
        key = (call.target, type(raised))
        known = self._refusals.get(key)
        if known is None:
            known = self._refusals[key] = self._ours(Step(call, ()), -1, type(raised).__name__)
        return known

    def explain(self, steps: list[Step], accepted: Accepted) -> Violation:
        """Return what it means that the last step raised."""
        violation = self._by_its_own_name(
            self._weakened(self._explained(steps, accepted)), steps[-1]
        )
        if violation.blame is Blame.CODE and self.over_time is not None and self.machine.exception:
            # In a walk that is not meant, nothing counts.
            return self.over_time.not_meant(steps[-1], len(steps) - 1) or violation
        return violation

    def _by_its_own_name(self, violation: Violation, step: Step) -> Violation:
        """Return the violation with the operation that was really called: the receiver's class may override it."""
        call = step.operation
        if (
            violation.blame is not Blame.CODE
            or not isinstance(call, Call)
            or call.how not in ("method", "get", "operator")
            or violation.operation != call.target
        ):
            return violation
        machine = self.machine
        here = len(machine.values) - (machine.exception is None)
        receiver = machine.values[here - step.arguments[0]]
        own = f"{self.kinds.name(type(receiver))}.{call.target.rpartition('.')[2]}"
        return replace(violation, operation=own) if own in self._raises else violation

    def _explained(self, steps: list[Step], accepted: Accepted) -> Violation:
        machine = self.machine
        raised = machine.exception
        position = len(steps) - 1
        if machine.violation is not None:
            return machine.violation
        if isinstance(raised, StopCall):
            asked = self._specification_that_hangs(steps[-1], raised)
            self.spec_hangs = bool(asked)
            return self._nobody(steps[-1], position, f"{asked} {raised}".strip())
        if isinstance(raised, MemoryError):
            return self._nobody(steps[-1], position, "out of memory")
        operation = steps[-1].operation
        if not isinstance(operation, Call) or raised is None:
            return self._ours(steps[-1], position, f"{raised!r}")
        contracted = self._of_contract(raised, operation, steps)
        if contracted is not None:
            return contracted
        if isinstance(raised, RefusedEffect | SystemExit | KeyboardInterrupt | GeneratorExit):
            return self._ours(steps[-1], position, f"{type(raised).__name__}: {raised}")
        place = self.place_of(raised, operation)
        if (
            place in self._purposeful
            or self._was_written_to(steps)
            or (self._has_exits and _leaves_without_entering(steps))
        ):
            return self._ours(steps[-1], position, type(raised).__name__)
        if self._on_purpose_in_operation(raised):
            self._purposeful[place] = True
            return self._ours(steps[-1], position, type(raised).__name__)
        exact = self._exactly(place, steps[-1])
        excused = self._excused
        if self._is_plainly_ours(raised, operation, exact[1], accepted):
            self._plainly_ours[exact] = self._plainly_ours.get(exact, 0) + 1
            return self._ours(steps[-1], position, type(raised).__name__)
        self._plainly_ours.pop(exact, None)
        if not self._examining and self._is_excused(place, exact):
            return self._ours(steps[-1], position, type(raised).__name__)
        times, known = self._blamed.get(exact, (0, None))
        if known is not None and times > 20 and machine.calls & 31 and not self._examining:
            self._blamed[exact] = (times + 1, known)
            return replace(known, step=position)
        violation = self._weigh(raised, operation, steps, accepted)
        if violation.blame is Blame.CODE:
            same = known is not None and known.severity is violation.severity
            self._blamed[exact] = (times + 1 if same else 1, violation)
        else:
            self._blamed.pop(exact, None)
        for key in (place, exact):
            excused[key] = excused.get(key, 0) + 1 if violation.blame is Blame.TEST else 0
        return violation

    def _is_plainly_ours(
        self, raised: BaseException, call: Call, kinds: tuple[int, ...], accepted: Accepted
    ) -> bool:
        """Return whether the table can only say so: nothing is annotated, and nothing of these kinds ever accepted.

        The frequent case where the code gives no types; looking at the frames would cost fifty calls.
        """
        if not isinstance(raised, TypeError | ValueError | LookupError | ArithmeticError):
            return False
        if self.arguments.is_annotated(call) or _may_be_about_nothing(raised):
            return False
        return not accepted(call, kinds)

    def _was_written_to(self, steps: list[Step]) -> bool:
        """Return whether we wrote to an attribute of what the last step works on: it promises nothing for that case."""
        if not self._has_fields or not any(map(_writes, steps)):
            return False
        parts = Sequence.trusted(tuple(steps)).influence(len(steps) - 1)
        return any(_writes(steps[position]) for position in parts)

    def _of_contract(
        self, raised: BaseException, call: Call, steps: list[Step]
    ) -> Violation | None:
        """Return what a broken contract means, None where the exception is not about one."""
        if self.over_time is not None:
            violation = self.over_time.explain(steps, raised)
            if violation is not None:
                return violation
        if not self._has_contracts:
            return None
        target = self._stand_ins.get(call.target, call.target)
        entries = traceback_frames(raised)
        clause = broken_clause(raised, entries, self._spec_called(steps[-1]), self.is_subject)
        if clause is None:
            return None
        position = len(steps) - 1
        sequence = Sequence.trusted(tuple(steps))
        fits = bool(self._fit(sequence, position))
        if clause.kind == "requires" and clause.ours:
            self.unmet[target] = self.unmet.get(target, 0) + 1
        elif clause.kind == "faulty" and fits:
            wrong = stumbling(clause.owner, one_line(clause.text)) if is_probe(call) else ""
            self.faulty.setdefault(
                clause.owner,
                wrong
                or f"the contract of {clause.owner} raises {one_line(clause.text)}, which says nothing about who is to blame. "
                f"Let it answer for {_whom(call, clause)}.  [contract-raises]",
            )
        violation = judge_clause(
            clause,
            target,
            position,
            raised,
            fits=fits,
            comparable=not _uses_nan(sequence),
            defined=self.subject.defined(target),
        )
        if _writes(steps[-1]) and clause.kind == "invariant":
            return written_by_us(violation, undone=True)  # the class refused it itself
        if clause.kind == "invariant" and call.how == "new" and self._only_stores(target, clause):
            return refused_as_given(violation)
        return violation

    def _spec_called(self, step: Step) -> Spec | None:
        """Return the specification, or probe, that a step calls: that of the receiver's class, which may override it."""
        call = step.operation
        target = self._called(step)
        contract = self.subject.contracts.get(target)
        spec = contract.spec if contract is not None else None
        if spec is None or not isinstance(call, Call) or call.how != "method":
            return spec
        machine = self.machine
        here = len(machine.values) - (machine.exception is None)
        cls = type(machine.values[here - step.arguments[0]])
        key = (cls, spec.name)
        if key not in self._overriding:
            same = inspect.getattr_static(cls, spec.name, None) is spec.function
            name = target.rpartition(".")[2]
            self._overriding[key] = spec if same else spec_of(cls, name) or spec
        return self._overriding[key]

    def _only_stores(self, target: str, clause: Clause) -> bool:
        """Return whether a condition is about nothing but what a constructor was given and stores as it is."""
        cls = self.subject.classes.get(target)
        read = attributes_in(clause.text)
        return cls is not None and read is not None and read <= stored_as_given(cls)

    def place_of(self, raised: BaseException, call: Call) -> Place:
        """Return where a call has raised, as a key."""
        entry = raised.__traceback__
        if entry is None:
            return call.target, type(raised), "", 0, (0, 0)
        depth = 0
        while entry.tb_next is not None:
            entry = entry.tb_next
            depth += 1
        # Not by the code itself: hashing it takes longer than all else here.
        code = entry.tb_frame.f_code
        return (
            call.target,
            type(raised),
            code.co_filename,
            code.co_firstlineno,
            (depth, entry.tb_lasti),
        )

    def _exactly(self, place: Place, step: Step) -> tuple[Place, tuple[int, ...]]:
        """Return a place with the kinds of what the step that raised there was given."""
        kinds, here = self.machine.value_kinds, len(self.machine.values)
        return place, tuple([kinds[here - back] for back in step.arguments])

    def violations_at_end(
        self, steps: list[Step], fresh: list[int], objects: list[int], thorough: bool
    ) -> Iterator[Violation]:
        """Yield the laws and invariants that objects break, alone (the fresh ones) or together (all of them).

        The dear laws are sampled unless `thorough`.
        """
        for violation in self._wrong_at_end(steps, fresh, objects, thorough):
            yield self._weakened(violation)

    def _wrong_at_end(
        self, steps: list[Step], fresh: list[int], objects: list[int], thorough: bool
    ) -> Iterator[Violation]:
        before = self._guard.refused if self._guard else 0
        if self.keeper is not None:
            violation = self.keeper.at_end(fresh)
            if violation is not None:
                yield violation
                return
        if self._oracles:
            execution = self._execution(steps)
            for oracle in self._oracles:
                yield from oracle.violations(execution)
        if self._has_fields and any(map(_writes, steps)):
            return  # what somebody wrote to its attributes is not held against an object
        for kind, broken in self._law_keeper.broken(fresh, objects, thorough):
            if self._guard is None or self._guard.refused == before:
                yield self._law_keeper.violation(broken, steps, kind)

    def _execution(self, steps: list[Step]) -> Execution:
        outcomes = [
            Returned(form, summary_of(value))
            for form, value in zip(self.forms(), self.machine.values, strict=True)
        ]
        return Execution(Sequence.trusted(tuple(steps)), tuple(outcomes))

    def give_up_law(self) -> str:
        """Never again check the law that has just hung, for the class it hung on; return it.

        "" where it was a specification, which is named by itself, and not asked again either.
        """
        given_up = self.keeper.give_up() if self.keeper is not None else ""
        return "" if given_up else self._law_keeper.give_up()

    def is_subject(self, module: str) -> bool:
        """Return whether a module is part of the code under test."""
        return module in self._modules or module.startswith(self._packages)

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
        self._law_keeper.only = rule
        if self.machine.calls:  # nothing to put back in a fresh process
            self.slate.restore(thorough)
        try:
            return self.slate.run(self._examined, sequence, accepted, wanted)
        except (UnknownOperation, StopCall, _NotValid):
            return None, []
        finally:
            self._examining = False
            self._law_keeper.only = None
            if self.keeper is not None:
                self.keeper.looks_at = "some"
                self.keeper.checked_by_steps = frozenset()

    def _examined(
        self, sequence: Sequence, accepted: Accepted, wanted: tuple[str, ...] | None
    ) -> tuple[Violation | None, list[TypeForm]]:
        due = self._broken_without_checks(sequence, wanted)
        if due == -1:
            return None, []
        # A failure of another kind shows without the invariants, which may cost more than all the rest.
        keeper = self.keeper if wanted is None or "invariant" in wanted[:2] else None
        passed, steps = self._perform_all(sequence, "involved" if keeper else "none", wanted)
        every = list(range(len(steps)))
        if keeper is not None and (
            self.machine.violation is not None or (passed and keeper.at_end(every) is not None)
        ):
            # Found late, perhaps through an alias: once more, to blame the call that really broke it.
            self.slate.restore(thorough=True)
            passed, steps = self._perform_all(sequence, "all", wanted)
        if not passed:
            if due is not None and _looks_too_early(steps, due):
                return None, []
            return self.explain(steps, accepted), self.forms()
        forms = self.forms()
        for violation in self.violations_at_end(steps, every, every, True):
            if wanted is None or violation.signature == wanted:
                return violation, forms
        return None, forms

    def _broken_without_checks(
        self, sequence: Sequence, wanted: tuple[str, ...] | None
    ) -> int | None:
        """Return after which step a promise about every state is broken when every state is looked at; -1 for none.

        The checks may have become too few: between two of them the object was what it need not stay.  None where the
        sequence has no checks of its own.
        """
        bare = without_checks(sequence)
        if bare is sequence or self.keeper is None:
            return None
        self.keeper.expect_books(classes_with_books(sequence))
        self._perform_all(bare, "involved", None)
        violation = self.machine.violation
        self.slate.restore(thorough=True)
        same = violation is not None and (wanted is None or violation.signature == wanted)
        return violation.step if violation is not None and same else -1

    def _perform_all(
        self, sequence: Sequence, looks_at: str, wanted: tuple[str, ...] | None
    ) -> tuple[bool, list[Step]]:
        """Perform a sequence, checking the invariants after every step, of the objects involved or of all."""
        machine = self.machine
        machine.start()
        steps: list[Step] = []
        self._examining = True
        if self.keeper is not None:
            self.keeper.looks_at = looks_at
            self.keeper.checked_by_steps = classes_checked_in(sequence, wanted, self.keeper)
        is_being_built = False
        for step in sequence.steps:
            if type(step.operation) is Allocate:
                is_being_built = True
            elif is_being_built and type(step.operation) is Call:
                is_being_built = False
                self._require_valid()
            steps.append(step)
            if not machine.perform(step):
                return False, steps
        return True, steps

    def _require_valid(self) -> None:
        """Leave a sequence whose objects, built field by field, are not what their predicates ask for."""
        for position, step in enumerate(self.machine.steps):
            if type(step.operation) is Allocate and not self._is_valid(position):
                raise _NotValid

    def _is_valid(self, position: int) -> bool:
        kept = self.keeper.of_kind(self.machine.value_kinds[position]) if self.keeper else None
        if kept is None or kept.check is None:
            return True
        try:
            return kept.check(self.machine.values[position]) is not False
        except Exception:
            return False

    def _weakened(self, violation: Violation) -> Violation:
        """Return what the violation counts in this sequence: less, where it needs an object that no call has led to."""
        built = self.machine.is_built and violation.blame is Blame.CODE
        return unreached(violation) if built else violation

    def forms(self) -> list[TypeForm]:
        """Return what the values of the running sequence were seen to be."""
        return [self.kinds.forms[kind] for kind in self.machine.value_kinds]

    def state(self, position: int) -> State:
        """Return the state of a live value."""
        return state_of(self.machine.values[position])

    # ---- exceptions ---------------------------------------------------------------------------------------

    def _on_purpose_in_operation(self, raised: BaseException) -> bool:
        """Return whether the operation's own frame raised on purpose: the frequent case, decided at once."""
        if isinstance(raised, AssertionError):
            return False
        entries = traceback_frames(raised)
        if not entries:
            return not isinstance(raised, SystemError)
        last = entries[-1]
        if len(entries) > 1 or not self.is_subject(last.tb_frame.f_globals.get("__name__", "")):
            return False
        return raised_on_purpose(last)

    def _weigh(
        self, raised: BaseException, call: Call, steps: list[Step], accepted: Accepted
    ) -> Violation:
        machine = self.machine
        position = len(steps) - 1
        sequence = Sequence.trusted(tuple(steps))
        sources = sequence.sources(position)
        kinds = tuple(machine.value_kinds[s] for s in sources)
        target = self._stand_ins.get(call.target, call.target)
        promised = self.subject.contracts.get(target)
        if promised is None or not promised.requires:
            call = replace(call, target=target) if target != call.target else call
        contract = self._fit(sequence, position)
        evidence = evidence_of(
            raised,
            call,
            is_subject=self.is_subject,
            passed=passed_in(
                machine.values,
                steps,
                sequence.influence(position, is_bare=self._is_bare),
                # Who is told every value by name asks for nothing that may be missing.
                [s for n, s in enumerate(sources) if not self.arguments.is_named(call, n)],
            ),
            contract=bool(contract),
            learned=accepted(call, kinds),
            documented=self._raises.get(target, frozenset()),
            anything=contract == "anything",
            internal=target in self.subject.internal,
        )
        violation = judge_exception(evidence, position)
        # Dear, and needed only where it would make a difference: what was learned never speaks for the code.
        if (
            violation.blame is Blame.CODE
            and evidence.learned
            and not self._is_plain(sequence, position)
        ):
            violation = judge_exception(replace(evidence, learned=False), position)
        return violation if violation.operation == target else replace(violation, operation=target)

    def _is_bare(self, position: int) -> bool:
        """Return whether a call returned nothing but yes, no or None: what it was given is not passed on with that."""
        value = self.machine.values[position]
        return value is None or value is True or value is False

    def passes_hidden(self, sequence: Sequence, *positions: int, last: int | None = None) -> bool:
        """Return whether a value of a class that nobody is offered was written down on the way to these values.

        Such as the default that says "not given", which another call was then given for a key.
        """
        values = self.machine.values
        return any(
            isinstance(sequence.steps[source].operation, Literal)
            and self.kinds.name(type(values[source])) in self.subject.hidden
            for place in sequence.influence(*positions, last=last)
            for source in sequence.sources(place)
            if source < len(values)
        )

    def _is_plain(self, sequence: Sequence, position: int) -> bool:
        """Return whether what was passed can be compared with what was accepted before.

        An iterator has a state that its type does not show, and what is behind it may fail late; an object that can be
        called, such as a curried function, takes what the function behind it takes; a class that is not offered to
        anybody, a default of another shape, or what a `Literal` rules out was not meant.
        """
        call = sequence.steps[position].operation
        assert isinstance(call, Call)
        if call.target.endswith(".__call__"):
            return False
        if self.arguments.contradicts(sequence, self.machine, position):
            return False
        if self.passes_hidden(sequence, position):
            return False
        for number, source in enumerate(sequence.sources(position)):
            value = self.machine.values[source]
            if hasattr(type(value), "__next__"):
                return False
            given = self.arguments.input_of(call, number)
            if given is not None and given.default and isinstance(value, tuple):
                shape = maker(given.default)()
                if not isinstance(shape, tuple) or len(shape) != len(value):
                    return False
        return True

    def _fit(self, sequence: Sequence, *positions: int) -> str:
        """Return whether all calls so far that had a part in these values were as the code asks for."""
        last = len(sequence) - 1
        return self.arguments.holds(sequence, self.machine, *positions, last=last)

    # ---- what does not return -----------------------------------------------------------------------------

    def _specification_that_hangs(self, step: Step, stopped: StopCall) -> str:
        """Return the name of the specification that was being asked when the clock stopped it, "" where none was."""
        asked = self.keeper.give_up() if self.keeper is not None else ""
        spec = self._spec_called(step) if _target(step) in self._stand_ins else None
        if asked or spec is None:
            return asked
        if not is_its_own(traceback_frames(stopped), spec):
            return ""
        name: str = spec.function.__qualname__
        self.faulty[name] = (
            f"{name} itself did not end in time, not what it calls. Does it end for every object?  [spec-hangs]"
        )
        return name

    def hang(self, steps: list[Step]) -> Violation | None:
        """Return what it means that the last step was stopped, None where it may have been waiting.

        None as well where it was a specification that did not end.
        """
        raised = self.machine.exception
        if self.spec_hangs:
            return None
        if not isinstance(raised, StopCall) or raised.computed_for is None:
            return None
        # The outermost function of the subject, not the line it was at: that is another one each time.
        frames = [entry.tb_frame for entry in traceback_frames(raised)]
        spec = self._spec_called(steps[-1])
        stands_in = getattr(spec.function, "__code__", None) if spec is not None else None
        codes = [
            f.f_code
            for f in frames
            if self.is_subject(f.f_globals.get("__name__", "")) and f.f_code is not stands_in
        ]
        file = codes[0].co_filename if codes else None
        line = codes[0].co_firstlineno if codes else None
        return hang(self._called(steps[-1]), len(steps) - 1, raised.computed_for, file, line)

    # ---- blame without a table ----------------------------------------------------------------------------

    def _called(self, step: Step) -> str:
        """Return the operation of a step, though its specification be called in its place."""
        target = _target(step)
        return self._stand_ins.get(target, target)

    def _nobody(self, step: Step, position: int, why: str) -> Violation:
        target = self._called(step)
        return Violation("stopped", position, Blame.NOBODY, why, target, ("stopped", target))

    def _ours(self, step: Step, position: int, why: str) -> Violation:
        target = self._called(step)
        return Violation("raises", position, Blame.TEST, why, target, ("invalid", target))


def _state_number(value: object) -> int | None:
    state = state_of(value)
    return None if state.cut else state.number


def _looks_too_early(steps: list[Step], due: int) -> bool:
    """Return whether a check complains before the step, counted without checks, after which something is broken."""
    checks = [isinstance(one, Call) and is_check(one) for one, _ in steps]
    return checks[-1] and len(steps) - sum(checks) != due + 1


def _writes(step: Step) -> bool:
    return getattr(step.operation, "how", "") == "set"


def _may_be_about_nothing(raised: BaseException) -> bool:
    """Return whether it may be about a None of the code's own, which is wrong whatever was passed in."""
    said = raised.args[0] if raised.args else None
    return isinstance(raised, TypeError) and isinstance(said, str) and "NoneType" in said


def _leaves_without_entering(steps: list[Step]) -> bool:
    """Return whether an object was left that was not the last one entered: no `with` statement does that."""
    if not any(map(_leaves, steps)):
        return False
    entered: list[int] = []
    for position, step in enumerate(steps):
        if _leaves(step):
            if not entered or entered.pop() != position - step.arguments[0]:
                return True
        elif getattr(step.operation, "target", "").endswith(("__enter__", "__aenter__")):
            entered.append(position - step.arguments[0])
    return False


def _leaves(step: Step) -> bool:
    return getattr(step.operation, "target", "").endswith(_EXITS)


def _uses_nan(sequence: Sequence) -> bool:
    sources = [
        getattr(sequence.steps[p].operation, "source", "")
        for p in sequence.influence(len(sequence) - 1)
    ]
    return any("nan" in source.lower() for source in sources)


def _whom(call: Call, clause: Clause) -> str:
    """Return for whom a condition has to have an answer."""
    if call.how == "new" and clause.owner == call.target.partition(":")[2]:
        # deal asks after every assignment.
        return "every object, also one whose constructor has not yet set all attributes"
    return "every argument that the annotations allow"


def one_line(text: str) -> str:
    return " ".join(text.split())[:100]


def _target(step: Step) -> str:
    return step.operation.target if isinstance(step.operation, Call) else "refute"
