"""Functions and subclasses of ours do what their bodies say, on values of their own."""

from __future__ import annotations

import asyncio
import gc
import sys
import threading
import types
from typing import Any

import pytest

from refute.execute.machine import Machine
from refute.execute.made_functions import FUEL, FUEL_OF_PLAIN
from refute.look.kinds import Kinds
from refute.model.execution import RETURNED, Outcome, OutOfFuel
from refute.model.sequence import (
    Call,
    Callback,
    Derive,
    Literal,
    Operation,
    Parameter,
    Raise,
    Require,
    Return,
    Sequence,
    Step,
)
from refute.model.typeform import ANY, INT, NONE
from refute.model.verdict import Blame, Violation


class Box:
    def __init__(self) -> None:
        self.items: list[object] = []

    def put(self, item: object) -> None:
        self.items.append(item)

    def fail(self) -> None:
        raise KeyError("gone")

    def on_put(self, item: object) -> object:
        return item

    def on_put_spec(self, item: object) -> object:
        assert item is not None, "PRE"
        result = self.on_put(item)
        assert result is not None, "POST"
        return result


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    module = types.ModuleType("boxes")
    module.Box = Box  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "boxes", module)
    made = Machine(Kinds())
    made.start()
    return made


def body(*steps: tuple[Operation, tuple[int, ...]]) -> Sequence:
    return Sequence(tuple(Step(*step) for step in steps))


def function(*steps: tuple[Operation, tuple[int, ...]], **more: Any) -> Callback:
    return Callback("f", ("x",), (ANY,), ANY, body=body(*steps), **more)


def made(machine: Machine, operation: Operation, *captured: object) -> Any:
    return machine.compiled(operation).invoke(*captured)


SAME = function((Parameter(0), ()), (Return(), (1,)))
PUT = Call("boxes:Box.put", (ANY, ANY), NONE, how="method")
FAIL = Call("boxes:Box.fail", (ANY,), NONE, how="method")


def test_a_function_gives_the_last_value_of_its_body(machine: Machine) -> None:
    assert made(machine, SAME)(7) == 7
    assert made(machine, function())(7) is None


def test_a_function_that_promises_a_value_and_ends_without_one_is_given_up(
    machine: Machine,
) -> None:
    steps = body((Parameter(1), ()), (Parameter(0), ()), (PUT, (2, 1)))
    promises = Callback("f", ("x",), (ANY,), INT, captures=(ANY,), body=steps)
    assert promises.owes_value

    with pytest.raises(OutOfFuel):
        made(machine, promises, Box())(7)


def test_it_takes_what_it_says_and_nothing_else(machine: Machine) -> None:
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'x'"):
        made(machine, SAME)()


def test_a_body_changes_what_it_captures(machine: Machine) -> None:
    box = Box()
    put = function((Parameter(1), ()), (Parameter(0), ()), (PUT, (2, 1)), captures=(ANY,))
    made(machine, put, box)(3)

    assert box.items == [3]
    assert machine.values == [] and machine.steps == []


def test_what_a_body_raises_on_purpose_is_known_to_be_ours(machine: Machine) -> None:
    with pytest.raises(LookupError) as raised:
        made(machine, function((Raise("LookupError('x')"), ())))(0)

    assert machine.bodies is not None
    assert machine.bodies.is_origin(raised.value)


def test_a_call_that_raises_in_a_body_is_judged_there(machine: Machine) -> None:
    wrong = Violation("raises", 1, Blame.CODE, "", "boxes:Box.fail", ())
    judged: list[tuple[list[Step], Outcome]] = []

    def judge(steps: list[Step], outcome: Outcome) -> Violation:
        judged.append((steps, outcome))
        return wrong

    machine.judge_body = judge
    box = Box()
    with pytest.raises(KeyError) as raised:
        made(machine, function((Parameter(0), ()), (FAIL, (1,))))(box)

    assert [len(steps) for steps, _ in judged] == [2]
    assert machine.bodies is not None
    assert machine.bodies.blamed(raised.value) == (raised.value, wrong, box)


