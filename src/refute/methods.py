"""A method tried on every small input: what `refute.exhaust` does.

Korat, section 4: inputs are all objects within bounds that satisfy invariant and precondition; afterwards invariant and
postcondition must hold.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from refute.discover.contracts import wanted
from refute.execute.clauses import broken_clause
from refute.execute.evidence import traceback_frames
from refute.generate.exploration import Tally
from refute.generate.patience import patience
from refute.method_inputs import Inputs, Method, method_of
from refute.model.bounds import Bounds
from refute.model.contract import Clause
from refute.model.structure import Description, size_of
from refute.predicates import counted, kept
from refute.render.structures import code_of

_INSIDE = os.path.dirname(os.path.abspath(__file__)) + os.sep


@dataclass(frozen=True, slots=True)
class Failure:
    """One input on which a method breaks its promise."""

    rule: str
    message: str
    before: Description
    size: tuple[int, int]
    number: int


@dataclass(slots=True)
class Exhaustion:
    """The result of trying a method on every input within bounds."""

    name: str
    parameters: list[str]
    space: Bounds
    keywords: frozenset[str] = frozenset()
    tested: int = 0
    failed: int = 0
    smallest: Failure | None = None
    complete: bool = False
    seconds: float = 0.0
    candidates: int = 0
    rules: dict[str, int] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    promises: bool = True  # there is something to hold besides that nothing is raised

    @property
    def ok(self) -> bool:
        """Tell whether the method kept its promise on every input, and every input was tried."""
        return self.complete and not self.failed and self.tested > 0

    def __bool__(self) -> bool:
        return self.ok

    def code(self, failure: Failure) -> list[str]:
        """Return plain code that builds the input of a failure and makes the call."""
        return code_of(failure.before, self.parameters, self.name, self.keywords)

    def __str__(self) -> str:
        sizes = bounds_line(self.space)
        if not self.tested:
            how = "satisfies" if self.complete else "so far satisfied"
            return (
                f"{self.name}: no input {how} the precondition within {sizes}; {self.seconds:.2f} s"
            )
        if self.smallest is None:
            how = "holds for" if self.complete else "held for"
            if not self.promises:
                how = "raises nothing on" if self.complete else "raised nothing on"
            tail = "all of them within" if self.complete else "interrupted within"
            tried = counted(self.tested, "input")
            return f"{self.name} {how} {tried}, {tail} {sizes}; {self.seconds:.2f} s"
        failure = self.smallest
        lines = [f"{self.name} {failure.message}"]
        lines += ["    " + line for line in self.code(failure)]
        lines.append(
            f"  smallest of {counted(self.failed, 'failing input')} among {self.tested} within {sizes}; {self.seconds:.2f} s"
        )
        return "\n".join(lines)


def bounds_line(space: Bounds) -> str:
    counts = [f"{name}={n}" for name, n in space.objects.items() if n > 1]
    return " ".join(counts) or "the bounds"


def exhaust(
    function: Callable[..., Any],
    space: Bounds,
    *,
    requires: Callable[..., Any] | None = None,
    ensures: Callable[..., Any] | None = None,
    raises: type[BaseException] | tuple[type[BaseException], ...] = (),
    owner: type | None = None,
    first: bool = False,
    limit: float = 2.0,
    path: str = "auto",
    representatives: bool = False,
    invariants: Iterable[str] = (),
    on_progress: Callable[[Tally], None] | None = None,
    **given: Any,
) -> Exhaustion:
    """Run a method on every input within bounds: a proof up to them, or the smallest input that breaks it.

    `ensures` may ask for any parameter by its name (as it is afterwards), for `result`, for `old` (an object with
    the parameters as they were), and for `error`, the exception raised or None.  With `raises` an exception of
    that type is a normal end; a call that takes longer than `limit` seconds breaks its promise; `first` stops at the first
    failing input instead of looking for the smallest; `representatives` and `invariants` as for `inputs`.
    """
    method = method_of(function, owner, space.classes[space.root])
    allowed = raises if isinstance(raises, tuple) else (raises,)
    tried = Inputs(method, space, requires, given, path, representatives, invariants)
    trial = Trial(method, tried, ensures, allowed + method.contract.raises, limit)
    if on_progress is not None:
        trial.inputs.on_progress = on_progress
    return trial.run(first=first)


class Trial:
    """One method, tried on all inputs."""

    def __init__(
        self,
        method: Method,
        tried: Inputs,
        ensures: Callable[..., Any] | None,
        raises: tuple[type[BaseException], ...],
        limit: float,
    ) -> None:
        self.method, self.raises = method, raises
        # What the decorators of a library promise they check themselves.
        self.ensures = [ensures] if ensures else []
        self.inputs = tried
        self.report = Exhaustion(method.name, method.parameters, self.inputs.space, method.keywords)
        self.spec = method.contract.spec
        self.call = self.spec.function if self.spec else method.function
        self.package = method.function.__module__.partition(".")[0]
        contract = method.contract
        self.report.promises = bool(
            self.ensures or self.inputs.every or contract.ensures or self.spec or contract.raises
        )
        self.limit = limit
        self.number: int | None = None  # of the input the method is running on

    def run(self, *, first: bool) -> Exhaustion:
        report = self.report
        take: Callable[[Any], Any] = lambda search: (  # noqa: E731
            search.reader.build(),
            search.reader.build() if self.ensures else None,
            search.reader.describe(),
        )
        try:
            with patience(self.limit, lambda frame: self.number, Stuck) as self.waiter:
                for after, old, before in self.inputs.explore(take):
                    self.judge(after, old, before)
                    if first and report.failed:
                        break
                else:
                    report.complete = True
        except KeyboardInterrupt:
            report.notes.append("interrupted: what was found until then stands")
        if not report.promises:
            report.notes.append(
                f"nothing is written about what {report.name} must keep: no invariant, contract or postcondition; "
                "only exceptions were looked for  [nothing-promised]"
            )
        tally = self.inputs.tally
        report.seconds, report.candidates = tally.seconds, tally.candidates
        report.notes += self.inputs.warnings() if report.complete else []
        return report

    def judge(self, after: Any, old: Any, before: Description) -> None:
        """Call the method on one input and note what it broke."""
        arguments = self.inputs.arguments(after)
        if self.inputs.broken_part(arguments) is not None:
            return
        self.report.tested += 1
        try:
            broken = self.broken(arguments, old)
        except NotAsked:
            self.report.tested -= 1
            return
        if broken is None:
            return
        rule, message = broken
        self.report.failed += 1
        self.report.rules[rule] = self.report.rules.get(rule, 0) + 1
        failure = Failure(rule, message, before, size_of(before), self.report.tested)
        smallest = self.report.smallest
        if smallest is None or failure.size < smallest.size:
            self.report.smallest = failure

    def broken(self, arguments: tuple[Any, ...], old: Any) -> tuple[str, str] | None:
        result, error = None, None
        try:
            result = self.guarded(arguments)
        except Stuck:
            # The next one need not wait as long: the point is made, and there may be thousands.
            limit, self.waiter.limit = self.waiter.limit, min(self.waiter.limit, 0.25)
            return "hangs", f"did not return within {limit:g} s"
        except (Exception, SystemExit, GeneratorExit) as raised:
            error = raised
            wrong = self.wrong(raised)
            if wrong is not None:
                return wrong
        return self.after(arguments, old, result, error)

    def guarded(self, arguments: tuple[Any, ...]) -> Any:
        """Call the method; the alarm may end it, but nothing outside of it."""
        by_position, by_name = self.method.bound(arguments)
        self.number = self.report.tested
        try:
            return self.call(*by_position, **by_name)
        finally:
            self.number = None

    def wrong(self, raised: BaseException) -> tuple[str, str] | None:
        """Return what an exception says the method has broken; `NotAsked` where the input was not one to be tried."""
        entries = traceback_frames(raised, _INSIDE)
        clause = broken_clause(raised, entries, self.spec, self.is_subject)
        if clause is not None:
            return self.of_clause(clause)
        if isinstance(raised, self.raises):
            return None
        return "raises", f"raises {describe_error(raised)}"

    def of_clause(self, clause: Clause) -> tuple[str, str]:
        match clause.kind:
            case "requires" if clause.ours:
                raise NotAsked
            case "faulty":
                note = f"the contract of {clause.owner} raises {clause.text}; such inputs are left out  [contract-raises]"
                if note not in self.report.notes:
                    self.report.notes.append(note)
                raise NotAsked
            case "requires":
                return "requires", f"calls {clause.owner}, which asks for more: {clause.text}"
            case "invariant":
                return "invariant", f"breaks the invariant of {clause.owner}: {clause.text}"
            case "raises" | "effects":
                return "raises", f"does what its contract does not list: {clause.text}"
        return "ensures", f"breaks its postcondition: {clause.text}"

    def is_subject(self, module: str) -> bool:
        return module.partition(".")[0] == self.package

    def after(
        self, arguments: tuple[Any, ...], old: Any, result: Any, error: BaseException | None
    ) -> tuple[str, str] | None:
        """Check invariants and postconditions in the state after the call."""
        for parameter, invariant in self.inputs.invariants.items():
            if not kept(invariant, arguments[self.method.parameters.index(parameter)]):
                return "invariant", f"breaks {invariant.name}"
        part = self.inputs.broken_part(arguments)
        if part is not None:
            return "invariant", f"breaks {part.name} of an object in reach"
        names = dict(zip(self.method.parameters, arguments, strict=True))
        names |= {"result": result, "old": old, "error": error}
        for condition in self.ensures:
            try:
                holds = promised(condition, names)
            except Exception as raised:
                return "ensures", f"breaks its postcondition, which raises {describe_error(raised)}"
            if not holds:
                return "ensures", "breaks its postcondition"
        return None


class NotAsked(Exception):
    """The input does not satisfy the precondition, which only the call could tell."""


class Stuck(BaseException):
    """Leaves a method that does not return."""


def describe_error(error: BaseException) -> str:
    text = str(error)
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def promised(condition: Callable[..., Any], names: dict[str, Any]) -> bool:
    return bool(condition(**{name: names[name] for name in wanted(condition)}))
