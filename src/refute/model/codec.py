"""Sequences and findings ⇄ JSON, with a format number.

What is saved names its operations and their types, so its validity is checked on load: ill-formed data raises
`ValueError` here, an operation that no longer exists is noticed by whoever resolves it.
"""

from __future__ import annotations

import ast
import keyword
from types import NoneType
from typing import Any

from refute.model import typeform
from refute.model.finding import Finding, check_whole
from refute.model.literals import check_source
from refute.model.sequence import (
    RECEIVERS,
    Allocate,
    Call,
    Callback,
    Derive,
    Display,
    Literal,
    Operation,
    Parameter,
    Raise,
    Require,
    Return,
    Sequence,
    SetField,
    Step,
    declared,
)
from refute.model.verdict import Blame, Severity, Violation

# 2: causes are told apart by expression and complaint, and there are doubtful findings.
FORMAT = 2

_FIELDS = ("message", "operation", "exception", "file", "line", "reason", "remedy", "assertion")
_KINDS: dict[str, tuple[type, ...]] = {
    **dict.fromkeys(("rule", "message", "operation", "reason", "remedy"), (str,)),
    **dict.fromkeys(("because", "test_name"), (str,)),
    **dict.fromkeys(("exception", "file", "assertion"), (str, NoneType)),
    "step": (int,),
    "line": (int, NoneType),
    "seconds": (int, float),
    "signature": (list,),
    "subjects": (list,),
}
# After so many seconds calls were given up unless told otherwise by a version that did not save it.
_PATIENCE = 5.0


def sequence_to_json(sequence: Sequence) -> list[Any]:
    """Return one JSON object per step."""
    return [{**operation_to_json(op), "arguments": list(args)} for op, args in sequence.steps]


def _plain_text(text: str) -> str:
    """Return a text that can be written to a file; UnicodeEncodeError, a ValueError, for any other."""
    text.encode()
    return text


def sequence_from_json(data: Any) -> Sequence:
    """Return the sequence written by `sequence_to_json`; ValueError says what is wrong."""
    if not isinstance(data, list):
        raise ValueError("a sequence is a list of steps")
    return Sequence(tuple(_step_from_json(entry) for entry in data))


def _step_from_json(data: Any) -> Step:
    if not isinstance(data, dict):
        raise ValueError(f"a step is an object, not {data!r}")
    arguments = data.get("arguments")
    if not isinstance(arguments, list) or not all(type(a) is int for a in arguments):
        raise ValueError(f"a step's arguments are a list of integers, not {arguments!r}")
    try:
        operation = operation_from_json(data)
    except KeyError as missing:
        raise ValueError(f"a step lacks {missing}") from None
    name, count = _taken(operation, len(arguments))
    if len(arguments) != count:
        raise ValueError(f"{name} takes {count}, not {len(arguments)}")
    return Step(operation, tuple(arguments))


def _taken(operation: Operation, given: int) -> tuple[str, int]:
    """Return the name of what is done, and how many arguments that takes; so many as are given where any number will do."""
    match operation:
        case Call(target, inputs):
            return target, len(inputs)
        case Callback(role, captures=captures):
            return role or "a function", len(captures)
        case Derive(base, methods):
            return base, sum(len(method.captures) for _, method in methods)
        case Return():
            return "return", 1
    return "", given


def _filled(condition: str, count: int) -> str:
    """Return a condition that was read with names in its places; ValueError where it speaks of others."""
    try:
        return condition.format(*(f"x{number}" for number in range(count)))
    except (LookupError, AttributeError):
        raise ValueError(f"{condition!r:.80} speaks of what is not there") from None


