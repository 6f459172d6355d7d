"""What decorators say of a method is asked where a function of ours stands for it."""

from __future__ import annotations

import deal
import icontract
import pytest

from refute.model.contract import Condition
from refute.model.sequence import Callback
from refute.model.typeform import ANY, INT, NONE
from refute.search.contracts_above import asked_above, contract_above, first_broken

NAMES = ("self", "percent", "*, fast=False")
LEVEL = Callback("level", NAMES, (ANY, INT, ANY), NONE)


class Listener:
    @icontract.require(lambda percent: 0 <= percent <= 100)
    @icontract.require(lambda percent, fast: percent or not fast)
    def level(self, percent: int, *, fast: bool = False) -> None: ...

    def other(self, percent: int) -> None: ...


class DealListener:
    @deal.pre(lambda self, percent, fast=False: 0 <= percent <= 100)
    def level(self, percent: int, *, fast: bool = False) -> None: ...


class Inherited(icontract.DBC):
    @icontract.require(lambda percent: 0 <= percent <= 100)
    def level(self, percent: int) -> None: ...


@pytest.mark.parametrize("base", [Listener, DealListener])
def test_what_the_method_asks_for_that_is_overridden_is_demanded(base):
    assert asked_above(LEVEL, (None, 101, False), base) == ((1,), "0 <= {0} <= 100")
    assert asked_above(LEVEL, (None, 100, False), base) is None


def test_a_condition_may_be_about_several_arguments():
    assert asked_above(LEVEL, (None, 0, True), Listener) == ((1, 2), "{0} or not {1}")


def test_a_function_alone_and_what_the_library_sees_to_itself_are_left_out():
    other = Callback("other", NAMES, (ANY, INT, ANY), NONE)

    assert asked_above(LEVEL, (None, 101, False), None) is None
    assert asked_above(other, (None, 101, False), Listener) is None
    assert asked_above(LEVEL, (None, 101, False), Inherited) is None
    assert not contract_above(int, "__add__").requires


MOST = 100


class Described:
    @icontract.require(lambda percent: percent <= MOST, "no more than all of it")
    @icontract.require(lambda percent: len(NOBODY) and percent != 7)  # noqa: F821
    def level(self, percent: int, *, fast: bool = False) -> None: ...


class InOneObject:
    @deal.pre(lambda _: _.percent != 50)
    def level(self, percent: int, *, fast: bool = False) -> None: ...


@pytest.mark.parametrize(
    ("base", "percent", "source"),
    [
        (Described, 101, "{0} <= 100"),
        (Described, 7, None),  # asked of what only the module knows
        (InOneObject, 50, "{0} != 50"),
        (InOneObject, 51, None),
    ],
)
def test_a_condition_is_asked_as_it_is_written_and_not_as_it_is_described(base, percent, source):
    asked = asked_above(LEVEL, (None, percent, False), base)

    assert asked == (None if source is None else ((1,), source))


def test_a_condition_that_cannot_be_asked_says_nothing():
    about_before = Condition(lambda OLD: OLD.x, "OLD.x")
    raises = Condition(lambda x: 1 / x, "1 / x")
    broken = Condition(lambda x: x > 0, "x > 0")

    assert first_broken([about_before, raises], {"x": 0}) is None
    assert first_broken([raises, broken], {"x": 0}) is broken
