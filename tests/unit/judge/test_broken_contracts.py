"""Who is to blame for a broken contract."""

from __future__ import annotations

import pytest

from refute.judge.contracts import judge_clause, written_by_us
from refute.model.contract import Clause
from refute.model.verdict import Blame, Severity


def clause(kind: str, ours: bool = False, **more: object) -> Clause:
    return Clause(kind, ours, "Till.take", "x > 0", "till.py", 7, **more)  # type: ignore[arg-type]


def judged(one: Clause, raised: BaseException | None = None, **more: bool):
    return judge_clause(
        one, "till:Till.all", 3, raised or AssertionError(), **{"fits": True, **more}
    )


@pytest.mark.parametrize(
    ("one", "rule", "blame"),
    [
        (clause("requires", ours=True), "requires", Blame.TEST),
        (clause("requires"), "requires", Blame.CODE),
        (clause("ensures"), "ensures", Blame.CODE),
        (clause("invariant"), "invariant", Blame.CODE),
        (clause("raises"), "ensures", Blame.CODE),
        (clause("effects"), "ensures", Blame.CODE),
        (clause("faulty"), "ensures", Blame.TEST),
    ],
)
def test_the_first_who_did_not_keep_to_it_is_to_blame(one: Clause, rule: str, blame: Blame) -> None:
    violation = judged(one)

    assert (violation.rule, violation.blame) == (rule, blame)
    assert (violation.operation, violation.file, violation.line) == ("till:Till.all", "till.py", 7)
    assert violation.severity is Severity.ERROR


def test_where_nothing_is_annotated_it_is_only_likely() -> None:
    assert judged(clause("ensures"), fits=False).severity is Severity.LIKELY


def test_an_exception_of_the_authors_choice_may_be_counted_on() -> None:
    violation = judged(clause("requires", key="ValueError", custom=True), ValueError("x was -3"))

    assert violation.severity is Severity.ROBUSTNESS
    assert violation.signature == ("requires", "Till.take", "ValueError")


def test_a_wrong_type_without_annotations_is_no_broken_promise_about_exceptions() -> None:
    raised = AssertionError()
    raised.__cause__ = TypeError("not with this")

    assert judged(clause("raises"), raised, fits=False).blame is Blame.TEST
    assert judged(clause("raises"), raised).blame is Blame.CODE


def test_nan_breaks_any_condition() -> None:
    assert judged(clause("ensures"), comparable=False).blame is Blame.TEST


def test_an_invariant_is_broken_by_someone() -> None:
    assert judged(clause("invariant")).signature[-1] == "till:Till.all"


def test_what_we_wrote_ourselves_is_not_held_against_the_class() -> None:
    rules = [written_by_us(judged(clause("invariant")), undone).rule for undone in (True, False)]

    assert rules == ["field", "field-stays"]
    assert written_by_us(judged(clause("invariant")), True).blame is Blame.TEST
