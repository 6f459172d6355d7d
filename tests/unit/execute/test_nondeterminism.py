"""Answers that are others next time: who asks for them, and a clock that is moved."""

from __future__ import annotations

import os
import random
import time
import uuid

import pytest

from refute.execute.nondeterminism import RIGHT, Clock, moved, watched


def nobody(module: str) -> bool:
    return False


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda: random.random(), "chance (random.random)"),
        (lambda: os.getpid(), "the machine (os.getpid)"),
        (lambda: time.localtime(), "the clock (time.localtime)"),
        (lambda: os.urandom(1), "chance (os.urandom)"),
    ],
)
def test_what_is_asked_for_is_noted(ask, words):
    with watched() as asked:
        ask()

    assert asked.lasting == [words]


def test_what_repeats_itself_is_not_noted():
    mine = random.Random(0)
    with watched() as asked:
        mine.random()
        len("abc")

    assert asked.words() == ()


def test_a_random_uuid_can_be_answered_otherwise():
    with watched() as asked:
        uuid.uuid4()

    assert asked.lasting == []
    assert asked.words() == ("chance (uuid.uuid4)",)


def test_a_clock_that_was_moved_is_wrong_in_the_block_and_right_after_it():
    real = time.time
    with moved(Clock(1_000_000.0), nobody):
        wrong = time.time()

    assert wrong - time.time() > 999_000
    assert time.time is real


def test_a_clock_that_stands_still_looks_once():
    with moved(Clock(1.0, is_still=True), nobody):
        first, second = time.monotonic_ns(), time.monotonic_ns()

    assert first == second


def test_the_clock_is_movable_where_a_stand_in_answers():
    with moved(RIGHT, nobody), watched() as asked:
        time.time()

    assert asked.movable == ["the clock (time.time)"]
    assert asked.lasting == []
