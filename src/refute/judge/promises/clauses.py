"""From a live exception to the `Clause` of a contract that it says is broken: `broken_clause`.

In-code specifications say it by the line of an `assert`; icontract and deal by which of their own functions raised.
What they check is theirs to check: here it is only found out whose contract it was, and who had made the call.
"""

from __future__ import annotations

import re
import types
from collections.abc import Callable
from inspect import signature
from itertools import takewhile
from typing import Any

from refute.look.function_source import written
from refute.look.tracebacks import text_of
from refute.model.contract import Clause, Spec, SpecArguments

CONTRACT_LIBRARIES = ("icontract", "deal")
_DEAL_RUNS = frozenset({"_run_sync", "_run_async", "_run_iter"})
_DEAL_LISTS = (
    ("pres", "requires"),
    ("posts", "ensures"),
    ("ensures", "ensures"),
    ("raises", "raises"),
    ("reasons", "reason"),
)
_ICONTRACT_CHECKS = {
    "_assert_preconditions": "requires",
    "_assert_preconditions_async": "requires",
    "_capture_old": "ensures",
    "_capture_old_async": "ensures",
    "_assert_postconditions": "ensures",
    "_assert_postconditions_async": "ensures",
    "_assert_invariant": "invariant",
}

# What deal stops a function from doing, by what it then raises.
_EFFECTS = {
    "SilentContractError": "writes to stdout or stderr",
    "OfflineContractError": "uses the network",
}

Entries = list[types.TracebackType]


def broken_clause(
    exception: BaseException,
    entries: Entries,
    spec: Spec | None,
    is_subject: Callable[[str], bool],
) -> Clause | None:
    """Return the clause that the exception is about, None where it is not about a contract.

    `entries` are the traceback's, refute's own apart, outermost first; `spec` is the specification that was called.
    """
    entries = _without_runner(entries)
    if not entries:
        return None
    first = 0
    if spec is not None and entries[0].tb_frame.f_code is _code(spec):
        if is_its_own(entries, spec):
            return _of_spec(exception, entries, spec)
        first = 1  # it stands in for the caller
    return _of_library(exception, entries[first:], is_subject)


def _code(spec: Spec) -> types.CodeType:
    code: types.CodeType = spec.function.__code__
    return code


def _without_runner(entries: Entries) -> Entries:
    """Return what a coroutine itself has run: first come the frames of the loop that runs it."""
    runner = takewhile(
        lambda one: str(one.tb_frame.f_globals.get("__name__", "")).startswith("asyncio."), entries
    )
    return entries[len(list(runner)) :]


def is_its_own(entries: Entries, spec: Spec) -> bool:
    """Return whether the specification, which was called, raised, or something it calls besides its method."""
    entries = _without_runner(entries)
    if not entries or entries[0].tb_frame.f_code is not _code(spec):
        return False
    if len(entries) == 1:
        return True
    # What a probe calls is the code, all of it.
    return bool(spec.calls) and entries[0].tb_lineno not in spec.calls


def _of_spec(exception: BaseException, entries: Entries, spec: Spec) -> Clause:
    line = entries[0].tb_lineno
    file = entries[0].tb_frame.f_code.co_filename
    kind, text = next(((kind, text) for at, kind, text in spec.asserts if at == line), ("", ""))
    if not isinstance(exception, AssertionError):
        kind = "faulty"
    elif not kind:  # an assert in a helper: where it was called says what it is about
        before = line < min(spec.calls, default=0)
        kind, text = ("requires" if before else "ensures"), text_of(exception).partition("\n")[0]
    if kind == "faulty":
        text = f"{type(exception).__name__}: {text_of(exception)}"
    return Clause(kind, True, spec.function.__qualname__, text, file, line)


def _of_library(
    exception: BaseException, entries: Entries, is_subject: Callable[[str], bool]
) -> Clause | None:
    checks = [n for n, entry in enumerate(entries) if _library(entry) and _kind(entry)]
    if not checks:
        return None
    place = checks[-1]
    kind, owner = _kind(entries[place]) or ("", "")
    below = entries[place + 1 :]
    # Not only the last: an attribute that a condition lacks may be missed by deal's own `__getattr__`.  An effect is
    # stopped where the function calls it.
    matter = below[-1:] if kind == "effects" else below
    if not all(map(_library, matter)) or any(map(_has_no_truth, below)):
        if not _is_condition(entries, place):
            return None  # raised by the function itself, which the library had called
        kind, text = "faulty", f"{type(exception).__name__}: {text_of(exception)}"
    elif kind in ("raises", "reason"):
        text = f"raises {type(exception.__cause__).__name__}"
        text += f", though {_source(exception)} does not hold" if kind == "reason" else ""
    elif kind == "effects":
        text = text_of(exception) or _EFFECTS.get(type(exception).__name__, "has an effect")
    else:
        text = _said(exception)
    custom = not isinstance(exception, AssertionError)
    callers = [e for e in entries[:place] if is_subject(e.tb_frame.f_globals.get("__name__", ""))]
    code = _written_at(entries[: place + 1])
    file, line = (code.co_filename, code.co_firstlineno) if code else (None, None)
    if kind == "requires" and callers:
        # Who did not give what is asked for is where it happened.
        file, line = callers[-1].tb_frame.f_code.co_filename, callers[-1].tb_lineno
    return Clause(
        kind,
        not callers,
        owner,
        text,
        file,
        line,
        # A message of the author's own may hold values.
        type(exception).__name__ if custom else _source(exception) or text,
        custom,
    )


