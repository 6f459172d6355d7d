"""A signal that ends a process is felt where we wait, and nowhere else."""

from __future__ import annotations

import signal
from concurrent.futures import ThreadPoolExecutor

import pytest

from refute.supervise.interrupts import held_back, waiting

SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGXCPU]


@pytest.mark.parametrize("number", SIGNALS)
def test_what_is_being_done_is_done_before_a_signal_is_felt(number):
    done = []
    with held_back():
        for _ in range(3):
            signal.raise_signal(number)
        done.append("kept")
        with pytest.raises(KeyboardInterrupt), waiting():
            done.append("waited")
        with waiting():  # all three were one wish
            done.append("went on")

    assert done == ["kept", "went on"]


def test_who_waits_is_interrupted_at_once():
    with held_back(), pytest.raises(KeyboardInterrupt), waiting():
        signal.raise_signal(signal.SIGTERM)


def test_the_handlers_of_others_are_put_back_and_an_ignored_signal_stays_ignored():
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        handlers = [signal.getsignal(number) for number in SIGNALS]
        with held_back():
            signal.raise_signal(signal.SIGHUP)
            with waiting():
                pass
        after = [signal.getsignal(number) for number in SIGNALS]
    finally:
        signal.signal(signal.SIGHUP, before)

    assert handlers == after


def test_another_thread_neither_takes_signals_nor_is_interrupted():
    def wait() -> str:
        with held_back(), waiting():
            return "waited"

    with held_back(), ThreadPoolExecutor(1) as pool:
        signal.raise_signal(signal.SIGINT)
        waited = pool.submit(wait).result()
        with pytest.raises(KeyboardInterrupt), waiting():
            pass

    assert waited == "waited"
