"""Rounds of attacks on conditions that always went one way."""

from __future__ import annotations

import pytest

from refute.search.campaign_tuning import FIRST_ROUND

LENGTH = """
    def check(text: str) -> bool:
        if len(text) == 37:
            return [][0]
        return True
"""
TYPE = """
    class Odd:
        pass

    def check(value: object = None):
        if isinstance(value, Odd):
            return [][0]
        return True
"""
QUADRATIC = """
    def check(x: int) -> int:
        if x * x == 15129:
            return [][0]
        return 1
"""
DEFAULT = """
    def check(n: int, mode: str = "plain") -> int:
        if mode == "x" + "q":
            return [][0]
        return n
"""
REPEATED = """
    class Table:
        def __init__(self) -> None:
            self._rows = 0

        def add(self) -> None:
            self._rows += 1
            if self._rows > 44:
                [][0]
"""


@pytest.mark.parametrize("text", [LENGTH, TYPE, QUADRATIC, DEFAULT, REPEATED])
def test_a_condition_that_nobody_meets_by_chance_is_flipped(bench, text):
    one = bench(text)
    found = one.run(2 * FIRST_ROUND + 100)

    assert [finding.violation.exception for finding in found] == ["IndexError"]


def test_after_a_round_nothing_is_recorded(bench):
    one = bench(LENGTH.replace("37", "'no length'"))
    one.run(FIRST_ROUND)
    steering = one.campaign.steering
    while steering._round is None:
        one.run(1)
    while steering._round is not None:
        one.run(1)
    import sys

    code = sys.modules[one.module].check.__code__
    assert "@branch_note" not in code.co_names
    assert "@branch_store" in code.co_names
