"""Each operation means what its source means."""

from __future__ import annotations

import math
import sys
import textwrap
import types
from collections.abc import Iterator

import pytest

from refute.execute.resolve import Setter, UnknownOperation, find, resolve
from refute.model.sequence import (
    Allocate,
    Call,
    Display,
    Literal,
    Operation,
    Parameter,
    SetField,
)
from refute.model.syntax import MOST_ITEMS
from refute.model.typeform import ANY, TypeForm

MODULE = """
    class Box:
        def __init__(self, value=0):
            self.value = value
        def get(self):
            return self.value
        def set(self, value, *, twice=False):
            self.value = value * 2 if twice else value
        @property
        def double(self):
            return 2 * self.value
        @classmethod
        def make(cls):
            return cls(7)
        @staticmethod
        def zero():
            return 0
        def __add__(self, other):
            return Box(self.value + other)
        def __radd__(self, other):
            return Box(other - self.value)
        def __getitem__(self, key):
            return (self.value, key)
        def __setitem__(self, key, value):
            self.value = (key, value)
        def __delitem__(self, key):
            self.value = None
        def __contains__(self, item):
            return item == self.value
        def __call__(self, *args, **named):
            return args, named
        def __iter__(self):
            return iter([1, 2])

    class Quiet(Box):
        def get(self):
            return "quiet"

    def count():
        n = 0
        while True:
            yield n
            n += 1

    async def later(n):
        return n + 1

    async def many():
        n = 0
        while True:
            yield n
            n += 1
"""


@pytest.fixture(autouse=True)
def subject() -> Iterator[types.ModuleType]:
    module = types.ModuleType("boxes")
    exec(textwrap.dedent(MODULE), module.__dict__)
    sys.modules["boxes"] = module
    yield module
    del sys.modules["boxes"]


def call(name: str, how: str = "function", keywords: tuple[str, ...] = (), then: str = "") -> Call:
    return Call(f"boxes:{name}", (), ANY, keywords, how, then)


def value_of(operation: Operation, *arguments: object) -> object:
    return resolve(operation)(*arguments)


NEW = call("Box", "new")


def test_calls_of_every_kind(subject):
    box = value_of(NEW, 3)

    assert isinstance(box, subject.Box)
    assert value_of(call("Box.get", "method"), box) == 3
    assert value_of(call("Box.double", "get"), box) == 6
    assert value_of(call("Box.make")).value == 7
    assert value_of(call("Box.zero")) == 0
    value_of(call("Box.set", "method", ("twice",)), box, 5, True)
    assert box.value == 10


def test_a_method_is_called_through_the_object(subject):
    assert value_of(call("Box.get", "method"), subject.Quiet()) == "quiet"


def test_operators_are_called_through_their_syntax(subject):
    box = subject.Box(3)

    assert value_of(call("Box.__add__", "operator"), box, 1).value == 4
    assert value_of(call("Box.__radd__", "operator"), box, 1).value == -2
    assert value_of(call("Box.__getitem__", "operator"), box, "k") == (3, "k")
    assert value_of(call("Box.__contains__", "operator"), box, 3) is True
    assert value_of(call("Box.__iter__", "operator"), box) == [1, 2]
    assert value_of(call("Box.__call__", "operator", ("n",)), box, 1, 2) == ((1,), {"n": 2})
    value_of(call("Box.__setitem__", "operator"), box, "k", 5)
    assert box.value == ("k", 5)
    value_of(call("Box.__delitem__", "operator"), box, "k")
    assert box.value is None


def test_generators_are_taken_from_up_to_a_bound_and_coroutines_awaited():
    assert value_of(call("count", then="items")) == list(range(MOST_ITEMS))
    assert value_of(call("later", then="await"), 1) == 2
    assert value_of(call("Box.zero", then="await")) == 0
    assert value_of(call("many", then="async-items")) == list(range(MOST_ITEMS))


def test_displays_literals_and_fields(subject):
    box = subject.Box(1)

    assert value_of(Display("list", (), ANY), 1, 2) == [1, 2]
    assert value_of(Display("tuple", (), ANY), 1) == (1,)
    assert value_of(Display("set", (), ANY), 1, 1) == {1}
    assert value_of(Display("frozenset", (), ANY)) == frozenset()
    assert value_of(Display("dict", (), ANY), "a", 1) == {"a": 1}
    assert math.isnan(value_of(Literal("float('nan')", TypeForm("float"))))
    assert value_of(Call("boxes:Box.value", (ANY,), ANY, how="field"), box) == 1
    value_of(SetField("value"), box, 9)
    assert box.value == 9
    assert not hasattr(value_of(Allocate("boxes:Box")), "value")


@pytest.mark.parametrize("target", ["boxes:Nosuch", "boxes:Box.nosuch", "nosuch_module:f"])
def test_what_does_not_exist_is_named(target):
    with pytest.raises(UnknownOperation, match=f"{target} does not exist"):
        find(target)


def test_steps_that_stand_only_in_bodies_are_not_run_outside():
    with pytest.raises(UnknownOperation, match="Parameter stands only where"):
        resolve(Parameter(0))


def test_what_was_written_can_be_taken_back():
    class Strict:
        x = 1

        def __setattr__(self, name, value):
            object.__setattr__(self, name, value)
            if value == 3:
                raise ValueError(value)

    class Slotted:
        __slots__ = ()
        x = 1

        def __setattr__(self, name, value):
            pass

    one = Strict()
    write, other = Setter("x"), Setter("y")
    write(one, 2)
    assert one.x == 2 and write.undo() and one.x == 1
    with pytest.raises(ValueError):
        write(one, 3)
    assert one.x == 1
    other(one, 5)
    assert other.undo() and not hasattr(one, "y")
    write(Slotted(), 5)
    assert not write.undo()


def test_a_static_method_outside_a_class_is_called_as_it_is(subject):
    subject.alone = staticmethod(lambda: 7)

    assert value_of(call("alone")) == 7
