"""A failing input of `exhaust` as a finding, so that it is shown and written like any other: `finding_of`.

The input is built field by field, the method is called, and what it breaks is an assertion below, or raised by the call.
"""

from __future__ import annotations

import ast
import re
import traceback
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from refute.discover.callables import what_then
from refute.discover.contract_libraries import wanted
from refute.exhaustive.inputs import Method
from refute.generate.bounded.build_steps import NotWritable, steps_for_values
from refute.model.finding import EXHAUST, Finding
from refute.model.sequence import Call, Sequence, Step
from refute.model.structure import Description
from refute.model.subject import class_name
from refute.model.typeform import ANY
from refute.model.verdict import Blame, Violation, hang
from refute.render.source import source

_WRITTEN = "<refute: as written>"


@dataclass(frozen=True, slots=True)
class BrokenInput:
    """What a call has broken: the rule, how it is said, and how a test notices.

    `assertion` is a line over {0}, {1}…, the parameters in order; `condition` a postcondition of the user's own; where
    neither is given and nothing is `raised`, no test can tell.
    """

    rule: str
    message: str
    raised: str | None = None
    assertion: str | None = None
    condition: Callable[..., Any] | None = None
    by_spec: bool = False  # told by the specification, which is to be called in place of the method
    seconds: float = 0.0  # for calls that did not return
    judged: Violation | None = None  # what an exception means by the table of blame


@dataclass(frozen=True, slots=True)
class Failure:
    """One input on which a method breaks its promise."""

    broken: BrokenInput
    before: Description
    size: tuple[int, int]
    number: int

    @property
    def rule(self) -> str:
        return self.broken.rule

    @property
    def message(self) -> str:
        return self.broken.message


def finding_of(
    failure: Failure, method: Method, classes: Mapping[str, type], reason: str
) -> Finding:
    """Return the finding; `NotWritable` where a value, a class or the condition has no name to be written by."""
    broken, values = failure.broken, values_of(failure.before, method.parameters)
    wants_old = broken.condition is not None and "old" in wanted(broken.condition)
    steps, at = steps_for_values(failure.before, classes, values, copies=2 if wants_old else 1)
    here = len(steps)
    given = at[: len(method.parameters)]
    steps.append(Step(call_of(method, broken.by_spec), tuple(here - place for place in given)))
    subjects, assertion = asserted(broken, method, at, here)
    operation = target_of(method)
    violation = Violation(
        rule=broken.rule,
        step=here,
        blame=Blame.CODE,
        message=broken.message,
        operation=operation,
        signature=("exhaust", broken.rule, operation),
        exception=broken.raised,
        reason=reason,
        subjects=subjects,
        assertion=assertion,
    )
    if broken.judged is not None:
        judged = broken.judged
        violation = replace(
            violation, severity=judged.severity, because=judged.because, remedy=judged.remedy
        )
    if broken.seconds:
        violation = hang(operation, here, broken.seconds)
    sequence = Sequence(tuple(steps))
    return Finding(violation, sequence, sequence, 0, EXHAUST)


def check_written(finding: Finding, broken: BrokenInput) -> None:
    """Run what is written for a finding; `NotWritable` where it does not fail in the same way.

    So that nobody gets a test that fails for another reason: decorators and the state of the process have many ways.
    """
    if broken.seconds:
        return  # once is enough
    program = source(finding.sequence, finding.violation)
    last = ast.parse(program).body[-1]
    try:
        exec(compile(program, _WRITTEN, "exec"), {"__name__": "<refute>"})
    except KeyboardInterrupt:
        raise
    except BaseException as raised:
        frames = traceback.extract_tb(raised.__traceback__)
        lines = [one.lineno or 0 for one in frames if one.filename == _WRITTEN]
        is_there = bool(lines) and last.lineno <= lines[0] <= (last.end_lineno or last.lineno)
        if is_there and broken.raised in (None, type(raised).__name__):
            return
        what = f"raises {type(raised).__name__}: {raised}"
    else:
        what = "does not fail"
    raise NotWritable(
        f"the input was built anew as a test would, and {what}; does it depend on something else?"
    )


def values_of(before: Description, parameters: Iterable[str]) -> list[Any]:
    """Return what the parameters are; object 0 of such a description holds them."""
    held = {name: value for number, name, value in before.assignments if number == 0}
    return [held[name] for name in parameters]


def target_of(method: Method) -> str:
    if method.owner is None:
        return f"{method.function.__module__}:{method.attribute}"
    return f"{class_name(method.owner)}.{method.attribute}"


def call_of(method: Method, by_spec: bool) -> Call:
    target = target_of(method)
    if by_spec and method.contract.spec is not None:
        target = f"{target}_spec"
    if "<" in target or ":" not in target:
        raise NotWritable(f"{target} is written inside a function")
    then = what_then(called(method) if by_spec else method.function)
    names = tuple(name for name in method.parameters if name in method.keywords)
    return Call(target, (ANY,) * len(method.parameters), ANY, names, how_called(method), then)


def how_called(method: Method) -> str:
    """Return how a call of the method is made: on an object, or not."""
    return "method" if method.owner and not method.of_class else "function"


def called(method: Method) -> Callable[..., Any]:
    """Return what is called: a specification in place of the method, where there is one."""
    spec = method.contract.spec
    if spec is None:
        return method.function
    # A class method must get its class.
    bound: Callable[..., Any] = getattr(method.owner, f"{method.attribute}_spec", spec.function)
    return bound if method.of_class else spec.function


def asserted(
    broken: BrokenInput, method: Method, at: list[int], here: int
) -> tuple[tuple[int, ...], str | None]:
    """Return the positions that the failing line speaks of, and the line; none where the call raises or hangs."""
    if broken.raised is not None or broken.seconds:
        return (), None
    number = len(method.parameters)
    if broken.assertion is not None:
        return only_used(tuple(at[:number]), broken.assertion)
    name = "" if broken.condition is None else dotted_name(broken.condition)
    if not name:
        raise NotWritable(
            "the promise that is broken has no name to be written by (is it a lambda?): write it as a function of a module"
        )
    places = {parameter: f"{{{place}}}" for place, parameter in enumerate(method.parameters)}
    old = ", ".join(f"{name}={{{number + 1 + i}}}" for i, name in enumerate(method.parameters))
    places |= {"result": f"{{{number}}}", "error": "None", "old": f"types.SimpleNamespace({old})"}
    arguments = ", ".join(f"{one}={places[one]}" for one in wanted(broken.condition))  # type: ignore[arg-type]
    return only_used((*at[:number], here, *at[number:]), f"assert {name}({arguments})")


def only_used(places: tuple[int, ...], line: str) -> tuple[tuple[int, ...], str]:
    """Return the positions that a line speaks of, and the line over these: the others need no variable.

    >>> only_used((4, 7, 9), "assert {2}.fits({0})")
    ((4, 9), 'assert {1}.fits({0})')
    """
    used = sorted({int(one) for one in re.findall(r"\{(\d+)\}", line)})
    line = re.sub(r"\{(\d+)\}", lambda found: f"{{{used.index(int(found[1]))}}}", line)
    return tuple(places[one] for one in used), line


def dotted_name(function: Callable[..., Any]) -> str:
    name = f"{function.__module__}.{function.__qualname__}"
    return "" if "<" in name or function.__module__ == "__main__" else name
