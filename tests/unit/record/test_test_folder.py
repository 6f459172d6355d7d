"""The user's folder of tests: written, moved when the fault is mended, never lost."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from refute.model.finding import Finding
from refute.model.options import Options
from refute.model.recording import Observation, RecordedTest
from refute.model.results import Results
from refute.model.sequence import Call, Sequence
from refute.model.typeform import INT
from refute.model.verdict import Blame, Severity, Violation
from refute.record.test_folder import SuiteFolder, by_module

SEQUENCE = Sequence().extend(Call("shop:f", (), INT))


def finding(severity: Severity = Severity.ERROR, place: str = "f:1") -> Finding:
    violation = Violation(
        "raises", 0, Blame.CODE, "KeyError", "shop:f", ("raises", place), severity=severity
    )
    return Finding(violation, SEQUENCE, SEQUENCE, 0, "feedback")


@pytest.fixture
def folder(tmp_path: Path):
    def make(*findings: Finding, **more) -> SuiteFolder:
        results = Results(
            replace(Options(), severity="likely"),
            ["shop"],
            {one.id: one for one in findings},
            operations={"shop:f": {}},
            **more,
        )
        make.notes = []
        return SuiteFolder(tmp_path, results, [], make.notes)

    return make


def test_only_findings_of_the_severity_asked_for_have_tests(folder):
    sure, weak = finding(), finding(Severity.ROBUSTNESS, "f:2")
    (text,) = folder(sure, weak).findings().values()

    assert sure.id in text
    assert weak.id not in text


def test_a_finding_belongs_to_the_file_of_the_module_that_defines_its_operation(folder):
    inherited = folder(finding(), definitions={"shop:f": "shop.base"})

    assert list(folder(finding()).findings()) == ["test_shop_findings.py"]
    assert "base" in next(iter(inherited.findings()))


def test_a_file_of_findings_that_are_all_mended_is_removed(folder, tmp_path):
    old = folder(finding())
    old.write(old.findings())
    folder().remove_stale([finding()], [])

    assert not (tmp_path / "test_shop_findings.py").exists()
    assert "its findings are mended" in folder.notes[-1]


def test_a_file_with_a_finding_that_nobody_knows_to_be_mended_stays(folder, tmp_path):
    old = folder(finding())
    old.write(old.findings())
    folder().remove_stale([], [])

    assert (tmp_path / "test_shop_findings.py").exists()
    assert f"this run did not find {finding().id}" in folder.notes[-1]


def test_a_file_of_the_users_stays(folder, tmp_path):
    path = tmp_path / "test_shop_findings.py"
    path.write_text("def test_mine(): ...\n")
    folder().remove_stale([finding()], [])

    assert path.exists()
    assert folder.notes == []


def test_recorded_tests_are_in_the_file_of_what_they_call():
    one, other = (
        RecordedTest(Sequence().extend(Call(f"{module}:f", (), INT)), (Observation(0, "{0}", "1"),))
        for module in ("shop", "store")
    )

    assert by_module([one, other, one]) == {"shop": [one, one], "store": [other]}


def test_a_suite_has_another_name_than_the_tests_that_were_learned_from(folder, tmp_path):
    theirs = tmp_path / "tests" / "unit"
    theirs.mkdir(parents=True)
    made = folder()
    made._results.options = replace(made._results.options, learn_from=(str(tmp_path / "tests"),))
    before = made.suite_name("shop")
    (theirs / "test_shop.py").write_text("def test_it(): ...\n")

    assert before == "test_shop.py"
    assert made.suite_name("shop") == "test_shop_recorded.py"
    assert made.suite_name("stock") == "test_stock.py"
