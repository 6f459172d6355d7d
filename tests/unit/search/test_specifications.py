"""What is written down about the code, asked while a sequence runs."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench import Bench

from refute.execute.machine import StopCall
from refute.model.sequence import Call, Literal, SetField, Step
from refute.model.typeform import ANY, INT
from refute.model.verdict import Blame
from refute.search.specifications import one_line, target_of, writes_field

STACK = """
    class Stack:
        def __init__(self) -> None:
            self.items: list[int] = []

        def pop(self) -> int:
            return self.items.pop()

        def pop_spec(self) -> int:
            assert self.items, "PRE"
            return self.pop()
"""


@pytest.fixture
def stack(tmp_path: Path) -> Bench:
    return Bench(tmp_path, STACK)


def test_a_call_of_a_specification_is_one_of_its_operation(stack):
    called = stack.examiner.specifications.called
    spec = Call(f"{stack.module}:Stack.pop_spec", (ANY,), INT, how="method")

    assert called(Step(spec, (1,))) == f"{stack.module}:Stack.pop"


def test_a_broken_precondition_is_counted_as_unmet(stack):
    stack.call("Stack")
    violation = stack.call("Stack.pop", receiver=0)

    assert violation.blame is Blame.TEST
    assert stack.examiner.specifications.unmet == {f"{stack.module}:Stack.pop": 1}


def test_what_breaks_no_contract_has_no_violation_of_one(tmp_path):
    bench = Bench(tmp_path, "def f() -> None: ...")
    call = bench.routines["f"].call(())

    assert bench.examiner.specifications.broken(AssertionError(), call, [Step(call, ())]) is None


def test_a_call_without_a_specification_does_not_hang_in_one(tmp_path):
    bench = Bench(tmp_path, "def f() -> None: ...")
    step = Step(bench.routines["f"].call(()), ())

    assert bench.examiner.specifications.that_hangs(step, StopCall("late", 1.0)) == ""


def test_a_text_on_one_line_is_cut():
    assert one_line("a\n  b\tc") == "a b c"
    assert len(one_line("x" * 200)) == 100


def test_a_literal_calls_nothing_and_writes_nothing():
    literal, write = Step(Literal("0", INT), ()), Step(SetField("x"), (2, 1))

    assert target_of(literal) == "refute"
    assert not writes_field(literal)
    assert not writes_field(write)  # of an object that is being built, not of one under test
    assert writes_field(Step(Call("shop:Cart.size", (ANY, INT), ANY, how="set"), (2, 1)))
