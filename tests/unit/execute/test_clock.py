"""The clock stops calls of the subject and nothing of ours; patience stops what does not get on."""

from __future__ import annotations

import signal
import sys
import time

import pytest

from refute.execute import clock
from refute.execute.clock import CallClock, Patience, is_computing, patience
from refute.execute.machine import Machine, StopCall
from refute.look.kinds import Kinds
from refute.look.subject_time import calls_subject


@calls_subject
def ticking(one: CallClock, ticks: int) -> None:
    for _ in range(ticks):
        one.look(sys._getframe())


def test_our_own_long_work_is_not_counted_against_the_next_call():
    one = CallClock(Machine(Kinds()), 0.3)  # three ticks

    for _ in range(10):
        one.look(sys._getframe())
    ticking(one, 2)
    one.look(sys._getframe())
    ticking(one, 2)
    with pytest.raises(StopCall):
        ticking(one, 1)


def test_a_new_call_begins_anew():
    machine = Machine(Kinds())
    one = CallClock(machine, 0.3)

    for _ in range(5):
        ticking(one, 2)
        machine.calls += 1
    ticking(one, 3)
    with pytest.raises(StopCall):
        ticking(one, 1)


@pytest.mark.parametrize("called_off", [True, False])
def test_when_the_time_is_up_a_call_is_stopped_soon_and_says_nothing_about_computing(called_off):
    one = CallClock(Machine(Kinds()), 60.0)
    if called_off:
        one.is_called_off = lambda: True
    else:
        one.time_is_up = 0.0

    with pytest.raises(StopCall) as stopped:
        ticking(one, 4)
    assert stopped.value.computed_for is None


def test_a_call_in_a_hurry_is_stopped_after_a_second():
    machine = Machine(Kinds())
    machine.is_hurried = True
    one = CallClock(machine, 60.0)

    ticking(one, 10)
    with pytest.raises(StopCall):
        ticking(one, 1)


def test_a_tenth_of_the_time_on_the_processor_is_work():
    assert is_computing(0.5, 5.0)
    assert not is_computing(0.4, 5.0)


def test_a_loop_without_end_is_left_and_everything_is_as_before():
    before = signal.getsignal(signal.SIGALRM)

    with pytest.raises(TimeoutError), patience(0.2, lambda frame: 1, TimeoutError):
        while True:
            pass

    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_the_timer_goes_on_until_the_last_one_stops():
    with patience(5, lambda frame: None, TimeoutError):
        with patience(5, lambda frame: None, TimeoutError):
            pass
        assert signal.getitimer(signal.ITIMER_REAL)[1] == clock.TICK


def test_whoever_gets_on_is_left_alone_and_so_is_nobody():
    tokens = iter([1, 2, 2, None, None, 3])
    one = Patience(0.0, lambda frame: next(tokens), TimeoutError)

    one.look(None)
    one.look(None)
    with pytest.raises(TimeoutError):
        one.look(None)
    for _ in range(3):
        one.look(None)


def test_waiting_counts_a_sixth_of_computing():
    with pytest.raises(TimeoutError), patience(0.1, lambda frame: 1, TimeoutError) as one:
        began = time.monotonic()
        time.sleep(30)

    assert time.monotonic() - began >= 6 * one.limit
