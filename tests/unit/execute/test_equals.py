"""Values that are equal by their own `==` have one number; those with a broken one do no harm."""

from __future__ import annotations

from refute.execute.equals import _MOST, _MOST_OF_ALL, Equals
from refute.execute.machine import StopCall


class Money:
    def __init__(self, amount: int, note: str = "") -> None:
        self.amount, self.note = amount, note

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Money) and self.amount == other.amount

    def __hash__(self) -> int:
        return hash(self.amount)


class Raising(Money):
    def __eq__(self, other: object) -> bool:
        raise ZeroDivisionError

    def __hash__(self) -> int:
        return 1


class Unhashable(Money):
    def __hash__(self) -> int:
        raise TypeError


class Listlike(Money):
    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        return True


def test_equal_values_share_a_number_but_for_one():
    equals = Equals()

    assert equals.equality_number(0, Money(1, "first"), 10) == 10
    assert (
        equals.equality_number(0, Money(1, "second"), 11) == 11
    )  # equal, and yet different: worth having both
    assert equals.equality_number(0, Money(1, "second"), 11) == 11
    assert equals.equality_number(0, Money(1, "third"), 13) == 10
    assert equals.equality_number(0, Money(1, "fourth"), 14) == 10
    assert equals.equality_number(0, Money(2), 12) == 12


def test_values_of_different_kinds_are_never_the_same():
    equals = Equals()

    assert equals.equality_number(0, Money(1), 10) == 10
    assert equals.equality_number(1, Money(1), 11) == 11


def test_without_an_equality_of_its_own_the_state_decides():
    equals = Equals()

    assert equals.equality_number(0, object(), 10) == 10
    assert equals.equality_number(1, [1], 11) == 11
    assert equals.equality_number(2, 7, 12) == 12
    assert equals.equality_number(3, Listlike(1), 13) == 13
    assert equals.equality_number(3, Listlike(1), 14) == 14


def test_an_equality_or_hash_that_raises_leaves_it_to_the_state():
    equals = Equals()

    assert equals.equality_number(0, Raising(1), 10) == 10
    assert equals.equality_number(0, Raising(1), 11) == 11
    assert equals.equality_number(1, Unhashable(1), 12) == 12


def test_memory_stays_flat():
    equals = Equals()
    for amount in range(3 * _MOST):
        equals.equality_number(0, Money(amount), amount)

    assert sum(len(known) for known in equals._known.values()) <= _MOST


def test_an_equality_that_does_not_answer_is_not_asked_again():
    class Endless(Money):
        asked = 0

        def __eq__(self, other: object) -> bool:
            Endless.asked += 1
            raise StopCall("no answer after 5 s")

        def __hash__(self) -> int:
            return 1

    equals = Equals()
    numbers = [equals.equality_number(0, Endless(1), state) for state in (10, 11, 12, 13)]

    assert numbers == [10, 11, 12, 13]
    assert Endless.asked == 1


def test_memory_stays_flat_with_many_classes():
    equals = Equals()
    for amount in range(3 * _MOST_OF_ALL):
        equals.equality_number(amount % 100, Money(amount), amount)

    assert sum(len(known) for known in equals._known.values()) <= _MOST_OF_ALL
    assert equals.equality_number(0, Money(-1), 7) == 7
    assert equals.equality_number(0, Money(-1), 8) == 8
    assert equals.equality_number(0, Money(-1), 9) == 7
