"""Contracts are asked of what a body calls, though the same function is running outside."""

from __future__ import annotations

from typing import Any

import deal
import pytest
from icontract import DBC, ViolationError, ensure, require

from refute.execute.contract_recursion import asked_anew, promising


class Gate:
    def __init__(self) -> None:
        self.refused: list[bool] = []
        self.anew = True

    @require(lambda n: n > 0)
    def enter(self, n: int) -> None:
        if n == 1:
            if self.anew:
                with asked_anew([self]) as suspended:
                    assert len(suspended) == 1
                    self._again()
            self._again()

    def _again(self) -> None:
        try:
            self.enter(0)
        except ViolationError:
            self.refused.append(True)
        else:
            self.refused.append(False)


def test_a_contract_is_asked_while_its_function_runs_and_not_afterwards() -> None:
    gate = Gate()
    gate.enter(1)

    assert gate.refused == [True, False]


def test_nothing_changes_where_nothing_is_asked() -> None:
    with asked_anew([]) as suspended:
        assert suspended == frozenset()


class Plain:
    @require(lambda n: n > 0)
    @ensure(lambda n, result: result > n)
    def more(self, n: int) -> int:
        return n + 1

    def free(self, n: int) -> int:
        return n


class Inherited(DBC):
    @ensure(lambda n, result: result > n)
    def more(self, n: int) -> int:
        return n + 1


def same(self: Any, n: int) -> int:
    return n


def test_a_method_of_ours_keeps_what_the_one_promises_that_it_overrides() -> None:
    method = promising(Plain, "more", same)

    with pytest.raises(ViolationError):
        method(Plain(), 1)


def test_what_it_asks_for_is_not_asked() -> None:
    def more(self: Any, n: int) -> int:
        return n + 1

    assert promising(Plain, "more", more)(Plain(), -1) == 0


def test_where_icontract_sees_to_it_or_nothing_is_promised_the_method_stays() -> None:
    assert promising(Inherited, "more", same) is same
    assert promising(Plain, "free", same) is same
    assert promising(Plain, "other", same) is same


class Discount:
    @deal.pre(lambda self, price: price > 0)
    @deal.post(lambda result: result <= 1)
    @deal.ensure(lambda self, price, result: result < price)
    def share(self, price: float) -> float:
        return 0.0


@pytest.mark.parametrize(
    ("price", "broken"), [(0.5, True), (2.0, True), (1.0, False), (-3.0, False)]
)
def test_so_is_what_deal_says_of_a_promise(price: float, broken: bool) -> None:
    def share(self: Any, price: float) -> float:
        return {0.5: 0.7, 2.0: 1.5, 1.0: 0.5, -3.0: -4.0}[price]

    method = promising(Discount, "share", share)

    if broken:
        with pytest.raises(deal.PostContractError):
            method(Discount(), price)
    else:
        assert method(Discount(), price) == share(None, price)
