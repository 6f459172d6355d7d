"""What decorators of icontract promise of a function that is returned."""

from __future__ import annotations

import pytest
from bench import Bench

from refute.model.sequence import Call, Step
from refute.model.typeform import CALLABLE, INT, TypeForm
from refute.model.verdict import Blame, Severity, Violation
from refute.search.returned_functions import any_promised

SOURCE = """
    from typing import Protocol
    from icontract import ensure, require

    class Doubling(Protocol):
        @require(lambda x: x > 0)
        @ensure(lambda x, result: result >= 2 * x)
        def __call__(self, x: int) -> int: ...

    class Exact:
        @ensure(lambda x, result: result == 2 * x)
        def __call__(self, x: int) -> int:
            return 2 * x

    def nearly() -> Doubling:
        return lambda x: 3 if x == 1 else x

    def inverse() -> Doubling:
        return lambda x: 2 // x

    class Taking(Protocol):
        @require(lambda xs: len(xs) > 0)
        @ensure(lambda result: result >= 0)
        def __call__(self, xs: list[int]) -> int: ...

    def taker(fails: bool = False) -> Taking:
        def take(xs: list[int]) -> int:
            last = xs.pop() if xs else -1
            xs.extend([1] if last < 0 else [])
            return 1 // last if last < 0 else -last

        return take

    def exact() -> Exact:
        return Exact()

    def plain() -> int:
        return 3
"""


@pytest.fixture
def bench(tmp_path) -> Bench:
    return Bench(tmp_path, SOURCE)


def called(bench: Bench, maker: str, argument: object) -> Violation | None:
    """Return what is wrong with a call of the function that an operation returns."""
    bench.begin()
    bench.call(maker)
    given = bench.literal(argument)
    function = Call(f"{bench.module}:{maker}()", (TypeForm(CALLABLE), INT), INT, how="call")
    return bench._do(Step(function, (given + 1, 1)))


def test_only_what_returns_a_function_of_which_something_is_said_is_looked_at(bench):
    promised = {
        name for name, one in bench.routines.items() if name.islower() and any_promised([one])
    }

    assert promised == {"nearly", "inverse", "exact", "taker"}


def test_a_function_that_does_not_keep_what_its_class_promises_is_the_codes_fault(bench):
    assert called(bench, "nearly", 1) is None
    violation = called(bench, "nearly", 2)

    assert (violation.rule, violation.blame) == ("ensures", Blame.CODE)
    assert violation.severity is Severity.ERROR
    assert violation.assertion == "assert {0} >= 2 * {1}"
    assert violation.signature == ("ensures", f"{bench.module}:nearly()", "result >= 2 * x")


def test_what_its_class_asks_for_is_for_the_caller_to_see_to(bench):
    for maker in ("nearly", "inverse"):  # the second one raises at it
        violation = called(bench, maker, 0)

        assert (violation.rule, violation.blame) == ("requires", Blame.TEST)


def test_an_exception_where_nothing_forbidden_was_passed_is_judged_as_any_other(bench):
    assert called(bench, "inverse", 3).rule == "ensures"
    assert called(bench, "plain", 3).rule == "raises"  # it is no function


def test_an_object_of_the_class_itself_has_its_decorators(bench):
    assert called(bench, "exact", 3) is None


def test_what_is_asked_for_is_asked_before_the_function_changes_its_arguments(bench):
    assert called(bench, "taker", [3]).rule == "ensures"  # the list is empty now
    assert called(bench, "taker", []).blame is Blame.TEST  # and now it is not