def _has_no_truth(entry: types.TracebackType) -> bool:
    """Return whether icontract could not tell if what a condition returned is true."""
    return entry.tb_frame.f_code.co_name == "not_check" and _library(entry) == "icontract"


def _library(entry: types.TracebackType) -> str:
    name = str(entry.tb_frame.f_globals.get("__name__", "")).partition(".")[0]
    return name if name in CONTRACT_LIBRARIES else ""


def _kind(entry: types.TracebackType) -> tuple[str, str] | None:
    """Return which kind of clause a frame of a library was checking, and whose."""
    frame = entry.tb_frame
    names, function = frame.f_locals, frame.f_code.co_name
    if _library(entry) == "deal":
        return _deal_kind(names, function)
    if function in _ICONTRACT_CHECKS:
        if "instance" in names:
            return "invariant", _invariant_of(
                names["instance"], "__invariants__", names.get("contract")
            )
        return _ICONTRACT_CHECKS[function], _name(names.get("func"))
    if function == "wrapper" and "violation_error" in names:
        about = names.get("resolved_kwargs", {})
        return ("ensures" if "result" in about else "requires"), _name(names.get("func"))
    return None


def _invariant_of(instance: object, listed: str, condition: object) -> str:
    """Return the class that an invariant was written for: the first that has it."""
    bases = reversed(type(instance).__mro__)
    found = (b for b in bases if any(one is condition for one in vars(b).get(listed) or ()))
    return _name(next(found, type(instance)))


def _deal_kind(names: dict[str, Any], function: str) -> tuple[str, str] | None:
    if function == "_deal_validate":
        owner = _invariant_of(names.get("self"), "_deal_invariants", names.get("validator"))
        return "invariant", owner.removesuffix("Invarianted")
    contracts, validator = names.get("self"), names.get("validator")
    if function not in _DEAL_RUNS:
        return None
    owner = _name(getattr(contracts, "func", None))
    for attribute, kind in _DEAL_LISTS:
        if any(validator is one for one in getattr(contracts, attribute, ())):
            return kind, owner
    return ("effects", owner) if getattr(contracts, "patcher", None) is not None else None


def _is_condition(entries: Entries, place: int) -> bool:
    """Return whether what lies below a library's frame is a condition that it evaluates, not the function it guards."""
    below = entries[place + 1]
    if _library(below):
        return True  # a validator, or icontract's own way to a condition
    function = entries[place].tb_frame.f_code.co_name
    return function in _ICONTRACT_CHECKS or function == "_deal_validate"


def _name(about: Any) -> str:
    if about is None:
        return ""
    named = about if hasattr(about, "__qualname__") else type(about)
    return str(named.__qualname__)


def _written_at(entries: Entries) -> types.CodeType | None:
    """Return the code of the function that the innermost frame of a library guards."""
    about: Any = None
    for entry in reversed(entries):
        if not _library(entry):
            return entry.tb_frame.f_code  # it wrote an attribute
        names = entry.tb_frame.f_locals
        about = names.get("func") or names.get("method") or getattr(names.get("self"), "func", None)
        if about is not None:
            break
    while hasattr(about, "__wrapped__"):
        about = about.__wrapped__
    code = getattr(about, "__code__", None)
    return code if isinstance(code, types.CodeType) else None


def _said(exception: BaseException) -> str:
    """Return the condition that a library's message names, without the values it saw."""
    message = getattr(exception, "message", None)
    source = _source(exception)
    if source:
        return message if isinstance(message, str) and message else source
    lines = text_of(exception).splitlines()
    if len(lines) > 1 and lines[0].startswith(
        "File "
    ):  # icontract: the condition ends with a colon
        lines = lines[1:]
        end = next((n for n, line in enumerate(lines) if line.endswith(":")), 0)
        lines = [" ".join(line.strip() for line in lines[: end + 1])]
    if not lines:
        return type(exception).__name__
    return re.sub(r"(.*?): [^:]+ was .*", r"\1", lines[0]).removesuffix(":")


def _source(exception: BaseException) -> str:
    """Return the condition that an exception of deal is about; `_.` stands for the arguments."""
    condition, _ = condition_of(exception)
    if condition is not None and (text := written(condition)):
        return text.replace("_.", "") if _is_short(condition) else text
    source = getattr(exception, "source", None)
    return source if isinstance(source, str) else ""


def condition_of(exception: BaseException | None) -> tuple[Any, dict[str, object]]:
    """Return the condition that an exception of deal is about, with what it was asked; None where it does not say."""
    condition = getattr(exception, "validator", None)
    if not isinstance(condition, types.FunctionType) or not _is_of_deal(exception):
        return None, {}
    values = getattr(exception, "params", {})
    if _is_short(condition):
        return condition, {"_": SpecArguments(values)}
    return condition, {n: v for n, v in values.items() if n in signature(condition).parameters}


def _is_of_deal(exception: object) -> bool:
    return type(exception).__module__.partition(".")[0] == "deal"


def _is_short(condition: types.FunctionType) -> bool:
    return list(signature(condition).parameters) == ["_"]
