"""Each law of <, <=, >, >=: a class that breaks it, and look-alikes that do not."""

from __future__ import annotations

from dataclasses import dataclass
from functools import total_ordering
from itertools import permutations
from typing import Any

import pytest
from lawbreaking import breaks, keeps

NAN = float("nan")


@dataclass(order=True)
class Good:
    value: Any


@dataclass
class NotStrict:
    value: int

    def __lt__(self, other: NotStrict) -> bool:
        return self.value <= other.value


class Subset(frozenset[int]):
    """A partial order."""

    def __lt__(self, other: Any) -> bool:
        return super().__lt__(other)

    def __le__(self, other: Any) -> bool:
        return super().__le__(other)

    def __gt__(self, other: Any) -> bool:
        return super().__gt__(other)


class Query:
    """As in an ORM."""

    def __eq__(self, other: object) -> Any:
        return ["=="]

    def __lt__(self, other: object) -> Any:
        return ["<"]

    __le__ = __gt__ = __ge__ = __lt__


class Incomparable:
    def __lt__(self, other: object) -> Any:
        raise TypeError

    __le__ = __gt__ = __ge__ = __lt__


PAIRS = [
    (Good(1), Good(2)),
    (Good(2), Good(2)),
    (Good(NAN), Good(1)),
    (Good(1), Good("")),
    (Subset([1]), Subset([1, 2])),
    (Subset([1]), Subset([2])),
    (Subset([1]), Subset([1])),
    (Query(), Query()),
    (Incomparable(), Incomparable()),
    (1, 2),
]


def test_orders_keep_all_laws_both_ways_round() -> None:
    for x, y in PAIRS:
        assert keeps("lt-irreflexive", x)
        for law in ("lt-antisymmetric", "lt-eq", "le-agrees", "gt-mirrors"):
            assert keeps(law, x, y), (law, x, y)
            assert keeps(law, y, x), (law, y, x)


def test_less_than_itself() -> None:
    breaks("lt-irreflexive", NotStrict(1))


def test_each_less_than_the_other() -> None:
    breaks("lt-antisymmetric", NotStrict(1), NotStrict(1))

    assert keeps("lt-antisymmetric", NotStrict(1), NotStrict(2))


@dataclass
class Hand:
    """Of a game in which each is less than the next, in a circle."""

    value: int

    def __lt__(self, other: Hand) -> bool:
        return (other.value - self.value) % 3 == 1


class OneWay(Hand):
    """Less than its neighbour only: 0 < 1 < 2, and of 0 and 2 neither is less."""

    def __lt__(self, other: Hand) -> bool:
        return self.value + 1 == other.value


class BothWays(Hand):
    """Whose last is less than its first, and the other way round."""

    def __lt__(self, other: Hand) -> bool:
        return self.value < other.value or (self.value, other.value) == (2, 0)


@pytest.mark.parametrize("places", list(permutations(range(3))))
@pytest.mark.parametrize("cls", [Hand, OneWay])
def test_less_than_the_next_but_not_than_the_one_after(
    cls: type[Hand], places: tuple[int, ...]
) -> None:
    breaks("lt-transitive", *[cls(place) for place in places])


@pytest.mark.parametrize("places", list(permutations(range(3))))
def test_what_is_less_along_a_chain_or_not_in_one(places: tuple[int, ...]) -> None:
    orders: list[list[Any]] = [
        [Good(1), Good(2), Good(3)],
        [Good(1), Good(1), Good(2)],
        [Subset([1]), Subset([1, 2]), Subset([3])],
        [Subset([1]), Subset([1, 2]), Subset([1, 2, 3])],
        [Query(), Query(), Query()],
        [Good(1), Good(""), Good(2)],
        [Hand(0), Hand(3), Hand(1)],
    ]
    for values in orders:
        assert keeps("lt-transitive", *[values[place] for place in places]), values


def test_two_that_are_each_less_than_the_other_break_another_law() -> None:
    assert keeps("lt-transitive", BothWays(2), BothWays(1), BothWays(0))
    breaks("lt-antisymmetric", BothWays(2), BothWays(0))


def test_less_and_equal() -> None:
    class Task(Good):
        def __init__(self, key: int, rank: int) -> None:
            self.value, self.rank = key, rank

        def __lt__(self, other: Any) -> bool:
            return bool(self.rank < other.rank)

    breaks("lt-eq", Task(1, 1), Task(1, 2))
    breaks("lt-eq", Task(1, 2), Task(1, 1))


@dataclass
class Strict:
    """Whose <= is <."""

    value: Any

    def __lt__(self, other: Strict) -> bool:
        return bool(self.value < other.value)

    __le__ = __lt__


@dataclass
class Backwards(Strict):
    def __le__(self, other: Strict) -> bool:
        return bool(self.value > other.value)


def test_equal_yet_not_less_or_equal() -> None:
    breaks("le-agrees", Strict(1), Strict(1))


def test_less_yet_not_less_or_equal() -> None:
    breaks("le-agrees", Backwards(1), Backwards(2))
    breaks("le-agrees", Backwards(2), Backwards(1))


def test_nan_excuses() -> None:
    assert keeps("le-agrees", Strict((1, NAN)), Strict((2, NAN)))

    same = NAN
    assert keeps("le-agrees", Strict((1, same)), Strict((1, same)))

    hands = [OneWay(0), OneWay(1), OneWay(2)]
    hands[0].noise = NAN  # type: ignore[attr-defined]
    assert keeps("lt-transitive", *hands)


def test_cards_may_be_ordered_by_rank_and_equal_by_rank_and_suit() -> None:
    @dataclass
    class Card:
        rank: int
        suit: str

        def __lt__(self, other: Card) -> bool:
            return self.rank < other.rank

        def __le__(self, other: Card) -> bool:
            return self.rank <= other.rank

    assert keeps("le-agrees", Card(1, "a"), Card(1, "b"))


class Copied(Strict):
    """Written by copying __lt__."""

    def __gt__(self, other: Strict) -> bool:
        return bool(self.value < other.value)


class CopiedGe(Good):
    def __ge__(self, other: Any) -> bool:
        return bool(self.value <= other.value)


@total_ordering
class Total(Strict):
    def __lt__(self, other: Any) -> bool:
        return bool(self.value < other.value)

    __le__ = None  # type: ignore[assignment]


def test_greater_is_not_the_mirror_of_less() -> None:
    breaks("gt-mirrors", Copied(1), Copied(2))
    breaks("gt-mirrors", Copied(2), Copied(1))
    breaks("le-agrees", CopiedGe(2), CopiedGe(1))


def test_total_ordering_of_nan_is_no_mirror_and_nobody_is_to_blame() -> None:
    assert keeps("gt-mirrors", Total(NAN), Total(1.0))
    assert keeps("gt-mirrors", Total(1.0), Total(2.0))
