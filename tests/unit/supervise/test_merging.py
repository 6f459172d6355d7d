"""The results of several workers are added up, and the better of two findings stays."""

from __future__ import annotations

from dataclasses import replace

from refute.model.finding import Finding
from refute.model.messages import CallCounts, Counts, ForSuite
from refute.model.options import Options
from refute.model.recording import Candidate
from refute.model.results import Results
from refute.model.sequence import Literal, Sequence, Step
from refute.model.typeform import INT
from refute.model.verdict import Blame, Severity, Violation
from refute.supervise.merging import add_finding, candidates_of, merge, so_far

STEP = Step(Literal("1", INT), ())
SEQUENCE = Sequence((STEP,))
VIOLATION = Violation("raises", 0, Blame.CODE, "raises", "shop:add", ("raises", "shop:add"))
FINDING = Finding(VIOLATION, SEQUENCE, SEQUENCE, 0, "graph", number=3)
COUNTS = Counts(
    sequences=10,
    calls=20,
    chance=0.5,
    branches=None,
    seen={},
    verdicts={"pass": 9},
    operations={"shop:add": CallCounts(3, 2, 1, 0, {"KeyError": 1})},
    unreached={"shop:pay": "nothing makes one"},
    unaccepted={},
    definitions={},
    skipped={},
    structures={},
    faulty={},
    refused={},
    refusals={},
)


def results() -> Results:
    return Results(Options(), ["shop"])


def test_numbers_are_added_up():
    both = results()
    merge(both, COUNTS)
    merge(both, replace(COUNTS, chance=0.25, branches=7, verdicts={"pass": 1, "fail": 2}))

    assert (both.sequences, both.calls, both.chance, both.branches) == (20, 40, 0.25, 7)
    assert both.verdicts == {"pass": 10, "fail": 2}
    assert both.operations["shop:add"] == {
        "calls": 6,
        "passed": 4,
        "failed": 2,
        "unmet": 0,
        "raised": {"KeyError": 2},
        "refusals": {},
    }


def test_what_one_worker_has_called_was_called():
    both = results()
    merge(both, COUNTS)
    assert both.unreached == {"shop:pay": "nothing makes one"}

    called = {"shop:pay": CallCounts(1, 1, 0, 0, {})}
    merge(both, replace(COUNTS, operations=called, unreached={}))
    assert both.unreached == {}


def test_how_often_a_finding_was_seen_counts_the_first_time_once():
    both = results()
    add_finding(both, FINDING)
    merge(both, replace(COUNTS, seen={FINDING.id: 4, "ffffff": 2}))

    assert both.findings[FINDING.id].seen == 4


def test_the_same_finding_comes_again_when_it_is_shrunk():
    both = results()
    add_finding(both, replace(FINDING, sequence=Sequence((STEP, STEP)), seen=2))
    add_finding(both, FINDING)

    assert both.findings == {FINDING.id: replace(FINDING, seen=2)}


def test_of_two_workers_the_better_finding_stays():
    likely = replace(FINDING, violation=replace(VIOLATION, severity=Severity.LIKELY), worker=1)
    one, other = results(), results()
    for finding in (FINDING, likely):
        add_finding(one, finding)
    for finding in (likely, FINDING):
        add_finding(other, finding)

    assert one.findings == other.findings == {FINDING.id: replace(FINDING, seen=2)}


def test_progress_shows_those_that_still_run_and_keeps_the_results():
    both = results()
    merge(both, COUNTS)
    shown = so_far(both, [COUNTS, replace(COUNTS, branches=3)], 1.5)

    assert (shown.sequences, shown.calls, shown.branches, shown.seconds) == (30, 60, 3, 1.5)
    assert (both.sequences, both.seconds) == (10, 0.0)


def test_candidates_have_the_names_of_what_they_show():
    message = ForSuite(("a", "b"), ((SEQUENCE, (1, 0), ((0, "{0}"),)), (SEQUENCE, (), ())))

    assert candidates_of(message) == [
        Candidate(SEQUENCE, frozenset({"a", "b"}), ((0, "{0}"),)),
        Candidate(SEQUENCE, frozenset()),
    ]


def test_a_candidate_that_takes_only_branches_of_the_users_tests_is_left_out():
    message = ForSuite(
        ("shop:add int", "shop.py:1:0→1", "shop.py:1:1→2", "notices add:1:2-3 1 → 2"),
        ((SEQUENCE, (0, 1, 3), ()), (SEQUENCE, (0, 1, 2), ()), (SEQUENCE, (0,), ())),
    )

    assert candidates_of(message, covered=["shop.py:1:0→1"]) == [
        Candidate(SEQUENCE, frozenset({"shop:add int", "shop.py:1:1→2"}))
    ]