def test_functions_that_call_themselves_run_out_of_fuel(machine: Machine) -> None:
    functions: list[Any] = []
    again = Call("boxes:again", (ANY,), NONE)
    sys.modules["boxes"].again = lambda x: functions[0](x)  # type: ignore[attr-defined]
    functions.append(made(machine, function((Parameter(0), ()), (again, (1,)))))
    step = Step(again, (1,))
    machine.perform(Step(Literal("1", INT), ()))
    outcome = machine.perform(step)

    assert isinstance(outcome.exception, OutOfFuel)
    assert machine.calls == FUEL + 1
    assert machine.depth == 0


def test_fuel_that_ran_out_ends_the_step_though_the_code_goes_on(machine: Machine) -> None:
    def swallow(x: object) -> None:
        for _ in range(FUEL + 1):
            try:
                same(x)
            except BaseException:
                pass

    box = Box()
    same = made(
        machine,
        function((Parameter(1), ()), (Parameter(0), ()), (PUT, (2, 1)), captures=(ANY,)),
        box,
    )
    sys.modules["boxes"].swallow = swallow  # type: ignore[attr-defined]
    machine.perform(Step(Literal("1", INT), ()))
    outcome = machine.perform(Step(Call("boxes:swallow", (ANY,), NONE), (1,)))

    assert isinstance(outcome.exception, OutOfFuel)
    assert len(box.items) == FUEL
    assert machine.perform(Step(Literal("2", INT), ())) is RETURNED


def test_a_function_that_only_gives_a_value_needs_no_fuel(machine: Machine) -> None:
    same = made(machine, SAME)
    sys.modules["boxes"].often = lambda x: [same(x) for _ in range(FUEL + 1)]  # type: ignore[attr-defined]
    machine.perform(Step(Literal("1", INT), ()))

    assert machine.perform(Step(Call("boxes:often", (ANY,), ANY), (1,))) is RETURNED


def test_a_function_that_only_gives_a_value_is_not_called_without_end(machine: Machine) -> None:
    """So many calls take longer than a call of the subject may, and it would be our time that makes it too slow."""
    same = made(machine, SAME)
    often = FUEL_OF_PLAIN + 1
    sys.modules["boxes"].often = lambda x: [same(x) for _ in range(often)]  # type: ignore[attr-defined]
    machine.perform(Step(Literal("1", INT), ()))
    outcome = machine.perform(Step(Call("boxes:often", (ANY,), ANY), (1,)))

    assert isinstance(outcome.exception, OutOfFuel)


def test_who_calls_late_or_from_elsewhere_gets_none(machine: Machine) -> None:
    same = made(machine, SAME)
    answers: list[object] = []
    thread = threading.Thread(target=lambda: answers.append(same(1)))
    thread.start()
    thread.join()
    machine.start()

    assert [*answers, same(1)] == [None, None]


def test_coroutines_generators_and_context_managers_give_it_in_their_way(machine: Machine) -> None:
    steps = ((Parameter(0), ()), (Return(), (1,)))

    assert asyncio.run(made(machine, function(*steps, then="await"))(1)) == 1
    assert list(made(machine, function(*steps, then="items"))(2)) == [2]
    with made(machine, function(*steps, then="with"))(3) as given:
        assert given == 3


def test_what_is_waited_for_may_be_a_generator_or_a_context_manager(machine: Machine) -> None:
    steps = ((Parameter(0), ()), (Return(), (1,)))
    items = made(machine, function(*steps, then="async-items"))
    lock = made(machine, function(*steps, then="async-with"))

    async def used() -> list[object]:
        async with lock(4) as given:
            return [given, *[one async for one in items(5)]]

    assert asyncio.run(used()) == [4, 5]


def test_a_condition_that_does_not_hold_is_told(machine: Machine) -> None:
    wrong = Violation("callback-requires", 0, Blame.CODE, "", "", ())
    asked: list[str] = []

    def judge(operation: Callback, condition: str) -> Violation:
        asked.append(condition)
        return wrong

    machine.judge_argument = judge
    careful = made(machine, function((Parameter(0), ()), (Require("isinstance({0}, int)"), (1,))))
    careful(1)
    with pytest.raises(AssertionError, match=r"isinstance\(x, int\) does not hold") as raised:
        careful("")

    assert asked == ["isinstance(x, int)"]
    assert machine.bodies is not None
    blamed = machine.bodies.blamed(raised.value)
    assert blamed is not None and blamed.violation.line is not None


