"""A specification that changes its object itself is told from one that only looks on while the method does."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from refute.execute.onlooker import Onlooker


class Till:
    def __init__(self) -> None:
        self.coins = 0
        self.asked = 0

    def put(self, coin: int) -> int:
        self.coins += coin
        return self.put(coin - 1) if coin else self.coins

    def each(self) -> Iterator[int]:
        self.asked += 1
        yield self.coins


def only_looks(till: Till, coin: int) -> int:
    assert till.coins >= 0
    return till.put(coin)


def meddles_before(till: Till, coin: int) -> int:
    till.asked += 1
    return till.put(coin)


def meddles_after(till: Till, coin: int) -> int:
    total = till.put(coin)
    till.asked = 7
    return total


def meddles_between(till: Till, coin: int) -> int:
    till.put(coin)
    till.coins = 0
    return till.put(coin)


def fields(one: object) -> dict[str, int | None]:
    return dict(vars(one))


@pytest.mark.parametrize(
    ("spec", "changed"),
    [
        (only_looks, []),
        (meddles_before, [["asked"]]),
        (meddles_after, [["asked"]]),
        (meddles_between, [["coins"]]),
    ],
)
def test_what_a_specification_does_itself_is_told(spec, changed) -> None:
    told: list[list[str]] = []

    total = Onlooker(spec, "put", fields, told.append)(Till(), 2)

    assert total == 3
    assert told == changed


def test_it_looks_ever_more_seldom() -> None:
    told: list[list[str]] = []
    spec = Onlooker(meddles_before, "put", fields, told.append)
    for _ in range(20):
        spec(Till(), 1)

    assert len(told) == 5, "the 1st, 2nd, 4th, 8th and 16th call"


def test_what_cannot_be_followed_is_called_all_the_same() -> None:
    told: list[list[str]] = []

    def spec(till: Till) -> list[int]:
        return list(till.each())

    assert Onlooker(spec, "each", fields, told.append)(Till()) == [0]
    assert Onlooker(spec, "nosuch", fields, told.append)(Till()) == [0]
    assert told == []


def test_an_exception_comes_through_and_nothing_is_told() -> None:
    told: list[list[str]] = []

    def spec(till: Till, coin: int) -> None:
        till.asked += 1
        assert coin > 0, "PRE"

    with pytest.raises(AssertionError, match="PRE"):
        Onlooker(spec, "put", fields, told.append)(Till(), 0)
    assert told == []
