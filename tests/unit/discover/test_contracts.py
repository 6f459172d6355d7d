"""What is written about methods and classes is read, wherever it is written; with the real libraries."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import deal
import icontract
import pytest

from refute.discover.contracts import (
    contract_of,
    library_invariants,
    mismatch,
    promise_of,
    restore_class,
    spec_of,
)
from refute.model.subject import Subject

Found = Callable[..., Subject]


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


def test_nothing_written_is_no_contract() -> None:
    assert contract_of(None, len).requires == ()


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


def test_specifications_stand_in_for_their_methods(found: Found) -> None:
    subject = found(
        """
        class Stack:
            def push(self, x: int) -> None: ...
            def push_spec(self, x: int) -> None:
                assert x > 0, "PRE"
                self.push(x)
            def pop(self) -> int: ...
            def pop_spec(self, x) -> int:
                assert x
                return self.pop()
            def probe_full(self): ...
            def probe1_spec(self): ...
            def appmodel(self, last): return True
        class Deep(Stack):
            def push(self, x: int) -> None: ...
        """
    )
    routines = {one.target.partition(":")[2]: one for one in subject.routines}

    assert routines["Stack.push"].call((0, 1)).target == "shop:Stack.push_spec"
    assert routines["Deep.push"].call((0, 1)).target == "shop:Deep.push_spec"
    assert routines["Stack.pop"].stand_in is None
    assert subject.faulty["Stack.pop_spec"].startswith(
        "Stack.pop_spec takes (self, x), but pop takes (self)"
    )
    assert {one.partition(":")[2] for one in subject.probes} >= {
        "Stack.probe_full",
        "Stack.probe1_spec",
    }
    assert subject.promises["shop:Stack"].wants_last


def test_probes_are_left_out_when_asked_to(found: Found) -> None:
    text = "class A:\n    def probe_x(self): ...\n    def f(self): ...\n"

    assert {one.target for one in found(text, probing=False).routines} == {"shop:A", "shop:A.f"}


def test_what_the_code_may_raise_is_read_from_its_contract(found: Found) -> None:
    subject = found("import deal\n@deal.raises(KeyError)\ndef f(x: int): ...\n")

    assert subject.routines[0].raises == {"KeyError"}


class Shy:
    def f(self, x, y=1): ...

    def f_spec(self, x, y):
        assert x
        return self.f(x, y)

    def g(self, *rest): ...

    def g_spec(self, *rest):
        assert rest
        return self.g(*rest)

    def h(self): ...

    def h_spec(self):
        return "neither calls nor asserts"

    def appmodel(self, one, two): ...


@pytest.mark.parametrize(("name", "fits"), [("f", False), ("g", True)])
def test_a_specification_must_take_every_call_of_its_method(name: str, fits: bool) -> None:
    spec = spec_of(Shy, name)
    assert spec is not None

    assert (mismatch(spec.function, getattr(Shy, name)) == "") is fits


def test_what_only_looks_like_a_specification_is_none() -> None:
    assert spec_of(Shy, "h") is None
    assert spec_of(Shy, "") is None
    assert promise_of(Shy) is None
    assert promise_of(int) is None


def test_neither_library_is_imported_for_a_subject_that_uses_none() -> None:
    program = (
        "import sys, json.decoder\n"
        "from refute.discover.modules import locate\n"
        "from refute.discover.subject import discover\n"
        "discover([locate('json.decoder', '/')])\n"
        "import refute.examiner, refute.small\n"
        "assert not {'icontract', 'deal'} & set(sys.modules)\n"
    )

    assert subprocess.run([sys.executable, "-c", program]).returncode == 0
