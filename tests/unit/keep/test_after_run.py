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
