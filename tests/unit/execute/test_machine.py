"""One step at a time, on live values; each operation means what its source means."""

from __future__ import annotations

import math
import sys
import textwrap
import types
from collections.abc import Iterator

import pytest

from refute.execute import machine as machines
from refute.execute.machine import Machine, StopCall, run, summary_of
from refute.execute.resolve import Setter, UnknownOperation, find, resolve
from refute.look.kinds import Kinds
from refute.model.execution import RETURNED, Raised, Returned, Stopped
from refute.model.sequence import (
    Allocate,
    Call,
    Display,
    GetField,
    Literal,
    Operation,
    Parameter,
    Sequence,
    SetField,
    Step,
)
from refute.model.syntax import MOST_ITEMS
from refute.model.typeform import ANY, INT, TypeForm

MODULE = """
    import asyncio

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

    def fail(message):
        raise ValueError(message)

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

    def stop():
        from refute.execute.machine import StopCall
        raise StopCall("no answer")

    def fine():
        return "no more than a word"
    def drone():
        return "word " * 100_000
    def grow():
        return list(range(5000))
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


def machine() -> Machine:
    return Machine(Kinds())


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
    assert value_of(GetField("value"), box) == 1
    value_of(SetField("value"), box, 9)
    assert box.value == 9
    assert not hasattr(value_of(Allocate("boxes:Box")), "value")


@pytest.mark.parametrize("target", ["boxes:Nosuch", "boxes:Box.nosuch", "nosuch_module:f"])
def test_what_does_not_exist_is_named(target):
    with pytest.raises(UnknownOperation, match=f"{target} does not exist"):
        find(target)


def test_steps_that_come_later_are_said_not_to_run_yet():
    with pytest.raises(UnknownOperation, match="Parameter steps cannot be run yet"):
        resolve(Parameter(0))


# ---- the machine -------------------------------------------------------------------------------------------------


def test_values_are_used_again_and_only_calls_count():
    one = machine()
    one.start()

    assert one.perform(Step(Literal("3", INT), ())) is RETURNED
    assert one.perform(Step(NEW, (1,))) is RETURNED
    assert one.perform(Step(call("Box.get", "method"), (1,))) is RETURNED
    assert one.values[2] == 3
    assert one.calls == 2
    assert [str(one.kinds.forms[k]) for k in one.value_kinds] == ["int", "Box", "int"]


def test_what_is_raised_is_told_and_can_be_taken_back():
    one = machine()
    one.start()
    one.perform(Step(Literal("'no'", TypeForm("str")), ()))

    failing = Step(call("fail"), (1,))
    assert isinstance(one.perform(failing).exception, ValueError)
    assert len(one.values) == 1
    one.take_back(failing)
    assert one.taken_back == [(1, failing)]
    assert one.perform(Step(NEW, (1,))) is RETURNED


def test_many_steps_at_once_do_what_they_do_one_by_one():
    steps = (
        Step(Literal("7", INT), ()),
        Step(NEW, (1,)),
        Step(Literal("[]", TypeForm("list")), ()),
        Step(call("Box.set", "method"), (2, 1)),
        Step(call("fail"), (3,)),
        Step(NEW, ()),
    )
    one, other = machine(), machine()
    for each in (one, other, one, other):  # the second time everything is ready
        each.start()
        if each is one:
            returned, outcome = each.perform_all(steps)
        else:
            returned = next(n for n, step in enumerate(steps) if each.perform(step) is not RETURNED)
        assert returned == 4

    assert one.steps == other.steps == list(steps[:4])
    assert one.value_kinds == other.value_kinds
    assert one.values[0] == 7
    assert one.values[1].value is one.values[2]
    assert isinstance(outcome.exception, ValueError)
    assert one.calls == other.calls


def test_a_mutable_literal_is_made_anew_for_each_sequence():
    one = machine()
    literal = Literal("[]", TypeForm("list"))
    one.start()
    one.perform(Step(literal, ()))
    first = one.values[0]
    one.start()
    one.perform(Step(literal, ()))

    assert first == one.values[0] and first is not one.values[0]


@pytest.mark.parametrize("name", ["grow", "drone"])
def test_a_sequence_that_has_grown_too_large_is_noticed(name):
    one = machine()
    one.start()
    one.perform(Step(call("fine"), ()))  # so that its class is known
    assert not one.is_large
    one.perform(Step(call(name), ()))

    assert one.is_large
    one.start()
    assert not one.is_large


class Watcher:
    def __init__(self, complaint: str | None = None) -> None:
        self.seen: list[tuple[str, object]] = []
        self.complaint = complaint

    def before(self, sequence_so_far: int, target: str, arguments: list[object]) -> None:
        self.seen.append((f"before {target}", arguments))

    def after(self, target: str, value: object, exception: BaseException | None) -> str | None:
        self.seen.append((f"after {target}", type(exception).__name__ if exception else value))
        return self.complaint


def test_visitors_see_every_call_and_its_end():
    one, watcher = machine(), Watcher()
    one.visitors = (watcher,)
    one.start()
    one.perform(Step(Literal("'no'", TypeForm("str")), ()))
    one.perform(Step(call("Box.zero"), ()))
    one.perform(Step(call("fail"), (2,)))

    assert watcher.seen == [
        ("before boxes:Box.zero", []),
        ("after boxes:Box.zero", 0),
        ("before boxes:fail", ["no"]),
        ("after boxes:fail", "ValueError"),
    ]


def test_a_complaint_of_a_visitor_is_a_violation():
    one = machine()
    one.visitors = (Watcher("three is too much"),)
    one.start()

    violation = one.perform(Step(call("Box.zero"), ())).violation

    assert violation is not None
    assert (violation.rule, violation.message) == ("visitor", "three is too much")


# ---- whole sequences ---------------------------------------------------------------------------------------------


def test_running_tells_the_outcome_of_each_step():
    sequence = (
        Sequence().extend(Literal("'no'", TypeForm("str"))).extend(call("fail"), [0]).extend(NEW)
    )
    outcomes = run(machine(), sequence).outcomes

    assert outcomes == (Returned(TypeForm("str"), "'no'"), Raised("ValueError", "no"))


def test_running_past_exceptions_goes_on():
    sequence = (
        Sequence()
        .extend(Literal("'no'", TypeForm("str")))
        .extend(call("fail"), [0])
        .extend(call("Box.zero"))
    )
    outcomes = run(machine(), sequence, past_exceptions=True).outcomes

    assert outcomes[1:] == (Raised("ValueError", "no"), Returned(INT, "0"))


def test_a_call_that_is_stopped_ends_the_run():
    outcomes = run(machine(), Sequence().extend(call("stop")).extend(NEW)).outcomes

    assert outcomes == (Stopped("no answer"),)
    assert not issubclass(StopCall, Exception)


def test_a_summary_is_one_line_of_harmless_text_whatever_the_repr():
    class Rude:
        def __repr__(self) -> str:
            raise KeyError

    class Noisy:
        def __repr__(self) -> str:
            return "a\x1b[31m\nb"

    assert summary_of(Rude()) == "<Rude whose repr raises KeyError>"
    assert summary_of(Noisy()) == "a\\x1b[31m\\nb"
    assert summary_of("x" * 1000).endswith("… (1002 characters)")


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


def test_operations_made_on_the_way_do_not_add_up(monkeypatch):
    monkeypatch.setattr(machines, "_MOST_READY", 100)
    one = machine()
    for number in range(1000):
        one.start()
        assert one.perform(Step(Literal(str(number), INT), ())) is RETURNED
        assert one.values == [number]

    assert len(one._compiled) <= 100
