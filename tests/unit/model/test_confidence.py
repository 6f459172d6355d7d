"""How sure a finding is follows from what its rule was worth elsewhere."""

from __future__ import annotations

from refute.model import confidence
from refute.model.confidence import Record, confidence_of, record_of
from refute.model.verdict import Blame, Severity, Violation

FOUND = Violation(
    "raises", 0, Blame.CODE, "", "shop:f", ("raises",), Severity.LIKELY, because="others-accepted"
)


def with_records(monkeypatch, **records: Record) -> None:
    known = {name.replace("_", " ", 1).replace("_", "-"): one for name, one in records.items()}
    monkeypatch.setattr(confidence, "_records", lambda: known)


def test_a_rule_that_was_right_is_surer_than_one_that_was_not(monkeypatch):
    with_records(monkeypatch, likely_others_accepted=Record(8, 0, 2))
    right = confidence_of(FOUND)
    with_records(monkeypatch, likely_others_accepted=Record(2, 0, 8))

    assert 1 > right > 0.5 > confidence_of(FOUND) > 0


def test_where_nothing_is_known_of_a_rule_its_severity_counts(monkeypatch):
    with_records(monkeypatch, likely=Record(0, 0, 98))

    assert record_of(FOUND).total == 0
    assert confidence_of(FOUND) < 0.1


def test_what_is_arguable_counts_half():
    assert Record(0, 10, 0).share(0.5) == 0.5


def test_the_records_that_are_shipped_are_counts():
    assert record_of(FOUND).total > 0