def operation_to_json(operation: Operation) -> dict[str, Any]:
    """Return an operation as one JSON object."""
    forms = typeform.to_json
    match operation:
        case Literal(source, type_):
            return {"do": "literal", "source": source, "type": forms(type_)}
        case Call(target, inputs, output, keywords, how, then):
            return {
                "do": "call",
                "target": target,
                "how": how,
                "then": then,
                "inputs": [forms(i) for i in inputs],
                "output": forms(output),
                "keywords": list(keywords),
            }
        case Display(kind, inputs, output):
            return {
                "do": "display",
                "kind": kind,
                "inputs": [forms(i) for i in inputs],
                "output": forms(output),
            }
        case SetField(name, direct):
            return {"do": "set-field", "name": name, "direct": direct}
        case Allocate(target):
            return {"do": "allocate", "target": target}
        case Parameter(index):
            return {"do": "parameter", "index": index}
        case Return():
            return {"do": "return"}
        case Raise(source):
            return {"do": "raise", "source": source}
        case Require(source):
            return {"do": "require", "source": source}
        case Callback():
            return _callback_to_json(operation)
    return {
        "do": "derive",
        "base": operation.base,
        "methods": [[name, _callback_to_json(body)] for name, body in operation.methods],
    }


def _callback_to_json(callback: Callback) -> dict[str, Any]:
    forms = typeform.to_json
    return {
        "do": "callback",
        "role": callback.role,
        "names": list(callback.names),
        "inputs": [forms(one) for one in callback.inputs],
        "output": forms(callback.output),
        "captures": [forms(one) for one in callback.captures],
        "body": sequence_to_json(callback.body),
        "then": callback.then,
        **({"within": callback.within} if callback.within else {}),
    }


def operation_from_json(data: dict[str, Any]) -> Operation:
    form = typeform.from_json
    match data["do"]:
        case "literal":
            return Literal(check_source(str(data["source"])), form(data["type"]))
        case "call":
            inputs = tuple(form(i) for i in data["inputs"])
            keywords = tuple(map(str, data["keywords"]))
            how, then, target = (
                str(data["how"]),
                str(data["then"]),
                _plain_text(str(data["target"])),
            )
            least = 2 if how == "set" else how in (*RECEIVERS, "check", "checker")
            if len(inputs) - len(keywords) < least or not all(map(str.isidentifier, keywords)):
                raise ValueError(f"{target} takes {len(inputs)}, and by name {keywords!r:.80}")
            return Call(target, inputs, form(data["output"]), keywords, how, then)
        case "display":
            inputs = tuple(form(i) for i in data["inputs"])
            return Display(str(data["kind"]), inputs, form(data["output"]))
        case "set-field":
            return SetField(str(data["name"]), bool(data.get("direct", False)))
        case "allocate":
            return Allocate(str(data["target"]))
        case "parameter":
            return Parameter(int(data["index"]))
        case "return":
            return Return()
        case "raise":
            return Raise(check_source(str(data["source"])))
        case "require":
            source = str(data["source"])
            check_source(_filled(source, len(data["arguments"])))
            return Require(source)
        case "callback":
            return _callback_from_json(data)
        case "derive":
            methods = tuple((str(n), _callback_from_json(b)) for n, b in data["methods"])
            return Derive(str(data["base"]), methods)
        case other:
            raise ValueError(f"unknown operation {other!r}")


def _callback_from_json(data: dict[str, Any]) -> Callback:
    inputs, captures = (
        tuple(map(typeform.from_json, data[part])) for part in ("inputs", "captures")
    )
    names = tuple(map(str, data["names"]))
    if len(names) != len(inputs) or not all(map(_is_parameter, names)):
        raise ValueError(f"a function of {len(inputs)} that names {names!r:.80}")
    body = sequence_from_json(data["body"])
    _check_body(body, len(inputs) + len(captures))
    output, then = typeform.from_json(data["output"]), str(data["then"])
    within = str(data.get("within", ""))  # where it is called while it runs
    role = _plain_text(str(data["role"]))
    within = within and check_source(within)
    return Callback(role, names, inputs, output, captures, body, then, within)


def _is_parameter(text: str) -> bool:
    _, name, default = declared(text)
    try:
        ast.literal_eval(default[1:] or "None")
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return False
    return name.isidentifier() and not keyword.iskeyword(name)


def _check_body(body: Sequence, given: int) -> None:
    """Raise ValueError where a body uses what it is not given, or goes on after its end."""
    for position, (operation, _) in enumerate(body.steps):
        if isinstance(operation, Parameter) and not 0 <= operation.index < given:
            raise ValueError(f"a body that is given {given} uses number {operation.index}")
        if isinstance(operation, Return | Raise) and position < len(body) - 1:
            raise ValueError("a body that goes on after its end")


