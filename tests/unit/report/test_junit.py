"""The findings as JUnit XML."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from dataclasses import replace

from refute.model.finding import Finding
from refute.model.options import Options
from refute.model.results import FinishedRun, Results
from refute.model.sequence import Call, Literal, Sequence
from refute.model.typeform import INT
from refute.model.verdict import Blame, Severity, Violation
from refute.report.junit import JunitResult

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


def written(findings: list[Finding], operations: list[str], program: str) -> str:
    results = Results(Options(), ["shop"], operations={name: {} for name in operations})
    results.findings = {str(number): finding for number, finding in enumerate(findings)}
    return JunitResult().text(FinishedRun(results, "1", [], lambda finding: program))


def test_junit_has_a_case_for_each_operation_and_survives_any_text():
    text = written([FINDING], ["shop:f", "shop:g"], "<f>\x01")
    suite = ElementTree.fromstring(text).find("testsuite")
    failures = {case.get("name"): case.findall("failure") for case in suite}

    assert suite.get("tests") == "2" and suite.get("failures") == "1"
    assert failures["g"] == []
    assert failures["f"][0].get("message") == "E: <&\\x00>"
    assert failures["f"][0].text == "<f>\\x01"


def test_junit_fails_where_the_exit_code_does_and_tells_the_severity():
    minor = replace(FINDING.violation, severity=Severity.ROBUSTNESS, operation="shop:g")
    findings = [FINDING, replace(FINDING, violation=minor)]
    text = written(findings, ["shop:f", "shop:g", "shop:h"], "f(0)")
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


def test_line_ends_and_quotes_in_a_message_are_kept():
    message = "E: 'a' \"b\"\n\tc"
    finding = replace(FINDING, violation=replace(FINDING.violation, message=message))
    suite = ElementTree.fromstring(written([finding], [], "f(0)")).find("testsuite")

    assert suite.find("testcase/failure").get("message") == message
