"""One sequence, run and judged, means the same to all who ask."""

from __future__ import annotations

import importlib
import itertools
import sys
import textwrap
from pathlib import Path

import pytest

from refute.discover.discovery import discover
from refute.discover.modules import locate
from refute.execute.machine import Machine, StopCall
from refute.judge.laws.registry import LAWS
from refute.look.kinds import Kinds
from refute.model.execution import Outcome, RefusedEffect
from refute.model.sequence import Call, Literal, Sequence
from refute.model.subject import Subject
from refute.model.typeform import ANY, INT, TypeForm
from refute.model.verdict import Blame, Severity
from refute.search.examiner import Examiner

_numbers = itertools.count()
TEXT = """
    class Span:
        def __init__(self, low: int, high: int) -> None:
            self.low, self.high = low, high

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Span) and self.low < other.high and other.low < self.high

        __hash__ = None

    class Till:
        def __init__(self) -> None:
            self.coins = 0

        def put(self, coin: int) -> int:
            self.coins += coin
            return self.coins

        def rep_ok(self) -> bool:
            return self.coins >= 0

    class Loose:
        def __init__(self) -> None:
            self.x = 1

        def set(self, x) -> None:
            self.x = x

        def invariant(self) -> bool:
            assert self.x > 0
            return True

    def raiser(what: str) -> None:
        raise {"exit": SystemExit, "memory": MemoryError, "interrupt": KeyboardInterrupt}[what]

    class Task:
        def __init__(self, priority: int) -> None:
            self.priority = priority
        def __eq__(self, other: object) -> bool:
            return isinstance(other, Task)
        def __hash__(self) -> int:
            return 0
        def __lt__(self, other: "Task") -> bool:
            return self.priority < other.priority

    class Fruit: ...
    class Greedy(Fruit):
        def __eq__(self, other: object) -> bool:
            return True
        def __hash__(self) -> int:
            return 0
    class Pear(Fruit):
        def __eq__(self, other: object) -> bool:
            return isinstance(other, Pear)
        def __hash__(self) -> int:
            return 0
    class Plum(Fruit):
        def __eq__(self, other: object) -> bool:
            return isinstance(other, Plum)
        def __hash__(self) -> int:
            return 0

    def is_large(number: int) -> bool:
        return number > 100

    def every(large: bool, step: int) -> list[int]:
        return list(range(0, 9, step))
"""


class Bench:
    """A subject with an examiner, and short ways to write its steps."""

    def __init__(self, module: str, subject: Subject) -> None:
        self.subject = subject
        self.module = module
        self.kinds = Kinds({cls: name for name, cls in subject.classes.items()})
        self.machine = Machine(self.kinds)
        self.examiner = Examiner(subject, self.kinds, self.machine, LAWS)
        self.routines = {routine.target: routine for routine in subject.routines}

    def call(self, name: str, *chosen: int) -> Call:
        return self.routines[f"{self.module}:{name}"].call(chosen)

    def examine(self, sequence: Sequence, wanted: tuple[str, ...] | None = None):
        return self.examiner.examine(sequence, lambda call, kinds: True, wanted)[0]


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    module = f"examined_{next(_numbers)}"
    (tmp_path / f"{module}.py").write_text(textwrap.dedent(TEXT))
    monkeypatch.syspath_prepend(tmp_path)
    importlib.invalidate_caches()
    yield Bench(module, discover([locate(module, tmp_path)]))
    sys.modules.pop(module, None)


ZERO, MINUS = Literal("0", INT), Literal("-1", INT)


def test_a_sequence_that_breaks_nothing_has_no_violation(bench):
    sequence = (
        Sequence()
        .extend(bench.call("Till"))
        .extend(ZERO)
        .extend(bench.call("Till.put", 0, 1), [0, 1])
    )

    assert bench.examine(sequence) is None
    assert [str(form) for form in bench.examiner.forms()] == ["Till", "int", "int"]


def test_a_law_is_broken_by_the_object_it_speaks_of(bench):
    sequence = Sequence().extend(ZERO).extend(bench.call("Span", 0, 1), [0, 0])
    violation = bench.examine(sequence)

    assert violation is not None
    assert (violation.rule, violation.blame, violation.severity) == (
        "eq-reflexive",
        Blame.CODE,
        Severity.ERROR,
    )
    assert violation.subjects == (1,)
    assert violation.operation == f"{bench.module}:Span.__eq__"
    assert violation.assertion == "assert {0} == {0}"
    assert violation.line == 6


def test_a_law_that_some_break_with_reason_is_likely_and_says_why_it_is_taken_to_hold(bench):
    task = bench.call("Task", 0)
    sequence = Sequence().extend(ZERO).extend(task, [0]).extend(MINUS).extend(task, [2])
    violation = bench.examine(sequence)

    assert violation is not None
    assert (violation.rule, violation.severity) == ("lt-eq", Severity.LIKELY)
    assert "sorted" in violation.reason