def derived(machine: Machine, *steps: tuple[Operation, tuple[int, ...]]) -> type:
    method = Callback("on_put", ("self", "item"), (ANY, ANY), ANY, body=body(*steps))
    cls: type = made(machine, Derive("boxes:Box", (("on_put", method),)))
    return cls


def test_a_subclass_overrides_what_it_says(machine: Machine) -> None:
    cls = derived(machine, (Literal("5", INT), ()), (Return(), (1,)))
    box = cls()

    assert box.on_put(1) == 5
    assert cls.__mro__[1] is Box and cls.__name__ == "DerivedBox"


@pytest.mark.parametrize(
    ("place", "by_default", "given"),
    [(1, 3, 1), (2, (), (2,)), (3, False, True), (4, {}, {"other": 4})],
)
def test_a_method_takes_what_it_declares(
    machine: Machine, place: int, by_default: object, given: object
) -> None:
    names = ("self", "x=3", "*rest", "deep=False", "**named")
    gives = body((Parameter(place), ()), (Return(), (1,)))
    method = Callback("put", names, (ANY,) * 5, ANY, (), gives)
    box = made(machine, Derive("boxes:Box", (("put", method),)))()

    assert box.put() == by_default
    assert box.put(1, 2, deep=True, other=4) == given
    with pytest.raises(TypeError, match="multiple values"):
        box.put(1, x=2)


def test_a_method_of_ours_is_called_as_its_specification_says(machine: Machine) -> None:
    told: list[str] = []

    def judge(broken: AssertionError, base: type, operation: Callback) -> Any:
        told.append(str(broken).partition("\n")[0])
        return Violation("requires", 0, Blame.TEST, "", "", ()), None

    machine.judge_promise = judge
    box = derived(machine)()
    for item in (None, 1):
        with pytest.raises(AssertionError):
            box.on_put(item)

    assert told == ["PRE", "POST"]


def test_what_is_no_class_cannot_be_derived_from(machine: Machine) -> None:
    sys.modules["boxes"].number = 5  # type: ignore[attr-defined]

    outcome = machine.perform(Step(Derive("boxes:number", ()), ()))
    assert "no class" in str(outcome.exception)


def again_and_again(machine: Machine, within: str) -> list[Any]:
    """Return a function that calls itself by a function of the code."""
    functions: list[Any] = []
    again = Call("boxes:again", (ANY,), NONE)
    sys.modules["boxes"].again = lambda x: functions[0](x)  # type: ignore[attr-defined]
    steps = ((Parameter(0), ()), (again, (1,)), (Return(), (1,)))
    functions.append(made(machine, function(*steps, within=within)))
    machine.perform(Step(Literal("1", INT), ()))
    return functions


def test_a_function_called_while_it_runs_gives_what_it_says(machine: Machine) -> None:
    again_and_again(machine, "7")
    outcome = machine.perform(Step(Call("boxes:again", (ANY,), ANY), (1,)))

    assert outcome is RETURNED
    assert machine.values[-1] == 7
    assert machine.calls == 2


@pytest.mark.parametrize("then", [None, ValueError("other")])
def test_what_the_code_is_to_blame_for_ends_the_step_though_it_is_caught(
    machine: Machine, then: Exception | None
) -> None:
    machine.judge_body = lambda steps, outcome: Violation("raises", 1, Blame.CODE, "", "", ())
    box = Box()
    failing = made(machine, function((Parameter(0), ()), (FAIL, (1,))))

    def swallow(x: object) -> None:
        for one in (box, Box()):
            try:
                failing(one)
            except KeyError:
                pass
        if then is not None:
            raise then

    sys.modules["boxes"].swallow = swallow  # type: ignore[attr-defined]
    machine.perform(Step(Literal("1", INT), ()))
    outcome = machine.perform(Step(Call("boxes:swallow", (ANY,), NONE), (1,)))

    assert machine.bodies is not None
    assert isinstance(outcome.exception, KeyError)
    assert machine.bodies.blamed(outcome.exception).receiver is box  # type: ignore[union-attr]
    assert machine.bodies.is_caught is (then is None)
    assert machine.perform(Step(Literal("[]", ANY), ())) is RETURNED


