"""Walks for the corpus: a short sequence for each thing that an operation was seen to do."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench import Bench

from refute.search.walks import _LONGEST, Sampler

TILL = """
    class Till:
        def __init__(self) -> None:
            self.coins = 0

        def put(self, coin: int) -> int:
            self.coins += coin
            return self.coins

        def close(self) -> None: ...
"""


@pytest.fixture
def till(tmp_path: Path) -> Bench:
    bench = Bench(tmp_path, TILL)
    bench.call("Till")
    return bench


def sampler(till: Bench, most: int = 10, name: str = "Till.put") -> Sampler:
    return Sampler(till.machine, frozenset({f"{till.module}:{name}"}), most)


def test_a_walk_has_only_the_steps_that_led_to_what_it_shows(till):
    till.call("Till")
    till.call("Till.put", 3, receiver=0)
    walks = sampler(till)
    walks.take(till.steps)
    (walk,) = walks.chosen().values()

    assert walk.calls() == 2
    assert len(till.steps) == 4


def test_what_is_not_asked_for_is_not_kept(till):
    till.call("Till.put", 3, receiver=0)
    walks = sampler(till, name="Till.close")
    walks.take(till.steps)

    assert walks.chosen() == {}


def test_a_long_sequence_is_no_walk(till):
    for _ in range(_LONGEST):
        till.call("Till.close", receiver=0)
    till.call("Till.put", 3, receiver=0)
    walks = sampler(till)
    walks.take(till.steps)

    assert walks.chosen() == {}


def test_a_walk_of_a_better_length_takes_the_place_of_another(till):
    walks = sampler(till)
    for _ in range(3):
        till.call("Till.put", 3, receiver=0)
        walks.take(till.steps)

    assert [walk.calls() for walk in walks.chosen().values()] == [4]


def test_there_are_no_more_walks_than_asked_for(till):
    till.call("Till.put", 3, receiver=0)
    walks = sampler(till, most=0)
    walks.take(till.steps)

    assert walks.chosen() == {}


def test_what_was_seen_is_forgotten_at_last_where_each_call_shows_another_thing(till, monkeypatch):
    monkeypatch.setattr("refute.search.walks._MOST_SHOWN", 4)
    walks = sampler(till, most=100)
    for number in range(9):
        till.call("Till.put", number, receiver=0)
        # Classes may be made by calls, each with another name.
        till.machine.values[-1] = type(f"Coin{number}", (), {})()
        walks.take(till.steps)
    shown = [shows.split()[-1] for shows in walks.chosen()]

    assert len(shown) <= 4
    assert "Coin8" in shown
