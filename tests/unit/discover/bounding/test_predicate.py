"""Predicates as a search needs them."""

from __future__ import annotations

from typing import Any

from refute.discover.bounding.predicate import invariant_of, is_checker, without_handlers
from refute.exhaustive.structures import bounds, structures


def nested(self: Any) -> None:
    def helper() -> int:
        return 1

    assert sorted([helper()], key=lambda one: -one)


def answers(self: Any) -> bool:
    return True


class Lenient:
    n: int

    def _check(self) -> None:
        try:
            assert self.n > 1
        except AssertionError:
            if self.n == 1:
                return
            raise


def test_what_a_helper_returns_is_not_what_a_checker_returns() -> None:
    assert is_checker(nested)
    assert not is_checker(answers)


def test_a_handler_that_forgives_is_kept() -> None:
    assert without_handlers(Lenient._check) is None
    found = invariant_of(Lenient)
    assert found is not None
    assert found.checker
    assert [one.n for one in structures(Lenient, bounds(Lenient, n=range(3)))] == [1, 2]


class Graded:
    """What is said in place of yes and no, by name."""

    n: int

    def good(self) -> bool:
        return self.n < 2

    def number(self) -> int:
        return 1 if self.n < 2 else 0

    def nothing(self) -> bool | None:
        if self.n < 2:
            return True
        return None

    def handed_on(self) -> bool:
        return self.good()

    def perhaps(self) -> object:
        if self.n < 1:
            return None
        return unknown(self.n < 2)

    def complaints(self) -> list[str]:
        return ["too large"] if self.n >= 2 else []


class Unknown:
    def __call__(self, said: bool) -> bool:
        return said


unknown = Unknown()


def test_answers_mean_the_same_as_where_invariants_are_asked_of_live_objects() -> None:
    space = bounds(Graded, n=range(4))
    for name in ("good", "number", "nothing", "handed_on", "perhaps"):
        found = structures(Graded, space, predicate=name)
        assert [one.n for one in found] == [0, 1], name
        assert found.warnings() == [], name
        assert structures(Graded, space, predicate=name, path="resumable").count() == 2, name


def test_a_list_of_complaints_is_no_answer() -> None:
    found = structures(Graded, bounds(Graded, n=range(4)), predicate="complaints")

    assert found.count() == 4
    assert [one for one in found.warnings() if "[no-answer]" in one and "returns a list" in one]


class Named:
    n: int
    rep_ok = lambda self: self.n < 2  # noqa: E731


def test_a_lambda_is_a_predicate() -> None:
    assert structures(Named, bounds(Named, n=range(4))).count() == 2
