"""The machine-readable results."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from dataclasses import replace

from refute.model.finding import Finding
from refute.model.sequence import Call, Literal, Sequence
from refute.model.typeform import INT
from refute.model.verdict import Blame, Severity, Violation
from refute.report.result_file import FORMAT, finding_json, junit_xml, result_to_json

F = Call("shop:f", (INT,), INT)
SEQUENCE = Sequence().extend(Literal("0", INT)).extend(F, [0])
FINDING = Finding(
    Violation(
        "raises", 1, Blame.CODE, "E: <&\x00>", "shop:f", ("raises", "E", "f:1"), exception="E"
    ),
    SEQUENCE,
    SEQUENCE.extend(F, [0]),
    0,
    "feedback",
)


def result(**changes):
    plain = {
        "version": "1",
        "seed": 0,
        "targets": ["shop"],
        "seconds": 2.0,
        "sequences": 3,
        "calls": 100,
        "operations": {"shop:g": {}, "shop:f": {"calls": 5, "passed": 3, "raised": {"E": 2}}},
        "verdicts": {"pass": 2},
        "findings": [FINDING],
        "flaky": [],
        "order_dependent": [],
        "stopped": [],
        "restarts": 0,
        "files_written": [],
        "chance": 0.5,
        "unreached": {"shop:h": "nothing makes a X"},
        "skipped": {},
        "structures": {},
        "faulty": {},
        "refused": {},
        "source": lambda finding: "f(0)",
    }
    return result_to_json(**{**plain, **changes})


def test_a_result_is_json_with_a_format_number():
    data = json.loads(json.dumps(result()))

    assert data["format"] == FORMAT == 1
    assert data["calls_per_second"] == 50
    assert data["verdicts"] == {"pass": 2, "fail": 0, "invalid": 0, "stopped": 0}
    assert list(data["operations"]) == ["shop:f", "shop:g"]
    assert data["operations"]["shop:f"]["raised"] == {"E": 2}
    assert data["never_called"] == {"shop:h": "nothing makes a X"}


def test_calls_that_did_not_return_are_told_apart_by_who_is_to_blame():
    numbers = {"calls": 9, "passed": 3, "failed": 2, "raised": {"ValueError": 5, "stopped": 1}}
    written = result(operations={"shop:f": numbers})["operations"]["shop:f"]

    assert written == {**numbers, "invalid": 3}


def test_no_time_is_no_division_by_zero():
    assert result(seconds=0.0)["calls_per_second"] == 0


def test_a_finding_counts_calls_before_and_after():
    data = finding_json(FINDING, "f(0)")

    assert (data["steps"], data["steps_before_shrinking"]) == (1, 2)
    assert data["source"] == "f(0)"
    assert [step["do"] for step in data["sequence"]] == ["literal", "call"]


def test_junit_has_a_case_for_each_operation_and_survives_any_text():
    text = junit_xml([FINDING], ["shop:f", "shop:g"], lambda finding: "<f>\x01")
    suite = ElementTree.fromstring(text).find("testsuite")
    failures = {case.get("name"): case.findall("failure") for case in suite}

    assert suite.get("tests") == "2" and suite.get("failures") == "1"
    assert failures["g"] == []
    assert failures["f"][0].get("message") == "E: <&\\x00>"
    assert failures["f"][0].text == "<f>\\x01"


def test_junit_fails_where_the_exit_code_does_and_tells_the_severity():
    minor = replace(FINDING.violation, severity=Severity.ROBUSTNESS, operation="shop:g")
    findings = [FINDING, replace(FINDING, violation=minor)]
    text = junit_xml(findings, ["shop:f", "shop:g", "shop:h"], lambda finding: "f(0)")
    suite = ElementTree.fromstring(text).find("testsuite")
    told = {
        case.get("name"): (
            [each.tag for each in case],
            [each.get("value") for each in case.iter("property") if each.get("name") == "severity"],
        )
        for case in suite
    }

    assert (suite.get("failures"), suite.get("skipped")) == ("1", "1")
    assert told == {
        "f": (["properties", "failure"], ["error"]),
        "g": (["properties", "skipped"], ["robustness"]),
        "h": ([], []),
    }
