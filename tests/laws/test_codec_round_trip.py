"""What is written as JSON is read back as it was; what was not written by us is refused with a reason."""

from __future__ import annotations

import json

from arbitrary import findings, sequences, type_forms, violations, words
from hypothesis import given
from hypothesis import strategies as st

from refute.model import codec, typeform, wire
from refute.model.recording import Observation, RecordedRaise, RecordedTest


def through_text(data: object) -> object:
    return json.loads(json.dumps(data))


@given(type_forms)
def test_forms(form):
    assert typeform.from_json(through_text(typeform.to_json(form))) == form


@given(sequences())
def test_sequences(sequence):
    assert codec.sequence_from_json(through_text(codec.sequence_to_json(sequence))) == sequence


@given(violations)
def test_violations(violation):
    assert codec.violation_from_json(through_text(codec.violation_to_json(violation))) == violation


@given(findings)
def test_findings(finding):
    again = codec.finding_from_json(through_text(codec.finding_to_json(finding)))

    assert again == finding
    assert again.id == finding.id


@given(
    sequences(),
    st.lists(
        st.builds(Observation, st.integers(0, 9), words, words, st.sampled_from(["==", "is"]))
    ),
    st.none() | st.builds(RecordedRaise, st.integers(0, 9), words, st.none() | words),
)
def test_recorded_tests(sequence, observations, raises):
    test = RecordedTest(sequence, tuple(observations), raises)

    assert wire.from_line(RecordedTest, wire.to_line(test)) == test


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.sampled_from(["do", "literal", "call", "x"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["do", "arguments", "format", "source", "type"]), inner)
    ),
    max_leaves=8,
)


@given(json_values)
def test_foreign_json_is_refused_with_a_reason(data):
    for read in (codec.sequence_from_json, codec.finding_from_json):
        try:
            read(data)
        except ValueError as refused:
            assert str(refused)
        else:
            assert data == [] or all("do" in step for step in data)


@given(findings, st.data())
def test_a_finding_that_lacks_something_is_refused(finding, data):
    written = codec.finding_to_json(finding)
    # 0.1.0 wrote no worker, and its corpora are still read.
    missing = data.draw(st.sampled_from(sorted(set(written) - {"id", "worker"})))
    del written[missing]
    try:
        codec.finding_from_json(written)
    except ValueError as refused:
        assert missing in str(refused) or "not a finding" in str(refused)
    else:
        raise AssertionError(missing)
