"""Every small valid object of a class, within what can be listed."""

from __future__ import annotations

import sys

import pytest

from refute.execute.machine import StopCall
from refute.execute.resolve import find, resolve
from refute.search.small_structures import MOST_OBJECTS, Ending, every, small_objects


class Stack:
    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        self.items: list[int] = []

    def rep_ok(self) -> bool:
        return len(self.items) <= self.capacity


class Ring:
    def __init__(self) -> None:
        self.next: Ring | None = None

    def rep_ok(self) -> bool:
        node = self
        while node is not None:
            node = node.next
        return True


class Asked(Stack):
    @classmethod
    def finitize(cls):
        return {"capacity": [1], "items.length": [0, 1], "items.items": [7], "": 1}


class Registered:
    def __init_subclass__(cls) -> None:
        raise AssertionError("nobody else registers")

    def rep_ok(self) -> bool:
        return True


class Open:
    def __init__(self, thing) -> None:
        self.thing = thing

    def rep_ok(self) -> bool:
        return True


class Wide:
    def __init__(self, a: int, b: int, c: int, d: int, e: int, f: int, g: int, h: int, i: int):
        self.values: tuple[int, int, int, int, int, int, int, int, int] = (0,) * 9

    def rep_ok(self) -> bool:
        return True


def listed(owner: type, seen=None, given=None):
    return small_objects(f"{__name__}:{owner.__name__}", owner, "rep_ok", seen or {}, given)


def built(start) -> object:
    values: list[object] = []
    for position, step in enumerate(start.sequence.steps):
        arguments = [values[position - back] for back in step.arguments]
        values.append(resolve(step.operation)(*arguments))
    return values[start.position]


def test_all_small_objects_are_listed_the_smallest_first():
    found = listed(Stack)
    stacks = [built(start) for start in found.starts]

    assert (stacks[0].capacity, stacks[0].items) == (0, [])
    assert all(stack.rep_ok() for stack in stacks)
    # Items 0..3 and capacities 0..3: 4 stacks with none, 3 times 4 with one, 2 times 16 with two, 64 with three.
    assert len(stacks) == 4 + 12 + 32 + 64
    assert found.note == "112 objects within Stack=1; 16 candidates"


def test_a_predicate_that_follows_a_ring_for_ever_is_false_there():
    found = listed(Ring)

    assert len(found.starts) == 1
    assert built(found.starts[0]).next is None


def test_bounds_beside_the_class_and_bounds_given_are_kept():
    assert [built(start).items for start in listed(Asked).starts] == [[], [7]]
    given = {"": 1, "capacity": [5]}

    assert {built(start).capacity for start in listed(Asked, given=given).starts} == {5}


def test_what_objects_were_seen_to_hold_stands_in_for_annotations():
    assert "thing=[...]" in listed(Open).note
    assert len(listed(Open, seen={Open: {"thing": bool}}).starts) == 2


def test_a_class_with_too_many_small_objects_is_left_alone():
    found = listed(Wide)

    assert found.starts == ()
    assert f"more than {MOST_OBJECTS}" in found.note


def test_a_class_that_registers_subclasses_is_left_alone():
    assert listed(Registered).starts == ()


def test_no_subclass_is_left_behind():
    listed(Stack)

    assert Stack.__subclasses__() == [Asked]


def test_a_trace_function_stays_what_it_was():
    before = sys.gettrace()
    listed(Ring)

    assert sys.gettrace() is before


def test_a_name_that_means_nothing_is_told():
    assert (
        "rep_wrong is no plain method"
        in small_objects("x:Stack", Stack, "rep_wrong", {}, None).note
    )


def test_small_ones_of_every_class_come_first():
    found = {"a": listed(Ring), "b": listed(Asked)}

    assert [start.target.rpartition(":")[2] for start in every(found)] == ["Ring", "Asked", "Asked"]
    assert find(found["a"].starts[0].target) is Ring


class Drawer:
    n: int

    def rep_ok(self) -> bool:
        return self.n >= 0


def test_bounds_of_the_user_that_mean_nothing_are_told_as_such() -> None:
    wrong = small_objects("m:Drawer", Drawer, "rep_ok", {}, {"nn": [0, 1]})
    good = small_objects("m:Drawer", Drawer, "rep_ok", {}, {"n": [0, 1]})

    assert (wrong.starts, wrong.refused) == ((), True)
    assert "no class or field 'nn'" in wrong.note
    assert (len(good.starts), good.refused) == (2, False)


def test_a_clock_that_strikes_while_tracing_is_switched_on_leaves_no_trace_function(monkeypatch):
    switch = sys.settrace
    before = sys.gettrace()

    def struck(function):
        switch(function)
        if function is not before:
            raise StopCall("the time is up")

    monkeypatch.setattr(sys, "settrace", struck)
    with pytest.raises(StopCall):
        Ending(lambda one: True)(None)

    assert sys.gettrace() is before
