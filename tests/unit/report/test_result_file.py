"""The result as JSON."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace

from refute.model.finding import Finding
from refute.model.options import Options
from refute.model.results import FinishedRun, Results
from refute.model.sequence import Call, Literal, Sequence
from refute.model.typeform import INT
from refute.model.verdict import Blame, Violation
from refute.report.result_file import FORMAT, JsonResult, finding_json, result_to_json

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


def run(**changes) -> FinishedRun:
    operations = {"shop:g": {}, "shop:f": {"calls": 5, "passed": 3, "raised": {"E": 2}}}
    results = Results(
        Options(),
        ["shop"],
        findings={FINDING.id: FINDING},
        seconds=2.0,
        calls=100,
        operations=operations,
        verdicts=Counter({"pass": 2}),
        unreached={"shop:h": "nothing makes a X"},
    )
    return FinishedRun(replace(results, **changes), "1", [], lambda finding: "f(0)")


def test_a_result_is_json_with_a_format_number():
    data = json.loads(JsonResult().text(run()))

    assert data["format"] == FORMAT == 1
    assert data["calls_per_second"] == 50
    assert data["verdicts"] == {"pass": 2, "fail": 0, "invalid": 0, "stopped": 0}
    assert list(data["operations"]) == ["shop:f", "shop:g"]
    assert data["operations"]["shop:f"]["raised"] == {"E": 2}
    assert data["never_called"] == {"shop:h": "nothing makes a X"}


def test_calls_that_did_not_return_are_told_apart_by_who_is_to_blame():
    numbers = {"calls": 9, "passed": 3, "failed": 2, "raised": {"ValueError": 5, "stopped": 1}}
    written = result_to_json(run(operations={"shop:f": numbers}))["operations"]["shop:f"]

    assert written == {**numbers, "invalid": 3, "refusals": {}}


def test_no_time_is_no_division_by_zero():
    assert result_to_json(run(seconds=0.0))["calls_per_second"] == 0


def test_a_finding_counts_calls_before_and_after():
    data = finding_json(FINDING, "f(0)")

    assert (data["steps"], data["steps_before_shrinking"]) == (1, 2)
    assert data["source"] == "f(0)"
    assert [step["do"] for step in data["sequence"]] == ["literal", "call"]
