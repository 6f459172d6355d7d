"""What is saved is read again, and what is no finding is refused with the reason."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from refute.model.codec import (
    FORMAT,
    finding_from_json,
    finding_to_json,
    operation_from_json,
    operation_to_json,
    sequence_from_json,
    sequence_to_json,
    violation_from_json,
    violation_to_json,
)
from refute.model.finding import Finding, finding_id
from refute.model.sequence import (
    Allocate,
    Call,
    Callback,
    Derive,
    Display,
    Literal,
    Parameter,
    Raise,
    Require,
    Return,
    Sequence,
    SetField,
)
from refute.model.typeform import ANY, INT, TypeForm
from refute.model.verdict import Blame, Severity, Violation, hang

BODY = (
    Sequence()
    .extend(Parameter(0))
    .extend(Require("{0} != {{1}}"), [0])
    .extend(Call("shop:Node.size", (ANY,), ANY, how="field"), [0])
    .extend(Return(), [2])
)
CALLBACK = Callback("key", ("x",), (ANY,), INT, (INT,), BODY, "await")
RAISING = Callback("", (), (), ANY, (), Sequence().extend(Raise("ValueError()")), within="0")
EVERYTHING = (
    Sequence()
    .extend(Literal("float('nan')", TypeForm("float")))
    .extend(Call("shop:f", (INT,), ANY, ("x",), "function", "await"), [0])
    .extend(Display("dict", (INT, INT), TypeForm("dict")), [0, 1])
    .extend(Allocate("shop:Node"))
    .extend(SetField("next"), [3, 3])
    .extend(SetField("next", direct=True), [3, 3])
    .extend(Call("shop:Node.next", (ANY,), ANY, how="field"), [3])
    .extend(CALLBACK, [0])
    .extend(Derive("shop:Base", (("run", CALLBACK), ("stop", RAISING))), [0])
)
FINDING = Finding(
    violation=Violation(
        rule="raises",
        step=1,
        blame=Blame.CODE,
        message="KeyError: 'ä'",
        operation="shop:f",
        signature=("raises", "KeyError", "f:3"),
        severity=Severity.LIKELY,
    ),
    sequence=EVERYTHING,
    first_seen=EVERYTHING,
    seed=7,
    found_by="feedback",
)


def test_every_operation_comes_back():
    assert sequence_from_json(json.loads(json.dumps(sequence_to_json(EVERYTHING)))) == EVERYTHING


@pytest.mark.parametrize("name", ["x=None", "x='=, *y'", "*x", "*, x", "*, x=(1, 2)", "**x"])
def test_a_parameter_comes_back_as_it_is_declared(name):
    callback = replace(CALLBACK, names=(name,))

    assert operation_from_json(operation_to_json(callback)) == callback


def test_a_finding_comes_back_with_its_name():
    data = json.loads(json.dumps(finding_to_json(FINDING)))

    assert finding_from_json(data) == FINDING
    assert data["id"] == FINDING.id == finding_id(("raises", "KeyError", "f:3"))


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ({}, "a sequence is a list of steps"),
        ([7], "a step is an object"),
        ([{"do": "literal"}], "arguments are a list of integers"),
        ([{"do": "literal", "arguments": ["1"]}], "arguments are a list of integers"),
        ([{"do": "literal", "arguments": [True]}], "arguments are a list of integers"),
        ([{"do": "literal", "arguments": []}], "a step lacks 'source'"),
        ([{"arguments": []}], "a step lacks 'do'"),
        ([{"do": "dance", "arguments": []}], "unknown operation 'dance'"),
        ([{"do": "set-field", "name": "x", "arguments": [1]}], "step 0 refers 1 steps back"),
        ([{"do": "literal", "source": "0", "type": 7, "arguments": []}], "not a type"),
        ([{"do": "literal", "source": "((", "type": "int", "arguments": []}], "not Python"),
        ([{**operation_to_json(Call("shop:f", (INT,), ANY)), "arguments": []}], "takes 1, not 0"),
        ([{**operation_to_json(Call("shop:f", (), ANY, ("x",))), "arguments": []}], "by name"),
        (
            [{**operation_to_json(Call("shop:C.f", (), ANY, (), "method")), "arguments": []}],
            "shop:C.f takes 0",
        ),
        (
            [{**operation_to_json(replace(CALLBACK, names=("x", "y"))), "arguments": [1]}],
            "a function of 1 that names",
        ),
        (
            [{**operation_to_json(replace(CALLBACK, names=("x=f()",))), "arguments": [1]}],
            "a function of 1 that names",
        ),
    ],
)
def test_a_sequence_that_is_none_is_refused(data, reason):
    with pytest.raises(ValueError, match=reason):
        sequence_from_json(data)


@pytest.mark.parametrize(
    ("steps", "reason"),
    [
        ([{"do": "raise", "source": "((", "arguments": []}], "not Python"),
        ([{"do": "raise", "arguments": []}], "a step lacks 'source'"),
        ([{"do": "require", "source": "1 +", "arguments": []}], "not Python"),
        ([{"do": "require", "source": "{0} > 0", "arguments": []}], "speaks of what is not there"),
        ([{"do": "require", "source": "{x} > 0", "arguments": []}], "speaks of what is not there"),
        ([{"do": "require", "source": "{0", "arguments": []}], "expected '}'"),
        ([{"do": "return", "arguments": []}], "return takes 1, not 0"),
        ([{"do": "parameter", "index": 2, "arguments": []}], "given 2 uses number 2"),
        ([{"do": "parameter", "index": -1, "arguments": []}], "given 2 uses number -1"),
        (
            [
                {"do": "raise", "source": "ValueError()", "arguments": []},
                {"do": "raise", "source": "ValueError()", "arguments": []},
            ],
            "goes on after its end",
        ),
        ({}, "a sequence is a list of steps"),
    ],
)
def test_a_body_that_is_none_is_refused(steps, reason):
    function = {**operation_to_json(CALLBACK), "body": steps}
    made = {"do": "derive", "base": "shop:Base", "methods": [["run", function]]}

    for operation in (function, made):
        with pytest.raises(ValueError, match=reason):
            operation_from_json(operation)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"names": []}, "a function of 1 that names"),
        ({"names": ["no name"]}, "a function of 1 that names"),
        ({"captures": []}, "a body that is given 1 uses number 1"),
        ({"captures": ["int", "int"]}, "key takes 2, not 1"),
        ({"inputs": [7]}, "not a type"),
        ({"role": "\ud800"}, "surrogates not allowed"),
    ],
)
def test_a_function_that_is_none_is_refused(change, reason):
    body = Sequence().extend(Parameter(1)).extend(Return(), [0])
    function = {**operation_to_json(replace(CALLBACK, body=body)), **change}
    literal = {**operation_to_json(Literal("0", INT)), "arguments": []}

    with pytest.raises(ValueError, match=reason):
        sequence_from_json([literal, {**function, "arguments": [1]}])


def test_a_class_captures_what_its_methods_capture():
    made = operation_to_json(Derive("shop:Base", (("run", CALLBACK), ("stop", RAISING))))

    with pytest.raises(ValueError, match="shop:Base takes 1, not 0"):
        sequence_from_json([{**made, "arguments": []}])


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"format": FORMAT + 1}, "this version reads format"),
        ({"violation": {}}, "not whole"),
        ({"violation": None}, "not whole"),
        ({"seed": None}, "not whole"),
        ({"sequence": None}, "a sequence is a list"),
    ],
)
def test_a_finding_that_is_not_whole_is_refused(change, reason):
    with pytest.raises(ValueError, match=reason):
        finding_from_json({**finding_to_json(FINDING), **change})


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"rule": 7}, "rule of a violation is 7"),
        ({"line": "3"}, "line of a violation is '3'"),
        ({"signature": ["raises", 7]}, "signature of a violation"),
        ({"caps": [None]}, "caps of a violation"),
        ({"operation": "\ud800"}, "surrogates not allowed"),
        ({"file": ""}, "a file without a name"),
        ({"step": 99}, "steps that are not there"),
        ({"subjects": [-1]}, "steps that are not there"),
        ({"test_name": "no name"}, "'no name' is no part of a name"),
        ({"subjects": [0], "assertion": "assert {1}"}, "speaks of what is not there"),
        ({"subjects": [0], "assertion": "assert {0"}, "not Python"),
    ],
)
def test_a_violation_of_other_types_or_of_nothing_is_refused(change, reason):
    data = finding_to_json(FINDING)

    with pytest.raises(ValueError, match=reason):
        finding_from_json({**data, "violation": {**data["violation"], **change}})


@pytest.mark.parametrize("data", [None, [], {}, "finding"])
def test_what_is_no_finding_is_refused(data):
    with pytest.raises(ValueError, match="not a finding of refute"):
        finding_from_json(data)


def test_an_operation_is_one_object():
    assert operation_to_json(Literal("0", INT)) == {"do": "literal", "source": "0", "type": "int"}


@pytest.mark.parametrize(
    ("rule", "reason", "is_guess"),
    [
        ("raises", "it is so", False),
        ("guess-raises", "it is so", True),
        ("guess-raises", "a guess: it is so", True),
        ("raises", "a guess: it is so", True),
    ],
)
def test_a_guess_of_older_versions_is_one_though_its_rule_or_reason_said_so(rule, reason, is_guess):
    data = violation_to_json(FINDING.violation)
    del data["is_guess"], data["caps"]
    violation = violation_from_json({**data, "rule": rule, "reason": reason})

    assert (violation.rule, violation.reason) == ("raises", "it is so")
    assert violation.is_guess is is_guess


def test_what_later_versions_added_may_be_missing():
    violation = hang("shop:f", 1, 2.0)
    data = finding_to_json(replace(FINDING, violation=violation))
    assert finding_from_json(data).violation == violation

    del data["violation"]["because"], data["violation"]["seconds"]

    assert finding_from_json(data).violation == replace(violation, seconds=5.0)
