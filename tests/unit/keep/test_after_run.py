"""What a run leaves in the corpus, and what it does with what earlier runs left there."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from refute.keep.after_run import CorpusKeeper
from refute.keep.store import Saved, Stored
from refute.model.execution import Returned
from refute.model.finding import Finding
from refute.model.messages import Examined, RecordSteps, StepsDone
from refute.model.options import Options
from refute.model.results import Results
from refute.model.sequence import Call, Sequence
from refute.model.story import Did
from refute.model.typeform import INT
from refute.model.verdict import Blame, Violation

SEQUENCE = Sequence().extend(Call("shop:f", (), INT))
VIOLATION = Violation("raises", 0, Blame.CODE, "KeyError", "shop:f", ("raises", "f:1"))
FINDING = Finding(VIOLATION, SEQUENCE, SEQUENCE, 0, "feedback")


class Fresh:
    """Breaks this, or nothing; every sequence that is recorded returns what it is told to, in turn."""

    def __init__(self, violation: Violation | None = None, *returned: str) -> None:
        self.violation = violation
        self.returned = list(returned)

    def elsewhere(self, machine: int) -> Fresh:
        return self

    def close(self) -> None:
        pass

    def ask(self, question: object) -> object:
        if isinstance(question, RecordSteps):
            text = self.returned.pop(0) if self.returned else "7"
            return StepsDone(tuple((Did(Returned(INT, text)),) for _ in question.sequences))
        return Examined(self.violation)


def keeper(folder: Path, **options) -> CorpusKeeper:
    return CorpusKeeper(folder, ["shop"], Options(**options))


def results(*findings: Finding, **more) -> Results:
    return Results(Options(), ["shop"], {one.id: one for one in findings}, **more)


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    Stored(tmp_path).save([Saved(SEQUENCE, ("shop",), tmp_path, FINDING)])
    return tmp_path


def test_a_finding_that_passes_now_is_mended_and_moved(corpus):
    one, found = keeper(corpus), results()
    one.run(found, Fresh(None))
    one.save(found)

    assert one.mended == one.passing == [FINDING]
    assert found.findings == {}
    assert Stored(corpus).is_mended(Stored(corpus).load(FINDING.id))


def test_a_finding_that_was_not_found_and_still_fails_is_known(corpus):
    one, found = keeper(corpus), results()
    one.run(found, Fresh(VIOLATION))

    assert one.known == [replace(FINDING, stable=True)]
    assert one.mended == []
    assert list(found.findings) == [FINDING.id]


def test_what_was_mended_and_fails_again_is_back(corpus):
    stored = Stored(corpus)
    stored.mend(stored.load(FINDING.id))
    one, found = keeper(corpus), results()
    one.run(found, Fresh(VIOLATION))

    assert one.back == [replace(FINDING, stable=True)]
    assert one.known == []


def test_what_was_found_again_or_left_out_on_purpose_is_not_tried(corpus):
    assert keeper(corpus).has_work(results())
    assert not keeper(corpus).has_work(results(FINDING))
    assert not keeper(corpus, exclude=("f",)).has_work(results())
    assert not CorpusKeeper(corpus, ["other"], Options()).has_work(results())


def test_a_walk_that_two_processes_see_alike_is_saved_and_another_is_not(tmp_path):
    alike, varying = keeper(tmp_path / "a"), keeper(tmp_path / "b")
    found = results(walks={"shop:f int": SEQUENCE})
    alike.run(found, Fresh(None, "7", "7"))
    varying.run(found, Fresh(None, "7", "8"))
    alike.save(found)
    varying.save(found)

    assert [one.shows for one in Stored(tmp_path / "a").all()] == ["shop:f int"]
    assert list(Stored(tmp_path / "b").all()) == []


# ---- while a run goes on -----------------------------------------------------------------------------------------

UNSURE = replace(FINDING, stable=False)


def test_a_finding_is_saved_as_it_arrives_and_stays_if_the_run_is_cut_short(tmp_path):
    keeper(tmp_path).found(UNSURE)

    assert [one.finding for one in Stored(tmp_path).all()] == [UNSURE]


@pytest.mark.parametrize("among", ["flaky", "order_dependent", "ignored"])
def test_what_turns_out_to_be_none_is_taken_out_again(tmp_path, among):
    one = keeper(tmp_path)
    one.found(UNSURE)
    one.save(results(**{among: {UNSURE.id: UNSURE}}))

    assert list(Stored(tmp_path).all()) == []


def test_what_was_not_tried_before_the_run_ended_stays(tmp_path):
    one = keeper(tmp_path)
    one.found(UNSURE)
    one.save(results())  # interrupted before it was confirmed or refuted

    assert [one.id for one in Stored(tmp_path).all()] == [UNSURE.id]


def test_what_is_ignored_or_was_confirmed_earlier_is_not_written_as_it_arrives(corpus, tmp_path):
    before = [one.finding for one in Stored(corpus).all()]
    keeper(corpus).found(UNSURE)
    elsewhere = tmp_path / "elsewhere"
    keeper(elsewhere, ignore=("raises:shop:f",)).found(UNSURE)

    assert [one.finding for one in Stored(corpus).all()] == before == [FINDING]
    assert list(Stored(elsewhere).all()) == []


@pytest.mark.parametrize(("violation", "kept"), [(VIOLATION, True), (None, False)])
def test_what_a_killed_run_left_is_confirmed_or_dropped_by_the_next(tmp_path, violation, kept):
    keeper(tmp_path).found(UNSURE)
    one, found = keeper(tmp_path), results()
    one.run(found, Fresh(violation))
    one.save(found)

    assert [one.finding for one in Stored(tmp_path).all()] == ([FINDING] if kept else [])
    assert one.mended == one.passing == []


def test_a_corpus_that_cannot_be_written_does_not_end_the_search(tmp_path):
    (tmp_path / ".refute").write_text("in the way")
    keeper(tmp_path).found(UNSURE)

    assert (tmp_path / ".refute").read_text() == "in the way"