def test_whoever_says_yes_to_everybody_is_one_finding(bench):
    orders = [(fruit, "Greedy") for fruit in ("Pear", "Plum")]
    orders += [(second, first) for first, second in orders]
    found = [
        bench.examine(Sequence().extend(bench.call(first)).extend(bench.call(second)))
        for first, second in orders
    ]

    assert {one.rule for one in found} == {"eq-symmetric"}
    assert {one.operation for one in found} == {f"{bench.module}:Greedy.__eq__"}
    assert len({one.signature for one in found}) == 1


def test_of_several_laws_the_wanted_one_is_returned(bench):
    sequence = Sequence().extend(ZERO).extend(bench.call("Span", 0, 1), [0, 0])
    first = bench.examine(sequence)

    assert bench.examine(sequence, first.signature) == first
    assert bench.examine(sequence, ("nosuch",)) is None


def test_a_call_that_breaks_the_invariant_is_to_blame(bench):
    sequence = (
        Sequence()
        .extend(bench.call("Till"))
        .extend(MINUS)
        .extend(bench.call("Till.put", 0, 1), [0, 1])
    )
    violation = bench.examine(sequence)

    assert violation is not None
    assert (violation.rule, violation.severity) == ("invariant", Severity.ERROR)
    assert violation.message == "rep_ok() is False"
    assert violation.operation == f"{bench.module}:Till.put"
    assert violation.assertion == "assert {0}.rep_ok()"


def test_without_annotations_a_broken_invariant_is_only_likely(bench):
    sequence = (
        Sequence()
        .extend(bench.call("Loose"))
        .extend(MINUS)
        .extend(bench.call("Loose.set", 0, 1), [0, 1])
    )
    violation = bench.examine(sequence)

    assert violation is not None
    assert violation.severity is Severity.LIKELY
    assert violation.message.startswith("invariant() raises AssertionError")
    assert violation.assertion == "{0}.invariant()"


def test_an_invariant_that_cannot_answer_says_nothing(bench):
    text = Literal("''", TypeForm("str"))
    sequence = (
        Sequence()
        .extend(bench.call("Loose"))
        .extend(text)
        .extend(bench.call("Loose.set", 0, 1), [0, 1])
    )

    assert bench.examine(sequence) is None


@pytest.mark.parametrize(
    ("what", "blame", "rule"),
    [
        ("exit", Blame.TEST, "leaves-process"),
        ("interrupt", Blame.TEST, "leaves-process"),
        ("memory", Blame.NOBODY, "out-of-memory"),
    ],
)
def test_some_exceptions_are_nobodys_or_our_fault_at_once(bench, what, blame, rule):
    text = Literal(repr(what), TypeForm("str"))
    violation = bench.examine(Sequence().extend(text).extend(bench.call("raiser", 0), [0]))

    assert violation is not None
    assert (violation.blame, violation.because) == (blame, rule)


@pytest.mark.parametrize(
    ("raised", "blame", "rule"),
    [
        (StopCall("late"), Blame.NOBODY, ""),
        (RefusedEffect("files", "x"), Blame.TEST, "refused-effect"),
    ],
)
def test_limits_are_nobodys_fault_and_refused_effects_ours(bench, raised, blame, rule):
    sequence = Sequence().extend(bench.call("Till"))
    bench.machine.start()
    steps, outcome = list(sequence.steps), Outcome(raised)
    violation = bench.examiner.explain(steps, outcome, lambda call, kinds: True)

    assert (violation.blame, violation.because) == (blame, rule)


def test_what_a_yes_or_no_was_computed_from_is_not_passed_in_with_it(bench):
    huge = Literal("4294967296", INT)
    sequence = Sequence().extend(huge).extend(bench.call("is_large", 0), [0])
    sequence = sequence.extend(ZERO).extend(bench.call("every", 0, 1), [1, 2])

    violation = bench.examine(sequence)

    assert violation.blame is Blame.TEST
    assert violation.reason == "a builtin refuses a value that the test passed in"


def test_a_display_that_raises_is_our_fault(bench):
    from refute.model.sequence import Display

    empty = Literal("[]", TypeForm("list"))
    sequence = Sequence().extend(empty).extend(Display("set", (ANY,), TypeForm("set")), [0])
    violation = bench.examine(sequence)

    assert violation is not None
    assert (violation.blame, violation.because) == (Blame.TEST, "own-step")


def test_what_does_not_exist_any_more_shows_nothing(bench):
    assert bench.examine(Sequence().extend(Call(f"{bench.module}:nosuch", (), ANY))) is None


def test_the_state_of_a_value_is_a_number(bench):
    bench.examine(Sequence().extend(bench.call("Till")).extend(bench.call("Till")))

    assert bench.examiner.state(0).number == bench.examiner.state(1).number
