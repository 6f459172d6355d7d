"""Predicates as a search needs them."""

from __future__ import annotations

from typing import Any

from refute.discover.promises import invariant_of, is_checker, without_handlers
from refute.small import bounds, structures


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
