"""A method tried on every small input: what `refute.exhaust` does.

Korat, section 4: inputs are all objects within bounds that satisfy invariant and precondition; afterwards invariant and
postcondition must hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from refute import __version__
from refute.discover.bounding.bounds_text import bounds_line
from refute.discover.bounding.predicate import kept
from refute.discover.callables import what_then
from refute.discover.contract_libraries import wanted
from refute.execute.clock import patience
from refute.execute.resolve import consumed
from refute.exhaustive.failing_input import BrokenInput, Failure, called, check_written, finding_of
from refute.exhaustive.inputs import Inputs, Method, method_of
from refute.exhaustive.raised_on_input import LEFT_OUT, RaisedOnInputs
from refute.generate.bounded.build_steps import NotWritable
from refute.generate.bounded.korat import hanging
from refute.generate.bounded.tasks import SearchTally
from refute.judge.promises.clauses import broken_clause
from refute.look.objects import way_to
from refute.look.tracebacks import traceback_frames
from refute.model.bounds import Bounds, Domain
from refute.model.contract import Clause
from refute.model.errors import UsageError
from refute.model.finding import Finding
from refute.model.quantities import counted
from refute.model.structure import Description, size_of
from refute.model.verdict import Blame
from refute.render.findings_module import findings_file
from refute.render.input_code import code_of
from refute.render.source import pasted, source
from refute.render.test_names import module_of


@dataclass(slots=True)
class Exhaustion:
    """The result of trying a method on every input within bounds."""

    method: Method = field(repr=False)
    space: Bounds = field(repr=False)
    parameters: dict[str, Domain] = field(repr=False)  # what they may be, by their full names
    classes: Mapping[str, type] = field(repr=False)
    tested: int = 0
    failed: int = 0
    left_out: int = 0  # inputs on which the machine or the sandbox kept the method from its work
    smallest: Failure | None = None
    complete: bool = False
    seconds: float = 0.0
    candidates: int = 0
    rules: dict[str, int] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    sampled: bool = False  # of what the precondition does not read, one value was tried
    unwritable: str = ""  # why no code can be written that fails as the smallest failing input does
    promises: bool = True  # there is something to hold besides that nothing is raised

    @property
    def ok(self) -> bool:
        """Tell whether the method kept its promise on every input, and every input was tried."""
        return self.complete and not self.failed and self.tested > 0

    def __bool__(self) -> bool:
        return self.ok

    @property
    def name(self) -> str:
        """Return the name of the method with that of its class."""
        return self.method.name

    @property
    def within(self) -> str:
        """Return all bounds on one line, as `--bounds` takes them: those of classes, fields and parameters."""
        return bounds_line(self.space, self.parameters) or "its only object"

    def finding(self) -> Finding:
        """Return the smallest failing input as a finding."""
        if self.smallest is None:
            raise UsageError(
                f"{self.name} has failed on no input: there is nothing to show", "no-failure"
            )
        if self.unwritable:
            raise NotWritable(self.unwritable)
        reason = f"{self._among()}: {self.within}"
        return finding_of(self.smallest, self.method, self.classes, reason)

    def code(self, failure: Failure) -> list[str]:
        """Return plain code that builds the input of a failure, makes the call and shows what is broken."""
        try:
            if self.unwritable and failure is self.smallest:
                raise NotWritable(self.unwritable)
            finding = finding_of(failure, self.method, self.classes, "")
        except NotWritable:
            method = self.method
            before = failure.before
            return code_of(before, method.parameters, method.name, method.keywords, method.of_class)
        return pasted(finding.sequence, finding.violation)

    def source(self) -> str | None:
        """Return a program that fails as the smallest failing input does; None where something has no name."""
        try:
            finding = self.finding()
        except NotWritable:
            return None
        return source(finding.sequence, finding.violation)

    def as_pytest(self, *path_entries: str, again: str = "") -> str:
        """Return a pytest module whose one test fails now, and passes once the method is mended.

        `path_entries` are folders, as seen from where the module will be, from which the code is imported; `again` is the
        command that makes it anew.
        """
        try:
            finding = self.finding()
        except NotWritable as wrong:
            raise UsageError(
                f"{self.name}: no test can be written: {wrong}", "not-writable"
            ) from None
        module = module_of(finding)
        return findings_file(
            module, [finding], version=__version__, again=again, path_entries=path_entries
        )

    def _among(self) -> str:
        return f"smallest of {counted(self.failed, 'failing input')} among {self.tested}"

    def __str__(self) -> str:
        sizes = self.within
        if not self.tested:
            how = "satisfies" if self.complete else "so far satisfied"
            none = "could be tried" if self.left_out else f"{how} the precondition"
            return f"{self.name}: no input {none} within {sizes}; {self.seconds:.2f} s"
        if self.smallest is None:
            how = "holds for" if self.complete else "held for"
            if not self.promises:
                how = "raises nothing on" if self.complete else "raised nothing on"
            tail = "one of each kind within" if self.sampled else "all of them within"
            tail = tail if self.complete else "interrupted within"
            tried = counted(self.tested, "input")
            return f"{self.name} {how} {tried}, {tail} {sizes}; {self.seconds:.2f} s"
        failure = self.smallest
        lines = [f"{self.name} {failure.message}"]
        lines += [("    " + line).rstrip() for line in self.code(failure)]
        lines.append(f"  {self._among()} within {sizes}; {self.seconds:.2f} s")
        return "\n".join(lines)


def exhaust(
    function: Callable[..., Any] | Method,
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
    on_progress: Callable[[SearchTally], None] | None = None,
    parameters: Mapping[str, Any] | None = None,
    **given: Any,
) -> Exhaustion:
    """Run a method on every input within bounds: a proof up to them, or the smallest input that breaks it.

    `ensures` may ask for any parameter by its name (as it is afterwards), for `result`, for `old` (an object with
    the parameters as they were), and for `error`, the exception raised or None.  With `raises` an exception of
    that type is a normal end; a call that takes longer than `limit` seconds breaks its promise; `first` stops at the first
    failing input instead of looking for the smallest; `representatives`, `invariants` and `parameters` as for `inputs`.
    """
    root = space.classes[space.root]
    method = function if isinstance(function, Method) else method_of(function, owner, root)
    allowed = raises if isinstance(raises, tuple) else (raises,)
    given |= parameters or {}
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
        self.report = Exhaustion(
            method, tried.of_class, tried.parameters(), dict(tried.combined.classes)
        )
        self.spec = method.contract.spec
        self.call = called(method)
        self.then = what_then(self.call)
        self.package = method.function.__module__.partition(".")[0]
        contract = method.contract
        self.report.promises = bool(
            self.ensures or self.inputs.every or contract.ensures or self.spec or contract.raises
        )
        self.exceptions = RaisedOnInputs(method, self.is_subject)
        self.limit = limit
        self.number: Any = None  # of the input the method, or a predicate, is running on

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
        report.notes += self.exceptions.notes()
        report.unwritable = self.unwritable()
        tally = self.inputs.tally
        report.seconds, report.candidates = tally.seconds, tally.candidates
        report.sampled = self.inputs.representatives and bool(tally.unread)
        report.notes += self.inputs.warnings() if report.complete else []
        return report

    def unwritable(self) -> str:
        """Return why the smallest failing input cannot be written as code that fails in the same way; "" where it can."""
        report = self.report
        if report.smallest is None:
            return ""
        try:
            with patience(self.limit, lambda frame: report.failed, Stuck):
                check_written(report.finding(), report.smallest.broken)
        except Stuck:
            return f"the input was built anew as a test would, and did not return within {self.limit:g} s"
        except NotWritable as wrong:
            return str(wrong)
        return ""

    def judge(self, after: Any, old: Any, before: Description) -> None:
        """Call the method on one input and note what it broke."""
        arguments = self.inputs.arguments(after)
        if self.inputs.deep:
            with self.asking("before"):
                part = self.inputs.broken_part(arguments)
            if part is not None:
                return
        self.report.tested += 1
        try:
            broken = self.broken(arguments, old)
        except NotAsked:
            self.report.tested -= 1
            return
        if broken is None:
            return
        self.report.failed += 1
        self.report.rules[broken.rule] = self.report.rules.get(broken.rule, 0) + 1
        failure = Failure(broken, before, size_of(before), self.report.tested)
        smallest = self.report.smallest
        if smallest is None or failure.size < smallest.size:
            self.report.smallest = failure

    def broken(self, arguments: tuple[Any, ...], old: Any) -> BrokenInput | None:
        result, error = None, None
        try:
            result = self.guarded(arguments)
        except Stuck:
            # The next one need not wait as long: the point is made, and there may be thousands.
            limit, self.waiter.limit = self.waiter.limit, min(self.waiter.limit, 0.25)
            return BrokenInput("hangs", f"did not return within {limit:g} s", seconds=limit)
        except (Exception, SystemExit, GeneratorExit) as raised:
            error = raised
            wrong = self.wrong(raised, arguments)
            if wrong is not None:
                return wrong
        with self.asking("after"):
            return self.after(arguments, old, result, error)

    @contextmanager
    def asking(self, when: str) -> Iterator[None]:
        """Let predicates run no longer than the method may: one that does not return says nothing about the method."""
        limit, self.waiter.limit = self.waiter.limit, self.limit
        self.number = (when, self.report.tested)
        try:
            yield
        except Stuck:
            what = "some input" if when == "before" else f"what {self.method.name} leaves"
            raise hanging(self.limit, what).error from None
        finally:
            self.number, self.waiter.limit = None, limit

    def guarded(self, arguments: tuple[Any, ...]) -> Any:
        """Call the method; the alarm may end it, but nothing outside of it."""
        by_position, by_name = self.method.bound(arguments)
        self.number = self.report.tested
        call = partial(self.call, **by_name) if by_name else self.call
        try:
            return consumed(call, self.then)(*by_position)
        finally:
            self.number = None

    def wrong(self, raised: BaseException, arguments: tuple[Any, ...]) -> BrokenInput | None:
        """Return what an exception says the method has broken; `NotAsked` where the input was not one to be tried."""
        entries = traceback_frames(raised)
        clause = broken_clause(raised, entries, self.spec, self.is_subject)
        if clause is not None:
            rule, message = self.of_clause(clause)
            by_spec = self.spec is not None and rule == "ensures"
            return BrokenInput(rule, message, type(raised).__name__, by_spec=by_spec)
        if isinstance(raised, self.raises):
            return None
        judged = self.exceptions.judged(raised, arguments)
        if judged.because in LEFT_OUT:
            self.report.left_out += 1
            raise NotAsked
        if judged.blame is Blame.TEST:
            return None
        message = f"raises {describe_error(raised)}"
        return BrokenInput("raises", message, type(raised).__name__, judged=judged)

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
    ) -> BrokenInput | None:
        """Check invariants and postconditions in the state after the call."""
        for parameter, invariant in self.inputs.invariants.items():
            place = self.method.parameters.index(parameter)
            if not kept(invariant, arguments[place]):
                asked = invariant.asked(f"{{{place}}}")
                return BrokenInput("invariant", f"breaks {invariant.name}", assertion=asked)
        part = self.inputs.broken_part(arguments)
        if part is not None:
            one, invariant = part
            places = [f"{{{place}}}" for place in range(len(arguments))]
            way = way_to(one, arguments, places, tuple(self.report.classes.values()))
            message = f"breaks {invariant.name} of an object in reach"
            asked = None if way is None else invariant.asked(way)
            return BrokenInput("invariant", message, assertion=asked)
        names = dict(zip(self.method.parameters, arguments, strict=True))
        names |= {"result": result, "old": old, "error": error}
        for condition in self.ensures:
            try:
                holds = promised(condition, names)
            except Exception as raised:
                message = f"breaks its postcondition, which raises {describe_error(raised)}"
                return BrokenInput("ensures", message, condition=condition)
            if not holds:
                return BrokenInput("ensures", "breaks its postcondition", condition=condition)
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
