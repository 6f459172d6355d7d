"""Which generator makes the next sequence."""

from __future__ import annotations

from collections import Counter
from random import Random

from refute.generate.generator import Judge, Live
from refute.generate.portfolio import Portfolio
from refute.model.execution import Execution
from refute.model.sequence import Sequence
from refute.model.verdict import Verdict


class Named:
    """A generator that only has a name and so many sequences left."""

    directed = True

    def __init__(self, name: str, left: int = 1_000_000) -> None:
        self.name = name
        self.left = left

    @property
    def done(self) -> bool:
        return self.left == 0

    @done.setter
    def done(self, _: bool) -> None: ...

    def grow(self, live: Live, judge: Judge) -> Execution:
        return Execution(Sequence())

    def learn(self, execution: Execution, verdict: Verdict) -> None: ...


def names(mix: Portfolio, times: int) -> list[str]:
    chosen = []
    for _ in range(times):
        generator = mix.next()
        chosen.append(generator.name if generator else "none")
        if isinstance(generator, Named):
            generator.left -= 1
    return chosen


def test_what_comes_first_runs_until_it_is_done() -> None:
    mix = Portfolio([Named("first", 2), Named("second", 1)], [(Named("rest"), 1.0)], Random(0))
    assert names(mix, 5) == ["first", "first", "second", "rest", "rest"]


def test_the_others_share_the_rest() -> None:
    mix = Portfolio([], [(Named("much"), 0.9), (Named("little"), 0.1)], Random(0))
    counts = Counter(names(mix, 2000))
    assert 1700 < counts["much"] < 1900
    assert counts["little"] == 2000 - counts["much"]


def test_one_that_is_done_leaves_its_share_to_the_others() -> None:
    mix = Portfolio([], [(Named("much"), 0.9), (Named("short", 3), 0.1)], Random(0))
    counts = Counter(names(mix, 1000))
    assert counts == {"much": 997, "short": 3}


def test_when_all_are_done_there_is_none() -> None:
    assert names(Portfolio([Named("first", 1)], [], Random(0)), 2) == ["first", "none"]
