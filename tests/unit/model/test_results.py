"""What a run found and counted."""

from __future__ import annotations

from dataclasses import replace

import pytest

from refute.model.errors import Defect, GivenUp
from refute.model.finding import Finding
from refute.model.options import Options
from refute.model.results import FORBIDDEN, Results, most_branches, rank
from refute.model.sequence import Call, Sequence
from refute.model.typeform import INT
from refute.model.verdict import Severity, hang

F = Call("shop:f", (), INT)
SHORT = Sequence().extend(F)
LONG = SHORT.extend(F)


def finding(operation: str, severity: Severity, sequence: Sequence) -> Finding:
    violation = replace(hang(operation, 0, 5.0), severity=severity, signature=(operation,))
    return Finding(violation, sequence, sequence, 0, "feedback")


def run(**found) -> Results:
    return Results(Options(), ["shop"], **found)


def test_findings_are_ordered_by_severity_then_by_length():
    likely = finding("shop:a", Severity.LIKELY, SHORT)
    long, short = (
        finding("shop:b", Severity.ERROR, LONG),
        finding("shop:c", Severity.ERROR, SHORT),
    )
    some = run(findings={one.id: one for one in (likely, long, short)})

    assert some.ordered() == [short, long, likely]
    assert rank(short) < rank(long) < rank(likely)


@pytest.mark.parametrize(
    ("least", "tally"),
    [
        ("doubtful", "4 findings"),
        ("robustness", "3 findings"),
        ("likely", "2 findings and 1 of lower severity"),
        ("error", "1 finding and 2 of lower severity"),
    ],
)
def test_findings_of_lower_severity_than_asked_for_are_counted_apart(least, tally):
    found = [finding(f"shop:{one.value}", one, SHORT) for one in Severity]
    some = Results(Options(severity=least), ["shop"], findings={one.id: one for one in found})

    assert some.tally() == tally
    assert some.shown() == found[: int(tally[0])]


@pytest.mark.parametrize("least", list(Severity))
def test_findings_down_to_the_severity_asked_for_make_the_run_fail(least):
    found = [finding(f"shop:{one.value}", one, SHORT) for one in Severity]
    some = Results(Options(fail_on=least.value), ["shop"], findings={one.id: one for one in found})

    assert some.failing() == found[: least.rank + 1]


def test_calls_are_stopped_by_the_parent_or_by_the_clock():
    operations = {
        "shop:f": {"raised": {"stopped": 1}},
        "shop:g": {"raised": {"E": 1}},
        "shop:h": {},
    }

    assert run(stopped=["shop:x"], operations=operations).stopped_operations() == [
        "shop:x",
        "shop:f",
    ]
    assert run(stopped=["shop:f"], operations=operations).stopped_operations() == ["shop:f"]


@pytest.mark.parametrize(
    ("operations", "nothing"),
    [
        ({}, False),
        ({"shop:f": {"calls": 0}}, True),
        ({"shop:f": {"calls": 0}, "shop:g": {"calls": 1}}, False),
        ({"shop:Cart.f": {"calls": 3, "raised": {FORBIDDEN: 3}}}, True),
        ({"shop:Cart.f": {"calls": 3, "raised": {FORBIDDEN: 2}, "passed": 1}}, False),
        ({"shop:Cart.f": {"calls": 3, "raised": {FORBIDDEN: 3}}, "shop:Cart": {"calls": 1}}, True),
        ({"shop:Cart.f": {"calls": 3, "raised": {FORBIDDEN: 3}}, "shop:g": {"calls": 1}}, False),
        ({"shop:Cart.f": {"calls": 3, "raised": {FORBIDDEN: 1, "E": 2}}}, False),
    ],
)
def test_nothing_is_tested_where_nothing_but_objects_could_be_made(operations, nothing):
    assert bool(run(operations=operations).nothing_tested()) is nothing


def test_a_worker_that_died_may_have_called_something_it_did_not_tell_of():
    assert run(seconds=2.0).nothing_tested() and not run(seconds=2.0, sequences=1).nothing_tested()
    assert not run(operations={"shop:f": {"calls": 0}}, restarts=1).nothing_tested()


def test_what_neither_passed_nor_failed_never_passed():
    counts = {"calls": 60, "unmet": 60}
    some = {"shop:f": counts, "shop:g": counts | {"failed": 1}, "shop:h": counts | {"passed": 1}}
    results = run(operations=some | {"shop:i": {"calls": 0}})

    assert results.never_passed() == {"shop:f": 60, "shop:i": 0}
    assert results.unmet_contracts() == {"shop:f": 60}


def test_of_several_workers_the_most_branches_count():
    assert most_branches(3, None, 5) == 5
    assert most_branches(None) is None


def test_what_found_too_little_memory_is_told_apart_from_what_was_stopped():
    operations = {
        "shop:fill": {"raised": {"MemoryError": 2}},
        "shop:wait": {"raised": {"stopped": 1}},
    }
    results = run(operations=operations)

    assert results.out_of_memory() == ["shop:fill"]
    assert results.stopped_operations() == ["shop:wait"]


def test_the_first_failure_is_kept_until_what_was_found_has_been_shown():
    results = run()
    results.failed(first := Defect("first"))
    results.failed(Defect("second"))

    assert results.failure is first


@pytest.mark.parametrize("found", [True, False])
def test_what_the_code_under_test_did_is_no_failure_where_something_was_found(found):
    one = finding("shop:a", Severity.LIKELY, SHORT)
    results = run(findings={one.id: one} if found else {})
    results.failed(wrong := GivenUp("it does not answer"))

    assert (results.failure, results.faulty) == (
        (None, {"given-up": str(wrong)}) if found else (wrong, {})
    )
