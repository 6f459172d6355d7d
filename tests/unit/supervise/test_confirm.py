"""What workers have found, tried again in a fresh process."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from refute.model.errors import Defect
from refute.model.finding import Finding
from refute.model.messages import Died, Examined
from refute.model.options import Options
from refute.model.results import Results
from refute.model.sequence import Call, Literal, Sequence
from refute.model.typeform import ANY, INT
from refute.model.verdict import Blame, Violation
from refute.supervise.confirm import Confirmation, death_of, last_target, sole_generator
from refute.supervise.merging import add_death

CALL = Call("shop:f", (INT,), ANY)
SEQUENCE = Sequence().extend(Literal("0", INT)).extend(CALL, [0])
LONGER = Sequence().extend(Call("shop:g", (), ANY)).concatenate(SEQUENCE)
VIOLATION = Violation("raises", 1, Blame.CODE, "KeyError", "shop:f", ("raises", "f:1"))
FINDING = Finding(VIOLATION, SEQUENCE, LONGER, 0, "feedback")


class Fresh:
    """A process in which these sequences fail, hang or end it."""

    def __init__(self, *failing: Sequence, depends: bool = False) -> None:
        self.failing, self.depends = failing, depends

    def confirm(self, finding: Finding) -> Violation | None:
        return finding.violation if finding.sequence in self.failing else None

    def depends_on_order(self, finding: Finding) -> bool:
        return self.depends

    def hangs(self, sequence: Sequence, seconds: float, because: str = "") -> bool:
        return sequence in self.failing

    def ask(self, question) -> object:
        return Died("SIGSEGV") if question.sequence in self.failing else Examined(None)


def confirmed(fresh: Fresh, finding: Finding = FINDING) -> Results:
    results = Results(Options(), ["shop"], {finding.id: finding})
    Confirmation(results, Options(), fresh, time.monotonic() + 60).all()
    return results


def test_what_repeats_is_stable():
    assert confirmed(Fresh(SEQUENCE)).findings == {FINDING.id: replace(FINDING, stable=True)}


def test_what_does_not_repeat_is_flaky():
    results = confirmed(Fresh())

    assert results.findings == {}
    assert results.flaky == {FINDING.id: FINDING}


def test_what_only_fails_after_others_depends_on_their_order():
    assert confirmed(Fresh(depends=True)).order_dependent == {FINDING.id: FINDING}


def test_what_needs_more_in_a_fresh_process_is_shown_as_it_was_seen_first():
    (finding,) = confirmed(Fresh(LONGER)).findings.values()

    assert (finding.sequence, finding.stable) == (LONGER, True)


@pytest.mark.parametrize(("failing", "kept"), [((SEQUENCE,), True), ((), False)])
def test_a_call_that_returns_in_a_fresh_process_does_not_hang(failing, kept):
    results = Results(Options(), ["shop"])
    Confirmation(results, Options(), Fresh(*failing), time.monotonic() + 60).hangs([FINDING])

    assert (FINDING.id in results.findings) is kept


def died(sequence: Sequence, times: int = 1, by: str = "mix") -> Results:
    results = Results(Options(), ["shop"])
    for _ in range(times):
        add_death(results, death_of(sequence, "SIGSEGV", Options(by=by), 1.0))
    return results


def test_a_death_that_repeats_is_a_finding_made_small_and_counted_once():
    results = died(LONGER, times=2, by="walk")
    Confirmation(results, Options(), Fresh(LONGER, SEQUENCE), time.monotonic() + 60).deaths()
    (finding,) = results.findings.values()

    assert finding.violation.message == "the process dies (SIGSEGV)"
    assert (finding.sequence, finding.seen, finding.found_by) == (SEQUENCE, 2, "walk")
    assert finding.stable


def test_a_death_that_does_not_repeat_is_flaky():
    results = died(SEQUENCE)
    Confirmation(results, Options(), Fresh(), time.monotonic() + 60).deaths()

    assert results.findings == {}
    assert [f.violation.operation for f in results.flaky.values()] == ["shop:f"]


class Stumbling(Fresh):
    """A process that stumbles over one sequence."""

    def confirm(self, finding: Finding) -> Violation | None:
        if finding.sequence == SEQUENCE:
            raise Defect("stumbled")
        return super().confirm(finding)


def test_a_defect_over_one_finding_leaves_it_unconfirmed_and_the_others_are_tried():
    other = replace(
        FINDING, sequence=LONGER, violation=replace(VIOLATION, signature=("raises", "g:1"))
    )
    unsure = [replace(FINDING, stable=False), replace(other, stable=False)]
    results = Results(Options(), ["shop"], {one.id: one for one in unsure})
    Confirmation(results, Options(), Stumbling(LONGER), time.monotonic() + 60).all()

    assert {f.id: f.stable for f in results.findings.values()} == {
        FINDING.id: False,
        other.id: True,
    }
    assert str(results.failure) == "stumbled"


def test_the_last_call_is_the_last_step_that_is_one():
    assert last_target(SEQUENCE.extend(Literal("0", INT))) == "shop:f"
    assert last_target(Sequence()) == last_target(None) == "?"


def test_of_several_generators_nobody_knows_which():
    assert sole_generator(Options(by="walk")) == "walk"
    assert sole_generator(Options(by="mix")) == ""
