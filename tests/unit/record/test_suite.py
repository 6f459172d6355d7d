"""A suite that records today's behaviour: which tests stay, and what is said of the rest."""

from __future__ import annotations

import pytest

from refute.model.errors import Defect
from refute.model.finding import Finding
from refute.model.messages import (
    Died,
    NotImported,
    RanTests,
    Recordings,
    RecordTests,
    RunTests,
    TimedOut,
)
from refute.model.options import Options
from refute.model.recording import Candidate, Observation, RecordedRaise, RecordedTest
from refute.model.results import Results
from refute.model.sequence import Call, Sequence
from refute.model.typeform import INT
from refute.model.verdict import Blame, Violation
from refute.record.suite import (
    _batch,
    _chosen,
    _no_suite,
    _raising,
    _Recording,
    _set_aside_findings_that_pass,
    _telling,
    _Trying,
)
from refute.render.folding import test_ids as ids_of


def sequence(name: str) -> Sequence:
    return Sequence().extend(Call(f"shop:{name}", (), INT))


def recorded(name: str) -> RecordedTest:
    return RecordedTest(sequence(name), (Observation(0, "{0}", "1"),))


class Processes:
    """Five processes that give the answers of a function, asked with their number."""

    def __init__(self, answer) -> None:
        self.answer = answer
        self.asked: list[object] = []
        self.deadline, self.left = float("inf"), 10.0

    def ask(self, place: int, question: object) -> object:
        self.asked.append(question)
        return self.answer(place, question)

    def is_too_late(self) -> bool:
        return self.deadline == 0

    def all(self, task) -> list:
        return [task(place) for place in range(5)]


def candidate(name: str) -> Candidate:
    return Candidate(sequence(name), frozenset())


def test_a_sequence_that_two_workers_chose_is_recorded_once():
    one = Candidate(sequence("f"), frozenset({"a"}))
    same = Candidate(sequence("f"), frozenset({"b"}))

    assert _chosen({1: [same], 0: [one]}) == [candidate("f")]


def test_what_tells_a_mutant_is_asserted_and_the_rest_is_short():
    seen = tuple(Observation(0, f"{{0}}.a{n}", "1") for n in range(9))
    chosen = Candidate(sequence("f"), frozenset(), ((0, "{0}.a7"),))
    test = _telling(RecordedTest(sequence("f"), seen), chosen)

    assert [o.expression for o in test.observations] == ["{0}.a0", "{0}.a1", "{0}.a7"]


def test_a_sequence_that_ends_the_process_is_found_by_halving():
    sequences = [sequence(name) for name in ("f", "dies", "g")]

    def answer(place: int, question: RecordTests) -> object:
        if sequences[1] in question.sequences:
            return Died("SIGSEGV")
        return Recordings(tuple((RecordedTest(one, ()), ()) for one in question.sequences))

    made = _batch(sequences, (), 0, Processes(answer))

    assert [test is not None for test, _ in made] == [True, False, True]


def test_a_test_that_fails_in_one_process_is_dropped():
    good, bad = recorded("f"), recorded("g")

    passes, fails = ids_of([good, bad])

    def answer(place: int, question: object) -> RanTests:
        outcome = ("AssertionError", "") if place == 3 else None
        return RanTests({f"test_shop.py::{passes}": None, f"test_shop.py::{fails}": outcome})

    trying = _Trying(lambda tests: {"test_shop.py": ""}, Processes(answer))

    assert trying.passing([good, bad]) == [good]
    assert trying.notes() == ["dropped a test that did not repeat"]


def test_tests_that_never_all_pass_are_worth_nothing():
    dying = Processes(lambda place, question: Died("SIGSEGV"))

    assert _Trying(lambda tests: {"test_shop.py": ""}, dying).passing([recorded("f")]) == []


def answering_up_to(most: int, *, deadline: float = float("inf")) -> Processes:
    """Processes of a busy machine: they answer in time if they are asked about few tests."""

    def answer(place: int, question: RunTests) -> RanTests | TimedOut:
        names = question.files["test_shop.py"].split()
        return RanTests(dict.fromkeys(names)) if len(names) <= most else TimedOut(hangs=False)

    processes = Processes(answer)
    processes.deadline = deadline
    return processes


def written(tests: list[RecordedTest]) -> dict[str, str]:
    return {"test_shop.py": " ".join(f"test_shop.py::{name}" for name in ids_of(tests))}


def test_no_test_is_dropped_because_all_of_them_together_took_too_long():
    tests = [recorded(name) for name in "fghij"]
    trying = _Trying(written, answering_up_to(2))

    assert trying.passing(tests) == tests
    assert trying.notes() == []