def violation_to_json(violation: Violation) -> dict[str, Any]:
    """Return a violation as one JSON object."""
    return {
        "rule": violation.rule,
        "step": violation.step,
        "blame": violation.blame.value,
        "severity": violation.severity.value,
        "signature": list(violation.signature),
        "subjects": list(violation.subjects),
        "because": violation.because,
        "caps": list(violation.caps),
        "is_guess": violation.is_guess,
        "seconds": violation.seconds,
        "is_caught": violation.is_caught,
        **{name: getattr(violation, name) for name in _FIELDS},
        "test_name": violation.test_name,
    }


def violation_from_json(data: dict[str, Any]) -> Violation:
    """Return the violation written by `violation_to_json`, of this version or an older one; ValueError says what is wrong."""
    for name, kinds in _KINDS.items():
        if name in data and not isinstance(data[name], kinds):
            raise ValueError(f"{name} of a violation is {data[name]!r:.80}")
    for name, kind in (("signature", str), ("subjects", int), ("caps", str)):
        if not all(type(one) is kind for one in data.get(name, ())):
            raise ValueError(f"{name} of a violation is {data[name]!r:.80}")
    for text in (*data["signature"], *(data.get(name) for name in _KINDS if name != "message")):
        _plain_text(text if isinstance(text, str) else "")
    if data["file"] == "":
        raise ValueError("a file without a name")
    data = data if "is_guess" in data else _with_guess_apart(data)
    return Violation(
        rule=data["rule"],
        step=data["step"],
        blame=Blame(data["blame"]),
        severity=Severity(data["severity"]),
        signature=tuple(data["signature"]),
        subjects=tuple(data["subjects"]),
        because=data.get("because", ""),
        caps=tuple(data.get("caps", ())),
        is_guess=data["is_guess"],
        seconds=data.get("seconds", _PATIENCE if data["rule"] == "hangs" else 0.0),
        is_caught=data.get("is_caught", False) is True,
        **{name: data[name] for name in _FIELDS},
        test_name=data.get("test_name", ""),  # absent from what 0.1.0 saved
    )


def _with_guess_apart(data: dict[str, Any]) -> dict[str, Any]:
    """Return a violation as 0.1.0 saved it with what its rule and its reason say of a guess said apart."""
    rule, reason = data["rule"].removeprefix("guess-"), data["reason"].removeprefix("a guess: ")
    is_guess = (rule, reason) != (data["rule"], data["reason"])
    return {**data, "rule": rule, "reason": reason, "is_guess": is_guess}


def finding_to_json(finding: Finding) -> dict[str, Any]:
    """Return a finding as one JSON object, complete enough to be replayed and shown."""
    return {
        "format": FORMAT,
        "id": finding.id,
        "violation": violation_to_json(finding.violation),
        "sequence": sequence_to_json(finding.sequence),
        "first_seen": sequence_to_json(finding.first_seen),
        "seed": finding.seed,
        "found_by": finding.found_by,
        "seen": finding.seen,
        "stable": finding.stable,
        "seconds_to_find": finding.seconds_to_find,
        "worker": finding.worker,
        "number": finding.number,
    }


def finding_from_json(data: Any) -> Finding:
    """Return the finding written by `finding_to_json`; ValueError says what is wrong."""
    if not isinstance(data, dict) or "format" not in data:
        raise ValueError("not a finding of refute")
    if data["format"] != FORMAT:
        raise ValueError(f"format {data['format']!r}; this version reads format {FORMAT}")
    try:
        finding = Finding(
            violation=violation_from_json(data["violation"]),
            sequence=sequence_from_json(data["sequence"]),
            first_seen=sequence_from_json(data["first_seen"]),
            seed=int(data["seed"]),
            found_by=_plain_text(str(data["found_by"])),
            seen=int(data["seen"]),
            stable=bool(data["stable"]),
            seconds_to_find=float(data["seconds_to_find"]),
            worker=int(data.get("worker", 0)),
            number=int(data["number"]),
        )
    except (KeyError, TypeError, OverflowError) as wrong:
        raise ValueError(f"a finding that is not whole: {wrong!r}") from None
    check_whole(finding)
    return finding
