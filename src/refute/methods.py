"""A method tried on every small input: what `refute.inputs` and `refute.exhaust` do.

Korat, section 4: inputs are all objects within bounds that satisfy invariant and precondition; afterwards invariant and
postcondition must hold.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from refute.discover.contracts import contract_of, wanted
from refute.discover.finitize import Reading, Unknown, resolve
from refute.discover.promises import Invariant, inputs_predicate, invariant_of
from refute.errors import UsageError
from refute.generate.exploration import Tally
from refute.generate.patience import patience
from refute.model.bounds import Bounds, Domain, Objects
from refute.model.contract import NO_CONTRACT, Contract
from refute.model.structure import Description, size_of
from refute.predicates import checked
from refute.render.structures import code_of
from refute.small import Structures

NAMELESS = inspect.Parameter.empty


@dataclass(frozen=True, slots=True)
class Method:
    """A method under test with its owner, parameters, and what is written about it."""

    owner: type | None
    function: Callable[..., Any]
    parameters: list[str]
    contract: Contract
    name: str


def method_of(function: Callable[..., Any], owner: type | None) -> Method:
    """Return a method with its class, which its qualified name tells."""
    owner = owner or owner_of(function)
    parameters = list(inspect.signature(function).parameters)
    contract = contract_of(owner, function) if owner else NO_CONTRACT
    name = getattr(function, "__name__", "function")
    return Method(
        owner, function, parameters, contract, f"{owner.__name__}.{name}" if owner else name
    )


def owner_of(function: Callable[..., Any]) -> type | None:
    """Return the class a function was written in, found by its qualified name."""
    parts = getattr(function, "__qualname__", "").split(".")[:-1]
    place: Any = sys.modules.get(function.__module__)
    for index, part in enumerate(parts):
        if part == "<locals>":
            return local_owner(function, parts[index + 1 :])
        place = getattr(place, part, None)
    return place if isinstance(place, type) else None


def local_owner(function: Callable[..., Any], parts: list[str]) -> type | None:
    """Return the class written inside a function that has this very function as an attribute."""
    for one in object.__subclasses__():
        if parts and one.__name__ == parts[-1] and function in vars(one).values():
            return one
    return None


class Inputs(Structures):
    """All inputs of a method that satisfy its precondition, as tuples (self, …)."""

    def __init__(
        self,
        method: Method,
        space: Bounds,
        requires: Callable[..., Any] | None,
        given: dict[str, Any],
        path: str = "auto",
        representatives: bool = False,
    ) -> None:
        self.method = method
        asked = [condition.function for condition in method.contract.requires]
        conditions = [*asked, *([requires] if requires else [])]
        self.combined = bounds_of_inputs(method, space, given)
        invariants = parameter_invariants(self.combined, method)
        predicate = inputs_predicate(invariants, conditions, method.parameters)
        name = f"the precondition of {method.name}"
        super().__init__(
            self.combined, Invariant(name, predicate), representatives=representatives, path=path
        )
        self.invariants = invariants

    def arguments(self, one: Any) -> tuple[Any, ...]:
        return tuple(getattr(one, name) for name in self.method.parameters)

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return self.explore(lambda search: self.arguments(search.reader.build()))


def bounds_of_inputs(method: Method, space: Bounds, given: dict[str, Any]) -> Bounds:
    """Return the bounds of figure 16: those of the class, and a domain for each parameter."""
    name = method.name.replace(".", "_")
    holder = type(name, (), {"__module__": __name__, "__annotations__": {}})
    reading = Reading(space.classes[space.root], None, dict(space.objects.items()))
    hints = annotations_of(method.function)
    fields: dict[str, Domain] = {}
    for index, parameter in enumerate(method.parameters):
        fields[f"{name}.{parameter}"] = parameter_domain(
            method, index, parameter, space, given, reading, hints.get(parameter, NAMELESS)
        )
    return Bounds(
        name,
        {name: 1, **space.objects},
        {**fields, **space.fields},
        {name: holder, **space.classes},
    )


def parameter_domain(
    method: Method,
    index: int,
    parameter: str,
    space: Bounds,
    given: dict[str, Any],
    reading: Reading,
    hint: Any,
) -> Domain:
    if parameter in given:
        return reading.domain_of(given[parameter], None)
    if index == 0 and method.owner is space.classes[space.root]:
        return Objects(space.root)
    try:
        if hint is NAMELESS:
            raise Unknown
        return reading.from_annotation(hint)
    except Unknown:
        raise UsageError(
            f"{method.name}: cannot see the values of parameter {parameter}; give them: "
            f"{parameter}=[...], or a class, or one of the domains of refute.bounds",
            "parameter-unbounded",
        ) from None


def annotations_of(function: Callable[..., Any]) -> dict[str, Any]:
    owner = owner_of(function) or object
    raw = getattr(inspect.unwrap(function), "__annotations__", {})
    module = inspect.getmodule(function)
    holder = type(
        "scope", (), {"__module__": getattr(module, "__name__", "builtins"), **vars_of(owner)}
    )
    return {name: resolve(hint, holder) for name, hint in raw.items()}


def vars_of(owner: type) -> dict[str, Any]:
    """Return the nested classes of a class, which annotations may name."""
    return {name: one for name, one in vars(owner).items() if isinstance(one, type)}


def parameter_invariants(space: Bounds, method: Method) -> dict[str, Invariant]:
    """Return the invariants of the objects that are parameters (section 4: part of the precondition)."""
    found: dict[str, Invariant] = {}
    for parameter in method.parameters:
        domain = space.fields[f"{space.root}.{parameter}"]
        if isinstance(domain, Objects):
            invariant = invariant_of(space.classes[domain.name])
            if invariant is not None:
                found[parameter] = invariant
    return found


def inputs(
    function: Callable[..., Any],
    space: Bounds,
    *,
    requires: Callable[..., Any] | None = None,
    owner: type | None = None,
    path: str = "auto",
    representatives: bool = False,
    **given: Any,
) -> Inputs:
    """Return all inputs of a method within bounds that satisfy invariant and precondition.

    Of fields that these do not read, all values are taken, or one with `representatives`.
    """
    return Inputs(method_of(function, owner), space, requires, given, path, representatives)


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
    tested: int = 0
    failed: int = 0
    smallest: Failure | None = None
    complete: bool = False
    seconds: float = 0.0
    candidates: int = 0
    rules: dict[str, int] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Tell whether the method kept its promise on every input, and every input was tried."""
        return self.complete and not self.failed and self.tested > 0

    def __bool__(self) -> bool:
        return self.ok

    def __str__(self) -> str:
        sizes = bounds_line(self.space)
        if self.smallest is None:
            how = "holds for" if self.complete else "held for"
            tail = "all of them within" if self.complete else "interrupted within"
            return f"{self.name} {how} {self.tested} inputs, {tail} {sizes}; {self.seconds:.2f} s"
        failure = self.smallest
        lines = [f"{self.name} {failure.message}"]
        lines += ["    " + line for line in code_of(failure.before, self.parameters, self.name)]
        lines.append(
            f"  smallest of {self.failed} failing inputs among {self.tested} within {sizes}; {self.seconds:.2f} s"
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
    on_progress: Callable[[Tally], None] | None = None,
    **given: Any,
) -> Exhaustion:
    """Run a method on every input within bounds: a proof up to them, or the smallest input that breaks it.

    `ensures` may ask for any parameter by its name (as it is afterwards), for `result`, for `old` (an object with
    the parameters as they were), and for `error`, the exception raised or None.  With `raises` an exception of
    that type is a normal end; a call that takes longer than `limit` seconds breaks its promise; `first` stops at the first
    failing input instead of looking for the smallest; `representatives` as for `inputs`.
    """
    method = method_of(function, owner)
    allowed = raises if isinstance(raises, tuple) else (raises,)
    tried = Inputs(method, space, requires, given, path, representatives)
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
        self.report = Exhaustion(method.name, method.parameters, self.inputs.space)
        spec = method.contract.spec
        self.call = spec.function if spec else method.function
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
        tally = self.inputs.tally
        report.seconds, report.candidates = tally.seconds, tally.candidates
        report.notes += self.inputs.warnings() if report.complete else []
        return report

    def judge(self, after: Any, old: Any, before: Description) -> None:
        """Call the method on one input and note what it broke."""
        arguments = self.inputs.arguments(after)
        self.report.tested += 1
        broken = self.broken(arguments, old)
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
        except Exception as raised:
            error = raised
            if not isinstance(raised, self.raises):
                return "raises", f"raises {describe_error(raised)}"
        return self.after(arguments, old, result, error)

    def guarded(self, arguments: tuple[Any, ...]) -> Any:
        """Call the method; the alarm may end it, but nothing outside of it."""
        self.number = self.report.tested
        try:
            return self.call(*arguments)
        finally:
            self.number = None

    def after(
        self, arguments: tuple[Any, ...], old: Any, result: Any, error: BaseException | None
    ) -> tuple[str, str] | None:
        """Check invariants and postconditions in the state after the call."""
        for parameter, invariant in self.inputs.invariants.items():
            if not kept(invariant, arguments[self.method.parameters.index(parameter)]):
                return "invariant", f"breaks {invariant.name}"
        names = dict(zip(self.method.parameters, arguments, strict=True))
        names |= {"result": result, "old": old, "error": error}
        for condition in self.ensures:
            if not promised(condition, names):
                return "ensures", "breaks its postcondition"
        return None


class Stuck(BaseException):
    """Leaves a method that does not return."""


def describe_error(error: BaseException) -> str:
    text = str(error)
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def kept(invariant: Invariant, one: Any) -> bool:
    try:
        return bool(checked(invariant)(one))
    except Exception:
        return False


def promised(condition: Callable[..., Any], names: dict[str, Any]) -> bool:
    return bool(condition(**{name: names[name] for name in wanted(condition)}))