def test_tests_that_there_was_no_time_to_try_are_dropped_and_told_apart():
    trying = _Trying(written, answering_up_to(2, deadline=0))

    assert trying.passing([recorded(name) for name in "fghij"]) == []
    assert trying.notes() == [
        "dropped 5 tests that could not be tried in time: give it more (--for)"
    ]


def recording_up_to(most: int, *, deadline: float = float("inf")) -> Processes:
    """Processes of a busy machine: they answer in time if they are asked about few sequences."""

    def answer(place: int, question: RecordTests) -> Recordings | TimedOut:
        some = question.sequences
        tests = tuple((RecordedTest(one, (Observation(0, "{0}", "1"),)), ()) for one in some)
        return Recordings(tests) if len(some) <= most else TimedOut(hangs=False)

    processes = Processes(answer)
    processes.deadline = deadline
    return processes


def test_no_sequence_is_dropped_because_all_of_them_together_took_too_long():
    recording = _Recording([], recording_up_to(2))

    assert len(recording.tests([candidate(name) for name in "fghij"])) == 5
    assert recording.notes(set()) == []


def test_sequences_that_there_was_no_time_to_record_are_told():
    recording = _Recording([], recording_up_to(2, deadline=0))

    assert recording.tests([candidate(name) for name in "fghij"]) == []
    assert recording.notes(set()) == ["no time to record 5 sequences: give it more (--for)"]


def test_in_the_least_time_the_first_few_sequences_are_recorded():
    processes = recording_up_to(50)
    processes.left = 0.0
    recording = _Recording([], processes)

    assert len(recording.tests([candidate(f"f{n}") for n in range(60)])) == 8
    assert recording.notes(set()) == ["no time to record 52 sequences: give it more (--for)"]


@pytest.mark.parametrize(
    ("reasons", "said"),
    [
        (["no time to record 5 sequences: give it more (--for)"], "no time to record 5 sequences"),
        ([], "no call gave a result or an exception that is the same each time"),
    ],
)
def test_where_nothing_is_recorded_it_is_said_why(reasons, said):
    assert said in _no_suite(reasons)


def test_operations_without_a_test_are_named_by_what_they_ask_for():
    asked = ((None, ("the clock (time.time)",)),)
    recording = _Recording([], Processes(lambda place, question: Recordings(asked)))

    assert recording.tests([candidate("now")]) == []
    assert recording.notes(set()) == ["no test of now: it asks the clock (time.time)"]
    assert recording.notes({"shop:now"}) == []


def test_the_exception_of_a_test_is_known_by_its_bare_name():
    raising = RecordedTest(sequence("f"), (), RecordedRaise(0, "shop.errors:Empty"))

    assert _raising(raising) == ("shop:f", "Empty")
    assert _raising(recorded("f")) is None


@pytest.mark.parametrize(
    ("outcome", "is_kept"),
    [(("KeyError", ""), True), (("TypeError", ""), False), (None, False)],
)
def test_a_finding_whose_test_does_not_fail_as_it_says_is_flaky(outcome, is_kept):
    violation = Violation(
        "raises", 0, Blame.CODE, "", "shop:f", ("raises", "f:1"), exception="KeyError"
    )
    finding = Finding(violation, sequence("f"), sequence("f"), 0, "feedback")
    results = Results(Options(), ["shop"], {finding.id: finding})
    answer = RanTests({"test_finding.py::test_f": outcome})
    _set_aside_findings_that_pass(results, Processes(lambda place, question: answer))

    assert (finding.id in results.findings) is is_kept
    assert (finding.id in results.flaky) is not is_kept


def test_a_test_of_ours_that_cannot_be_imported_is_a_defect():
    violation = Violation("raises", 0, Blame.CODE, "", "shop:f", ("raises", "f:1"))
    finding = Finding(violation, sequence("f"), sequence("f"), 0, "feedback")
    results = Results(Options(), ["shop"], {finding.id: finding})

    with pytest.raises(Defect, match="cannot be run: SyntaxError"):
        _set_aside_findings_that_pass(
            results, Processes(lambda place, question: NotImported("SyntaxError"))
        )


def test_a_finding_stays_when_no_process_answers():
    violation = Violation("raises", 0, Blame.CODE, "", "shop:f", ("raises", "f:1"))
    finding = Finding(violation, sequence("f"), sequence("f"), 0, "feedback")
    results = Results(Options(), ["shop"], {finding.id: finding})
    _set_aside_findings_that_pass(results, Processes(lambda place, question: TimedOut(hangs=False)))

    assert list(results.findings) == [finding.id]
