"""All inputs of a method that satisfy invariant and precondition."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "subjects"))
from korat.binary_tree import BinaryTree

from refute.exhaustive.inputs import attribute_of, inputs, method_of, owner_of
from refute.exhaustive.method import exhaust
from refute.exhaustive.structures import bounds
from refute.model.errors import UsageError


class Stopper:
    tight: bool

    def rep_ok(self) -> bool:
        return self.tight


class Jar:
    stopper: Stopper | None

    def open(self) -> None:
        self.stopper = None


@pytest.mark.parametrize("processes", [1, 2])
def test_inputs_are_counted_and_described_as_they_are_made(processes: int) -> None:
    every = inputs(Jar.open, bounds(Jar, Stopper=1))

    assert [jar.stopper and jar.stopper.tight for (jar,) in every] == [None, True]
    assert every.count(processes) == 2
    assert len(list(every.descriptions(processes))) == 2
    assert exhaust(Jar.open, bounds(Jar, Stopper=1)).tested == 2


def test_inputs_of_remove_are_trees_with_one_of_their_nodes() -> None:
    pairs = list(inputs(BinaryTree.remove, bounds(BinaryTree, Node=3, size=3)))

    assert len(pairs) == 15
    assert all(tree.rep_ok() and tree.has(node) for tree, node in pairs)


def test_independent_parameters_are_combined() -> None:
    class Pot:
        level: int

        def rep_ok(self) -> bool:
            return self.level != 1

        def fill(self, amount: int) -> None:
            self.level += amount

    found = list(inputs(Pot.fill, bounds(Pot, 2), owner=Pot, amount=[5, 7]))

    assert [(pot.level, amount) for pot, amount in found] == [(0, 5), (0, 7), (2, 5), (2, 7)]
    report = exhaust(Pot.fill, bounds(Pot, 2), owner=Pot, amount=[-1, 1])
    assert str(report).startswith("Pot.fill breaks Pot.rep_ok")
    assert report.tested == 4
    assert report.failed == 2


def test_a_parameter_without_values_is_refused() -> None:
    class Pot:
        level: int

        def rep_ok(self) -> bool:
            return True

        def put(self, thing): ...  # type: ignore[no-untyped-def]

    with pytest.raises(UsageError, match="cannot see the values of parameter thing"):
        inputs(Pot.put, bounds(Pot, 1), owner=Pot)


class Tank:
    n: int

    def add(self, k: int, *, twice: bool) -> None: ...

    def many(self, *args: int) -> None: ...

    @staticmethod
    def made(n: int) -> Tank:
        return Tank()


def test_what_a_method_does_not_take_cannot_be_given() -> None:
    with pytest.raises(UsageError, match=r"no parameter 'kk'; it has: self, k, twice"):
        inputs(Tank.add, bounds(Tank, n=[0]), kk=[2])


def test_parameters_without_end_are_refused() -> None:
    with pytest.raises(UsageError, match=r"takes \*args") as caught:
        inputs(Tank.many, bounds(Tank, n=[0]))

    assert caught.value.slug == "parameter-variable"


def test_arguments_are_passed_as_the_method_takes_them() -> None:
    add = method_of(Tank.add, Tank, Tank)

    assert add.given == ["k", "twice"]
    assert add.bound((1, 2, True)) == ([1, 2], {"twice": True})


def test_a_static_method_has_no_receiver() -> None:
    made = method_of(Tank.made, Tank, Tank)

    assert made.of_class
    assert made.given == ["n"]


def test_the_class_of_a_function_is_found_by_its_name() -> None:
    def local() -> None: ...

    assert owner_of(Tank.add) is Tank
    assert owner_of(local) is None
    assert attribute_of(Tank, local) == ""
