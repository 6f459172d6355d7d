"""Calls on every small object of a class: the objects that calls lead to, then those that are built."""

from __future__ import annotations

from dataclasses import dataclass

from refute.generate.from_structures import FromStructures
from refute.model.sequence import Allocate, Call, Literal, Sequence, SetField
from refute.model.typeform import INT
from refute.model.verdict import Blame, Verdict, Violation

TILL = """
    class Till:
        def __init__(self) -> None:
            self.coins = 0

        def put(self, coin: int) -> None:
            self.coins = min(self.coins + 1, 1)
"""
FAULT = Violation("raises", 0, Blame.CODE, "", "shop:f", ("raises",))


@dataclass
class Start:
    target: str
    sequence: Sequence
    position: int


def start(module: str, coins: int) -> Start:
    target = f"{module}:Till"
    made = Sequence().extend(Literal(str(coins), INT)).extend(Allocate(target))
    return Start(target, made.extend(SetField("coins"), [1, 0]), 1)


def grown(bench, *coins: int):
    one = bench(TILL)
    campaign = one.campaign
    starts = [start(one.module, number) for number in coins]
    made = FromStructures(
        campaign.knowledge, lambda: starts, lambda p: campaign.examiner.state(p).number
    )
    executions = []
    while not made.done:
        executions.append(made.grow(campaign.machine, lambda *_: FAULT))
    return made, executions


def test_a_subject_without_small_objects_is_done_at_once(bench):
    _, executions = grown(bench)

    assert [len(one.sequence) for one in executions] == [0]


def test_objects_that_calls_lead_to_are_not_built(bench):
    made, executions = grown(bench, 0, 1)

    assert list(made.met.values()) == [2]
    assert made.unreached == {}
    assert not any(one.sequence.is_built() for one in executions)


def test_an_object_that_no_call_leads_to_is_built(bench):
    made, executions = grown(bench, 7)
    (objects,) = made.unreached.values()
    built = [one for one in executions if one.built is not None]

    assert len(objects) == 1
    assert built
    assert all(isinstance(one.sequence.steps[-1].operation, Call) for one in built)


def test_of_an_object_that_no_call_leads_to_nothing_is_kept(bench):
    made, executions = grown(bench, 7)
    pool = made._knowledge.pool
    before = len(pool)
    for one in executions:
        if one.built is not None:
            made.learn(one, Verdict.PASS)

    assert len(pool) == before
