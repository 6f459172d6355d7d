"""One step at a time, on live values."""

from __future__ import annotations

import sys
import textwrap
import types
from collections.abc import Iterator

import pytest

from refute.execute import machine as machines
from refute.execute.machine import Machine, StopCall, run, summary_of
from refute.look.kinds import Kinds
from refute.model.execution import RETURNED, Raised, Returned, Stopped
from refute.model.sequence import (
    Call,
    Literal,
    Sequence,
    Step,
)
from refute.model.typeform import ANY, INT, TypeForm

MODULE = """
    class Box:
        def __init__(self, value=0):
            self.value = value
        def get(self):
            return self.value
        def set(self, value):
            self.value = value
        @staticmethod
        def zero():
            return 0

    def fail(message):
        raise ValueError(message)

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


def machine() -> Machine:
    return Machine(Kinds())


NEW = call("Box", "new")


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


def test_operations_made_on_the_way_do_not_add_up(monkeypatch):
    monkeypatch.setattr(machines, "_MOST_READY", 100)
    one = machine()
    for number in range(1000):
        one.start()
        assert one.perform(Step(Literal(str(number), INT), ())) is RETURNED
        assert one.values == [number]

    assert len(one._compiled) <= 100
