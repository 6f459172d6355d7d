"""What classes promise about their objects over time: `OverTime` watches it, step by step.

T2 (Prasetya, Vos and Baars 2007), sections 3.1 and 3.2: temporal properties, an automaton inside the invariant,
application models.  No state may be missed, so nothing is sampled here, and the check has to be part of the test: a
sequence that fails is given explicit checks (`with_checks`), so that the rendered test fails by itself.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from refute.judge.promises.formulas import Broken, Property, Watch, properties_of
from refute.judge.promises.invariants import INVARIANT_RAISES, InvariantChecker, Promising, answer
from refute.look.classes import place_of
from refute.look.tracebacks import one_line
from refute.model.execution import let_interruptions_through
from refute.model.sequence import RECEIVERS, Call, Sequence, Step, is_check
from refute.model.typeform import NONE, TypeForm
from refute.model.verdict import Blame, Severity, Violation

# What an application model without a parameter reads: the name of the last step.
# `Violation.because` where something should have come in time: calls before the last have kept it waiting, too.
LEADS_TO = "leads-to"
_LAST_STEP = "aux_laststep"
# So many objects whose application model has never said True, and it is said aloud.
_NEVER = 50
_WATCH = TypeForm("refute.temporal:Watch")


@dataclass(slots=True)
class Tracked:
    """An object that must be looked at after every step."""

    position: int
    kept: Promising
    watch: Watch | None


class OverTime:
    """Follows the objects of the running sequence whose class promises something over time."""

    def __init__(self, invariant_checker: InvariantChecker) -> None:
        self.invariant_checker = invariant_checker
        self._steps: list[Step] | None = None
        self._tracked: list[Tracked] = []

    def after(self, step: Step) -> Violation | None:
        """Take in the state after a step; return the first thing that is wrong with it."""
        running = self.invariant_checker.running
        if running.steps is not self._steps:
            self._steps, self._tracked = running.steps, []
        here = len(running.values) - 1
        violation = self.not_meant(step, here)
        if violation is None:
            violation = self._broken()
        if violation is None:
            violation = self._begin(here)
        return violation

    # ---- the application model ----------------------------------------------------------------------------

    def not_meant(self, step: Step, here: int) -> Violation | None:
        """Ask the receiver's application model whether the walk, with this step at `here`, is one that is meant."""
        operation = step.operation
        if not (isinstance(operation, Call) and operation.how in RECEIVERS) or is_check(operation):
            return None
        position = here - step.arguments[0]
        kept = self.invariant_checker.of_kind(self.invariant_checker.running.value_kinds[position])
        if kept is None or kept.promise is None or not kept.promise.appmodel:
            return None
        target = self.invariant_checker.stand_ins.get(operation.target, operation.target)
        name = target.rpartition(".")[2].rstrip("=")
        if self._approves(self.invariant_checker.running.values[position], kept, name):
            return None
        return Violation(
            "appmodel",
            here,
            Blame.TEST,
            f"{kept.promise.appmodel}() is False",
            target,
            ("appmodel", target),
        )

    def _approves(self, value: Any, kept: Promising, last: str) -> bool:
        assert kept.promise is not None
        invariant_checker, name = self.invariant_checker, kept.promise.appmodel
        try:
            invariant_checker.asking = (kept, name)
            if kept.promise.wants_last:
                said = value.appmodel(last)
            else:
                if hasattr(value, _LAST_STEP):
                    setattr(value, _LAST_STEP, last)
                said = value.appmodel()
        except BaseException as raised:
            let_interruptions_through(raised)
            self._faulty(kept, name, raised)
            return True
        invariant_checker.asking = None
        if said is None:
            shown = f"{kept.cls.__qualname__}.{name}"
            invariant_checker.faulty.setdefault(
                shown,
                f"{shown} returns None, which says neither yes nor no. Return True or False.  [no-answer]",
            )
        kept.approved += said is not False
        kept.refused += said is False
        if kept.refused == _NEVER and not kept.approved:
            shown = f"{kept.cls.__qualname__}.{name}"
            invariant_checker.faulty[shown] = (
                f"{shown} has never said True in {_NEVER} tries, so that no call of the class counts. Does it "
                "return True, and does it take the name of the last step?  [appmodel-never]"
            )
        return said is not False

    def _faulty(self, kept: Promising, name: str, raised: BaseException) -> None:
        """Say once what is wrong with a specification, and do without it."""
        shown = f"{kept.cls.__qualname__}.{name}"
        self.invariant_checker.asking = None
        self.invariant_checker.faulty.setdefault(
            shown,
            f"{shown} raises {type(raised).__name__}: {one_line(raised)}. It is not used; mend it, and it will be."
            "  [spec-raises]",
        )
        kept.promise, kept.temporal = None, False

    # ---- temporal properties and automata -----------------------------------------------------------------

    def _begin(self, here: int) -> Violation | None:
        """Begin to follow a new object."""
        invariant_checker = self.invariant_checker
        kept = invariant_checker.of_kind(invariant_checker.running.value_kinds[here])
        if kept is None or not kept.must_see_all or kept.name in invariant_checker.checked_by_steps:
            return None
        value = invariant_checker.running.values[here]
        if any(invariant_checker.running.values[one.position] is value for one in self._tracked):
            return None
        watch = None
        if kept.temporal:
            try:
                watch = self._watch(value, kept)
            except Broken as broken:
                return self._violation(here, kept, broken.property)
        one = Tracked(here, kept, watch)
        self._tracked.append(one)
        return self._automaton(one) if kept.stateful else None

    def _watch(self, value: Any, kept: Promising) -> Watch | None:
        try:
            self.invariant_checker.asking = (kept, "temporal_spec")
            said = value.temporal_spec()
            found = properties_of(said)
            watch = None if found is None else Watch(value, found, self.invariant_checker.state)
            self.invariant_checker.asking = None
            if found is None and not isinstance(said, bool | None):
                self._not_properties(kept, said)
            elif found is None:
                # An automaton of its own, which says True or False: the invariant calls it, or stands for it.
                kept.temporal = False
                if kept.check is None:
                    kept.invariant, kept.stateful = "temporal_spec", True
                    self.invariant_checker.stateful.add(kept.name)
                    kept.check = kept.cls.temporal_spec  # type: ignore[attr-defined]
            return watch
        except Broken:
            self.invariant_checker.asking = None
            raise
        except BaseException as raised:
            let_interruptions_through(raised)
            self._faulty(kept, "temporal_spec", raised)
            return None

    def _not_properties(self, kept: Promising, said: object) -> None:
        shown = f"{kept.cls.__qualname__}.temporal_spec"
        self.invariant_checker.faulty[shown] = (
            f"{shown} returns no temporal properties but something of {type(said)!r}, and is not used. Return always(…), "
            "unless(…, …), a list of such, or as an automaton True or False.  [temporal-properties]"
        )
        kept.temporal = False

    def _broken(self) -> Violation | None:
        for one in self._tracked:
            violation = None
            if one.watch is not None and one.kept.temporal:
                violation = self._observed(one, one.watch)
            if violation is None and one.kept.stateful:
                violation = self._automaton(one)
            if violation is not None:
                return violation
        return None

    def _observed(self, one: Tracked, watch: Watch) -> Violation | None:
        try:
            self.invariant_checker.asking = (one.kept, "temporal_spec")
            broken = watch.observe()
        except BaseException as raised:
            let_interruptions_through(raised)
            self._faulty(one.kept, "temporal_spec", raised)
            return None
        self.invariant_checker.asking = None
        return None if broken is None else self._violation(one.position, one.kept, broken, watch)

    def _automaton(self, one: Tracked) -> Violation | None:
        kept = one.kept
        if kept.check is None or self.invariant_checker.looks_at == "none":
            return None
        try:
            self.invariant_checker.asking = (kept, kept.invariant)
            holds = kept.check(self.invariant_checker.running.values[one.position])
            broken = kept.says_no(holds)
        except AssertionError as failed:
            self.invariant_checker.asking = None
            return self.invariant_checker.violation(
                one.position, kept, f"raises AssertionError: {failed}"
            )
        except BaseException as raised:
            let_interruptions_through(raised)
            self._faulty(kept, kept.invariant, raised)
            return None
        self.invariant_checker.asking = None
        return (
            self.invariant_checker.violation(one.position, kept, answer(holds)) if broken else None
        )

    def _violation(
        self, position: int, kept: Promising, broken: Property, watch: Watch | None = None
    ) -> Violation:
        running = self.invariant_checker.running
        late = broken.waits(running.values[position], watch and watch.before)
        step = len(running.values) - 1
        return self._temporal(step, kept.cls, kept.name, broken, late, (position,))

    def _temporal(
        self,
        step: int,
        cls: type,
        name: str,
        broken: Property,
        late: bool,
        subjects: tuple[int, ...],
    ) -> Violation:
        # Who happens to make the last call is not to blame for what never came.
        target = (
            name
            if late
            else self.invariant_checker.last_call(self.invariant_checker.running.steps) or name
        )
        file, line = place_of(f"{name}.temporal_spec" if late else target, cls)
        home = self.invariant_checker.first_home(name)
        waited = f", after at most {broken.within} changes" if late else ""
        return Violation(
            rule="temporal",
            step=step,
            blame=Blame.CODE,
            message=str(broken),
            operation=target,
            signature=(
                "temporal",
                home,
                str(broken),
                home if late else self.invariant_checker.subject.defined(target),
            ),
            severity=Severity.ERROR if self.invariant_checker.fits() else Severity.LIKELY,
            file=file,
            line=line,
            reason=f"{cls.__name__}.temporal_spec() promises it{waited}",
            remedy=f"{'see to it' if late else 'mend the call'}, or promise less in temporal_spec",
            subjects=subjects,
            because=LEADS_TO if broken.kind == "leads to" else "",
        )

    # ---- checks as steps ----------------------------------------------------------------------------------

    def with_checks(self, sequence: Sequence, violation: Violation) -> Sequence:
        """Return the sequence with the checks it needs in order to show the violation by itself."""
        if not violation.subjects:
            return sequence
        position = violation.subjects[0]
        kept = self.invariant_checker.of_kind(self.invariant_checker.running.value_kinds[position])
        if kept is None or not kept.must_see_all or violation.rule not in ("temporal", "invariant"):
            return sequence
        form = TypeForm(kept.name)
        if violation.rule == "temporal":
            begin = Call("refute.temporal:watching", (form,), _WATCH)
            look = Call("refute.temporal:Watch.check", (_WATCH,), NONE, how="method")
            return sequence.observed(position, begin, look)
        how = "checker" if violation.because == INVARIANT_RAISES else "check"
        look = Call(f"{kept.name}.{kept.invariant}", (form,), TypeForm("bool"), how=how)
        return sequence.observed(position, None, look)

    def explain(self, steps: list[Step], raised: BaseException) -> Violation | None:
        """Return what it means that a check that is a step of the sequence raised."""
        operation, arguments = steps[-1]
        if not isinstance(operation, Call) or not arguments:
            return None
        here = len(steps) - 1
        if isinstance(raised, Broken):
            return self._of_watch(here, here - arguments[0], raised)
        kept = self.invariant_checker.of_kind(
            self.invariant_checker.running.value_kinds[here - arguments[0]]
        )
        name = operation.target.rpartition(".")[2]
        if kept is None or name != kept.invariant or not isinstance(raised, AssertionError):
            return None
        said = str(raised).partition("() ")[2] or "is False"
        what = said if operation.how == "check" else f"raises AssertionError: {raised}"
        violation = self.invariant_checker.violation(here - arguments[0], kept, what)
        return _at(violation, here, raised)

    def _of_watch(self, here: int, place: int, raised: Broken) -> Violation:
        watched: Any = self.invariant_checker.running.values[place]
        value = watched.value if isinstance(watched, Watch) else watched
        cls = type(value)
        name = next(
            (
                kept.name
                for kind in self.invariant_checker.running.value_kinds
                if (kept := self.invariant_checker.of_kind(kind)) is not None and kept.cls is cls
            ),
            cls.__qualname__,
        )
        late = raised.property.waits(raised.value, raised.old)
        return _at(self._temporal(here, cls, name, raised.property, late, ()), here, raised)


