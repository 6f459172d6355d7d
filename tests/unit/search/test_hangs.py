"""What it means that a call was stopped."""

from __future__ import annotations

import signal
import sys
from pathlib import Path
from types import TracebackType

import pytest
from bench import Bench

from refute.execute.machine import StopCall
from refute.model.execution import Execution, Outcome
from refute.model.sequence import Sequence
from refute.model.verdict import DEADLOCK, Violation
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


LOCKS = """
    import signal
    import threading
    import time

    class Till:
        lock = threading.Lock()

        def enter(self):
            with self.lock:
                with self.lock:
                    pass

        def acquire(self):
            lock = self.lock
            lock.acquire(); lock.acquire()

        def sleep(self):
            with self.lock:
                time.sleep(60)

        def wait(self):
            threading.Event().wait()
"""


def _late(number: int, frame: object) -> None:
    raise StopCall("late", None, 0.5)


@pytest.mark.parametrize(
    ("method", "is_own"),
    [("enter", True), ("acquire", True), ("sleep", False), ("wait", False)],
)
def test_what_takes_a_lock_where_it_is_stopped_waits_for_itself(tmp_path, method, is_own):
    bench = Bench(tmp_path, LOCKS)
    sequence = Sequence().extend(bench.routines["Till"].call(()))
    till = sys.modules[bench.module].Till()
    before = signal.signal(signal.SIGALRM, _late)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    with pytest.raises(StopCall) as stopped:
        getattr(till, method)()
    signal.signal(signal.SIGALRM, before)
    # Below the frame of the handler, as below those of the clock.
    raised = stopped.value.with_traceback(_without_handler(stopped.value.__traceback__))
    outcome = Outcome(raised)
    violation = bench.examiner.explain(list(sequence.steps), outcome, lambda call, kinds: True)
    execution = Execution(sequence, violation=violation, outcome=outcome)
    found = hang_in(execution, bench.examiner.specifications, bench.examiner.is_subject)

    assert (found is not None) is is_own
    assert found is None or (found.because, found.seconds) == (DEADLOCK, 0.5)


def _without_handler(entry: TracebackType) -> TracebackType:
    first = TracebackType(None, entry.tb_frame, entry.tb_lasti, entry.tb_lineno)
    if entry.tb_next is not None and entry.tb_next.tb_frame.f_code is not _late.__code__:
        first.tb_next = _without_handler(entry.tb_next)
    return first
