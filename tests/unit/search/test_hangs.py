"""What it means that a call was stopped."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench import Bench

from refute.execute.machine import StopCall
from refute.model.execution import Execution, Outcome
from refute.model.sequence import Sequence
from refute.model.verdict import Violation
from refute.search.hangs import hang_in


def hang(folder: Path, raised: BaseException | None) -> Violation | None:
    bench = Bench(folder, "class Till: ...")
    sequence, outcome = Sequence().extend(bench.routines["Till"].call(())), Outcome(raised)
    stopped = bench.examiner.explain(list(sequence.steps), outcome, lambda call, kinds: True)
    execution = Execution(sequence, violation=stopped, outcome=outcome)
    return hang_in(execution, bench.examiner.specifications, bench.examiner.is_subject)


@pytest.mark.parametrize("raised", [StopCall("late"), ValueError(), None])
def test_what_waited_or_raised_does_not_hang(tmp_path, raised):
    assert hang(tmp_path, raised) is None


def test_what_computed_until_it_was_stopped_hangs(tmp_path):
    violation = hang(tmp_path, StopCall("late", 5.0))

    assert violation is not None
    assert (violation.rule, violation.step, violation.file) == ("hangs", 0, None)
