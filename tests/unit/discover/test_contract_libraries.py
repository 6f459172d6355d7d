"""Contracts of icontract and deal are read; with the real libraries."""

from __future__ import annotations

import subprocess
import sys

import deal
import icontract

from refute.discover.contract_libraries import library_invariants, restore_class
from refute.discover.contracts import contract_of


class Base(icontract.DBC):
    @icontract.require(lambda x: x > 0)
    @icontract.ensure(lambda result: result >= 0)
    def f(self, x: int) -> int:
        return x


class Derived(Base):
    @icontract.require(lambda x: x < -5)
    def f(self, x: int) -> int:
        return x


class Parent:
    @deal.pre(lambda self, x: x > 0)
    def f(self, x: int) -> int:
        return x


class Child(Parent):
    @deal.inherit
    def f(self, x: int) -> int:
        return x


@deal.pre(lambda _: _.x > _.y)
@deal.ensure(lambda x, y, result: result)
@deal.raises(ValueError, KeyError)
def difference(x: int, y: int = 0) -> int:
    return x - y


def asked(function, *arguments: object, owner: type | None = None) -> list[bool]:
    return [bool(one.function(*arguments)) for one in contract_of(owner, function).requires]


def test_one_group_of_preconditions_is_enough_where_a_subclass_asks_less() -> None:
    assert [asked(Derived.f, x) for x in (3, 0, -9)] == [[True], [False], [True]]
    assert asked(Base.f, 0) == [False]
    assert [one.text for one in contract_of(Base, Base.f).ensures] == ["result >= 0"]
    assert contract_of(Derived, Derived.f).requires[0].text


def test_contracts_of_deal_are_read() -> None:
    contract = contract_of(None, difference)

    assert asked(difference, 2, 1) == [True] and asked(difference, 1, 2) == [False]
    assert contract.raises == (ValueError, KeyError)
    assert [one.text for one in contract.requires] == ["_.x > _.y"]


def test_contracts_that_are_inherited_are_read() -> None:
    assert asked(vars(Child)["f"], None, 0, owner=Child) == [False]


def test_invariants_of_both_libraries_are_read() -> None:
    @icontract.invariant(lambda self: self.n > 0)
    class One:
        def __init__(self) -> None:
            self.n = 1

    @deal.inv(lambda self: self.n > 0)
    @deal.inv(lambda _: _.n < 9)
    class Two:
        def __init__(self) -> None:
            self.n = 1

    restore_class(Two)
    restore_class(One)
    for cls in (One, Two):
        good = cls()
        assert all(one.function(good) for one in library_invariants(cls))
    assert Two.__name__ == "Two" and Two.__module__ == __name__
    assert "__eq__" not in vars(One), "it is object's"


def test_neither_library_is_imported_for_a_subject_that_uses_none() -> None:
    program = (
        "import sys, json.decoder\n"
        "from refute.discover.modules import locate\n"
        "from refute.discover.discovery import discover\n"
        "discover([locate('json.decoder', '/')])\n"
        "import refute.search.examiner, refute.exhaustive.structures\n"
        "assert not {'icontract', 'deal'} & set(sys.modules)\n"
    )

    assert subprocess.run([sys.executable, "-c", program]).returncode == 0