def test_what_a_body_has_raised_stays_known_when_another_raises_after_it(machine: Machine) -> None:
    raising = made(machine, function((Raise("LookupError('x')"), ())))
    errors = []
    for _ in range(2):
        with pytest.raises(LookupError) as raised:
            raising(0)
        errors.append(raised.value)

    assert machine.bodies is not None
    assert [machine.bodies.is_own(one) for one in errors] == [True, True]


def test_what_the_code_is_to_blame_for_is_told_though_another_body_raises_then(
    machine: Machine,
) -> None:
    machine.judge_body = lambda steps, outcome: Violation("raises", 1, Blame.CODE, "", "", ())
    failing = made(machine, function((Parameter(0), ()), (FAIL, (1,))))
    raising = made(machine, function((Raise("ValueError()"), ())))

    def swallow(x: object) -> None:
        try:
            failing(Box())
        except KeyError:
            raising(x)

    sys.modules["boxes"].swallow = swallow  # type: ignore[attr-defined]
    machine.perform(Step(Literal("1", INT), ()))
    outcome = machine.perform(Step(Call("boxes:swallow", (ANY,), NONE), (1,)))

    assert isinstance(outcome.exception, KeyError)


def test_what_is_caught_further_inside_is_not_told(machine: Machine) -> None:
    machine.judge_body = lambda steps, outcome: Violation("raises", 1, Blame.CODE, "", "", ())
    failing = made(machine, function((Parameter(0), ()), (FAIL, (1,))))

    def swallow(x: object) -> None:
        try:
            failing(Box())
        except KeyError:
            pass

    sys.modules["boxes"].swallow = swallow  # type: ignore[attr-defined]
    inner = Call("boxes:swallow", (ANY,), NONE)
    outer = made(machine, function((Parameter(0), ()), (inner, (1,))))
    sys.modules["boxes"].call = lambda x: outer(x)  # type: ignore[attr-defined]
    machine.perform(Step(Literal("1", INT), ()))

    assert machine.perform(Step(Call("boxes:call", (ANY,), NONE), (1,))) is RETURNED


class Registered(type):
    """A metaclass that needs all that a class statement gives."""

    @classmethod
    def __prepare__(cls, name: str, bases: tuple[type, ...], **more: Any) -> dict[str, object]:  # type: ignore[override]
        return {"order": []}

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> Any:
        assert body["__module__"] and body["order"] == []
        return super().__new__(cls, name, bases, body)


class Slotted(metaclass=Registered):
    __slots__ = ("x",)


def test_classes_are_made_as_a_class_statement_makes_them(machine: Machine) -> None:
    sys.modules["boxes"].Slotted = Slotted  # type: ignore[attr-defined]
    size = Callback("size", ("self",), (ANY,), INT, body=SEVEN, then="property")
    name = Callback("name", (), (), ANY, body=SEVEN, then="attribute")
    cls: Any = made(machine, Derive("boxes:Slotted", (("size", size), ("name", name))))

    assert cls.name == 7
    assert cls().size == 7
    cls().name = 8  # what it holds may be set


SEVEN = body((Literal("7", INT), ()), (Return(), (1,)))


def test_a_call_from_the_garbage_collector_is_contained(machine: Machine) -> None:
    answers: list[object] = []

    class Node:
        def __init__(self, done: Any) -> None:
            self.done = done
            self.self = self

        def __del__(self) -> None:
            answers.append(self.done(1))

    Node(made(machine, SAME))
    gc.collect()
    Node(made(machine, SAME))
    machine.start()
    gc.collect()

    assert answers == [1, None]
    assert machine.depth == 0 and machine.values == []


def test_a_function_that_is_asked_while_it_is_asked_does_not_begin_anew(machine: Machine) -> None:
    calls = []

    class Asking(Box):
        def put(self, item: object) -> None:
            calls.append(item)
            self.items[0](item)  # type: ignore[operator]

    box = Asking()
    put = function((Parameter(1), ()), (Parameter(0), ()), (PUT, (2, 1)), captures=(ANY,))
    box.items.append(made(machine, put, box))
    machine.bodies.is_stepping = False  # type: ignore[union-attr]
    box.items[0](3)  # type: ignore[operator]

    assert calls == [3]