def _at(violation: Violation, step: int, raised: BaseException) -> Violation:
    return replace(
        violation, step=step, subjects=(), assertion=None, exception=type(raised).__name__
    )


def without_checks(sequence: Sequence) -> Sequence:
    """Return the sequence without the checks that are steps of it."""
    gone = [
        p for p, (one, _) in enumerate(sequence.steps) if isinstance(one, Call) and is_check(one)
    ]
    return (sequence.without(*gone) or sequence) if gone else sequence


def classes_with_books(sequence: Sequence) -> set[str]:
    """Return the classes whose own invariant a sequence asks in steps of its own."""
    asked = [one for one, _ in sequence.steps if isinstance(one, Call)]
    return {one.inputs[0].name for one in asked if one.how in ("check", "checker")}


def classes_checked_in(
    sequence: Sequence, wanted: tuple[str, ...] | None, invariant_checker: InvariantChecker
) -> frozenset[str]:
    """Return the names of the classes whose objects a sequence has to check itself.

    Those of its checks, and of the promise about every state that it is wanted to break, though no check be left:
    a test without one would not fail.
    """
    found: set[str] = set()
    match wanted:
        case ("temporal", home, *_):
            found.update(
                one
                for one in invariant_checker.subject.promises
                if invariant_checker.first_home(one) == home
            )
        case ("invariant", home, *_):
            found.update(
                one for one in invariant_checker.stateful if invariant_checker.home(one) == home
            )
    for operation, _ in sequence.steps:
        if isinstance(operation, Call) and is_check(operation):
            found.update(form.name for form in operation.inputs)
    return frozenset(found)
