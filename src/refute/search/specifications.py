"""What is written down about the code, while a sequence runs: `Specifications`.

Invariants and promises over time are asked after every call; a contract that is broken says so by an exception.  Knows
`discover`, `execute` and `judge` and brings them together.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from refute.discover.contract_libraries import library_invariants
from refute.discover.contracts import spec_of
from refute.discover.writable_fields import attributes_in, stored_as_given
from refute.execute.machine import Machine, StopCall
from refute.execute.onlooker import Onlooker
from refute.execute.resolve import Setter, find
from refute.judge.promises.callback_blame import demanded, given_something_else
from refute.judge.promises.clauses import CONTRACT_LIBRARIES, broken_clause, is_its_own
from refute.judge.promises.contract_blame import judge_clause, refused_as_given, written_by_us
from refute.judge.promises.invariants import InvariantChecker, fields_of
from refute.judge.promises.over_time import LEADS_TO, OverTime
from refute.judge.promises.probes import broken_by_probe, complaint, reaches_inside, stumbling
from refute.look.homes import home_of
from refute.look.kinds import Kinds
from refute.look.state import state_number
from refute.look.tracebacks import MADE_FILE, traceback_frames
from refute.model.contract import AUXILIARY, Clause, Spec
from refute.model.forgetful import Forgetful
from refute.model.sequence import Call, Callback, Operation, Sequence, Step, declared, is_probe
from refute.model.subject import Subject, class_name, definer
from refute.model.verdict import OWN_PROMISE, Blame, Severity, Violation
from refute.search.returned_functions import ReturnedFunctions, any_promised

# The rule of a violation that nobody is to blame for: a specification did not end, which is named by itself.
SPEC_HANGS = "spec-hangs"
# So many specifications are known by the class that overrides them.
_MOST_OVERRIDING = 10_000


class Specifications:
    """Asks what classes promise, and says what it means that a contract is broken.

    `fits(sequence, position)` says whether all arguments that had a part in a value are what annotations ask for.
    """

    def __init__(
        self,
        subject: Subject,
        machine: Machine,
        kinds: Kinds,
        fits: Callable[[Sequence, int], str],
        is_subject: Callable[[str], bool],
    ) -> None:
        # By operation: how often a call of ours did not give what it asks for.
        self.unmet: dict[str, int] = {}
        # Specifications that cannot be used as they are, by name: what is wrong and what to do.
        self.faulty: dict[str, str] = dict(subject.faulty)
        self.any_contracts = bool(subject.contracts) or any(
            map(sys.modules.get, CONTRACT_LIBRARIES)
        )
        self.invariant_checker: InvariantChecker | None = None
        self.over_time: OverTime | None = None
        self._subject = subject
        self._machine = machine
        self._fits = fits
        self._is_subject = is_subject
        self._contracts = subject.contracts
        # What is called in place of an operation, to check it.
        self._stand_ins = subject.stand_ins
        self._overriding: dict[tuple[type, str], Spec] = Forgetful(_MOST_OVERRIDING)
        # Of methods that we override.
        self._overridden: dict[tuple[type, str], Spec | None] = Forgetful(_MOST_OVERRIDING)
        if subject.invariants or subject.promises:
            self.invariant_checker = InvariantChecker(
                subject, machine, kinds.classes, kinds.forms, self._all_fit, state_number
            )
            self.over_time = OverTime(self.invariant_checker)
            machine.after_call = self._after_call
        self._returned: ReturnedFunctions | None = None
        if self.any_contracts and any_promised(subject.routines):
            self._returned = ReturnedFunctions(machine)
            machine.after_call = self._after_any_call
        if subject.stand_ins or self._returned is not None:
            machine.attend = self._attended
        writes = any(one.how == "set" for one in (*subject.routines, *subject.helpers))
        if writes and self.any_contracts:
            machine.after_call = self._after_write

    def called(self, step: Step) -> str:
        """Return the operation of a step, though its specification be called in its place."""
        target = target_of(step)
        return self._stand_ins.get(target, target)

    # ---- after every call ---------------------------------------------------------------------------------

    def _after_call(self, step: Step) -> Violation | None:
        """Return which invariant or promise over time a call has broken."""
        invariant_checker, over_time = self.invariant_checker, self.over_time
        assert invariant_checker is not None and over_time is not None
        late = over_time.after(step) if invariant_checker.follows else None
        violation = invariant_checker.after(step) if late is None else late
        if violation is None:
            return None
        if is_probe(step.operation) and violation.blame is Blame.CODE:
            return self._after_probe(violation, target_of(step))
        if not writes_field(step) or violation.rule == "appmodel":
            return violation
        # What follows every state has seen this one; else it can be as if nothing had been written.
        return written_by_us(violation, late is None and self._undone(step))

    def _after_any_call(self, step: Step) -> Violation | None:
        """Return what is wrong after a call, be it that of a function that was returned."""
        broken = self._returned.broken(step) if self._returned is not None else None
        if broken is not None:
            return self._only_if_all_fits(broken)
        return self._after_call(step) if self.invariant_checker is not None else None

    def _only_if_all_fits(self, violation: Violation) -> Violation:
        """Return a broken promise as it counts where something was passed that no annotation asks for."""
        if violation.blame is Blame.CODE and not self._all_fit():
            return replace(violation, severity=Severity.LIKELY)
        return violation

    def _undone(self, step: Step) -> bool:
        """Take back what a step has written to an attribute; whether that could be done."""
        write = self._machine.compiled(step.operation).invoke
        return isinstance(write, Setter) and write.undo()

    def _after_probe(self, violation: Violation, target: str) -> Violation:
        """Return what it means that a promise is broken right after a probe: perhaps the probe is what is wrong."""
        contract = self._contracts.get(target)
        spec = contract.spec if contract is not None else None
        if spec is not None and not reaches_inside(spec.function):
            return violation
        name = target.partition(":")[2]
        if violation.because != LEADS_TO:
            self.faulty.setdefault(name, complaint(name, violation))
        return broken_by_probe(violation)

    def _after_write(self, step: Step) -> Violation | None:
        """Take back what we write to an attribute if it breaks what a library's invariants say: they are asked too late."""
        violation = self._after_any_call(step)
        if violation is not None or not writes_field(step):
            return violation
        here = len(self._machine.values) - 1
        broken = _broken_in_library(self._machine.values[here - step.arguments[0]])
        if not broken:
            return None
        target = target_of(step)
        violation = Violation("field", here, Blame.TEST, broken, target, ("field", target))
        return written_by_us(violation, self._undone(step))

    def _attended(self, operation: Operation, invoke: Callable[..., Any]) -> Callable[..., Any]:
        """Let somebody look on while a `get_spec` runs, which is meant only to look itself, or a function that was returned."""
        if self._returned is not None and isinstance(operation, Call):
            invoke = self._returned.attended(operation, invoke)
        target = getattr(operation, "target", "")
        contract = self._contracts.get(self._stand_ins.get(target, ""))
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

        return Onlooker(invoke, method, lambda one: fields_of(one, state_number), tell)

    def _all_fit(self) -> bool:
        """Return whether every argument that had a part in the last step fits full annotations."""
        steps = tuple(self._machine.steps)
        return bool(self._fits(Sequence.trusted(steps), len(steps) - 1))

    # ---- contracts that say so themselves -----------------------------------------------------------------

    def broken(self, raised: BaseException, call: Call, steps: list[Step]) -> Violation | None:
        """Return what a broken contract means, None where the exception is not about one."""
        if self.over_time is not None:
            violation = self.over_time.explain(steps, raised)
            if violation is not None:
                return violation
        if not self.any_contracts:
            return None
        if self._returned is not None and (refused := self._returned.unmet(steps[-1])):
            return refused
        target = self._stand_ins.get(call.target, call.target)
        entries = traceback_frames(raised)
        clause = broken_clause(raised, entries, self.spec_called(steps[-1]), self._is_subject)
        if clause is None:
            return None
        position = len(steps) - 1
        if clause.file == MADE_FILE and clause.kind in ("ensures", "faulty", "raises"):
            # What a method of ours promises, through the class it derives from, is not the code's to keep.
            return Violation("requires", position, Blame.TEST, "", target, ("invalid", target))
        if clause.kind == "ensures" and self._is_suspended(call):
            # Outside refute nobody asks: it is not held against the code.
            return Violation("requires", position, Blame.TEST, "", target, ("invalid", target))
        sequence = Sequence.trusted(tuple(steps))
        fits = bool(self._fits(sequence, position))
        self._note(clause, call, target, fits)
        violation = judge_clause(
            clause,
            self._overriding_of(target, steps[-1]) if clause.kind != "requires" else target,
            position,
            raised,
            fits=fits,
            comparable=not _uses_nan(sequence),
            defined=self._subject.defined(target),
        )
        if writes_field(steps[-1]) and clause.kind == "invariant":
            return written_by_us(violation, undone=True)  # the class refused it itself
        if clause.kind == "invariant" and call.how == "new" and self._only_stores(target, clause):
            return refused_as_given(violation)
        return violation

    def _is_suspended(self, call: Call) -> bool:
        """Return whether a contract is asked only because a body made the call, while the function was running."""
        bodies = self._machine.bodies
        if bodies is None or not bodies.suspended:
            return False
        function = inspect.unwrap(find(call.target))
        return id(function) in bodies.suspended

    def spec_above(self, base: type, name: str) -> Spec | None:
        """Return what specifies a method of a class that we override; None for what is only named as if it did."""
        key = (base, name)
        if key not in self._overridden:
            # To read the source takes as long as a hundred calls.
            self._overridden[key] = spec_of(base, name)
        return self._overridden[key]

    def broken_by_ours(
        self, raised: AssertionError, base: type, made: Callback
    ) -> tuple[Violation, tuple[tuple[int, ...], str] | None] | None:
        """Return what it means that the specification of a method does not hold that we have overridden.

        What it asks for, whoever calls it must see to; what it promises is for us to keep.  With it comes the condition,
        where it can be asked for by the method itself.
        """
        spec = self.spec_above(base, made.role)
        clause = broken_clause(raised, traceback_frames(raised), spec, self._is_subject)
        if clause is None:
            return None
        demand = (
            demanded(clause.text, tuple(declared(one)[1] for one in made.names))
            if clause.kind == "requires"
            else None
        )
        if demand is not None:
            return given_something_else(made, clause.text), demand
        target = f"{class_name(base)}.{made.role}"
        return Violation(OWN_PROMISE, 0, Blame.TEST, clause.text, target, ("invalid", target)), None

    def _note(self, clause: Clause, call: Call, target: str, fits: bool) -> None:
        """Remember calls of ours that a contract refuses, and contracts that cannot be used."""
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

    def spec_called(self, step: Step) -> Spec | None:
        """Return the specification, or probe, that a step calls: that of the receiver's class, which may override it."""
        call = step.operation
        target = self.called(step)
        contract = self._contracts.get(target)
        spec = contract.spec if contract is not None else None
        if spec is None or not isinstance(call, Call) or call.how != "method":
            return spec
        values = self._machine.values
        # The call has raised: it has made no value.
        cls = type(values[len(values) - step.arguments[0]])
        key = (cls, spec.name)
        if key not in self._overriding:
            same = inspect.getattr_static(cls, spec.name, None) is spec.function
            name = target.rpartition(".")[2]
            self._overriding[key] = spec if same else spec_of(cls, name) or spec
        return self._overriding[key]

    def _overriding_of(self, target: str, step: Step) -> str:
        """Return a method by the class that defines it for the receiver: who overrides it has to keep its promises."""
        call, name = step.operation, target.rpartition(".")[2]
        owner = self._subject.owner(target)
        if owner is None or not isinstance(call, Call) or call.how != "method":
            return target
        values = self._machine.values
        cls = definer(type(values[len(values) - step.arguments[0]]), name)
        if cls is None or cls is definer(owner, name) or not self._is_subject(home_of(cls)):
            return target
        return f"{class_name(cls)}.{name}"

    def _only_stores(self, target: str, clause: Clause) -> bool:
        """Return whether a condition is about nothing but what a constructor was given and stores as it is."""
        cls = self._subject.classes.get(target)
        read = attributes_in(clause.text)
        return cls is not None and read is not None and read <= stored_as_given(cls)

    def that_hangs(self, step: Step, stopped: StopCall) -> str:
        """Return the name of the specification that was being asked when the clock stopped it, "" where none was."""
        asked = self.invariant_checker.give_up() if self.invariant_checker is not None else ""
        spec = self.spec_called(step) if target_of(step) in self._stand_ins else None
        if asked or spec is None:
            return asked
        if not is_its_own(traceback_frames(stopped), spec):
            return ""
        name: str = spec.function.__qualname__
        self.faulty[name] = (
            f"{name} itself did not end in time, not what it calls. Does it end for every object?  [spec-hangs]"
        )
        return name


def _broken_in_library(value: object) -> str:
    """Return the condition of a library's invariant that does not hold, "" where all do."""
    for condition in library_invariants(type(value)):
        try:
            holds = condition.function(value)
        except Exception:
            holds = False
        if not holds:
            return condition.text or "an invariant"
    return ""


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
    """Return a text on one line, cut."""
    return " ".join(text.split())[:100]


def target_of(step: Step) -> str:
    """Return the name of what a step calls."""
    return step.operation.target if isinstance(step.operation, Call) else "refute"


def writes_field(step: Step) -> bool:
    """Return whether a step writes to an attribute."""
    return getattr(step.operation, "how", "") == "set"
