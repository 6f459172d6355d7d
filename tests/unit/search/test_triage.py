"""From a violation in a sequence to a finding."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from bench import Bench

import refute.search.triage
from refute.model.execution import Execution
from refute.model.sequence import (
    Call,
    Callback,
    Literal,
    Raise,
    Return,
    Sequence,
    Step,
    ignores,
    ignoring,
)
from refute.model.typeform import ANY, INT, TypeForm
from refute.model.verdict import Blame, Severity, Violation
from refute.search.triage import counted, with_taken_back

CALL = Call("shop:f", (), ANY)
ONE = "def f(n: int) -> int:\n    return n\n"


def violation(target: str, blame: Blame = Blame.CODE) -> Violation:
    return Violation("raises", 0, blame, "KeyError", target, ("raises", target))


def test_calls_that_raised_on_the_way_are_put_back_where_they_were():
    kept = Sequence((Step(Literal("0", INT), ()), Step(CALL, ())))
    execution = Execution(kept, taken_back=((1, Step(CALL, ())),))
    whole = with_taken_back(execution)

    assert [ignores(step.operation) for step in whole.steps[1:]] == [True, False]


def test_without_calls_that_raised_there_is_no_other_sequence():
    kept = Sequence((Step(CALL, ()),))
    literal, known = Step(Literal("0", INT), ()), Step(ignoring(CALL), ())

    assert with_taken_back(Execution(kept)) is None
    assert with_taken_back(Execution(kept, taken_back=((0, literal), (1, known)))) is None


def test_what_was_our_fault_is_no_failure_and_costs_no_call(bench):
    one = bench(ONE)
    triage = one.campaign.triage
    execution = Execution(Sequence((Step(CALL, ()),)))

    assert not triage.look_into(violation(f"{one.module}:f", Blame.TEST), execution, 1)
    assert triage.calls_again == 0


def test_what_does_not_repeat_is_looked_at_less_and_less(bench):
    one = bench(ONE)
    call = one.campaign.knowledge.routines[0].routine.call((0,))
    sequence = Sequence().extend(Literal("0", INT)).extend(call, [0])
    execution, triage = Execution(sequence), one.campaign.triage
    runs = []
    for number in range(20):
        before = triage.calls_again
        assert not triage.look_into(violation(f"{one.module}:f"), execution, number)
        runs.append(triage.calls_again > before)

    assert one.told == []
    assert [number for number, ran in enumerate(runs) if ran] == [0, 1, 2, 3, 4, 8, 16]


def test_a_defect_while_shrinking_takes_nothing_of_what_was_found(bench, monkeypatch):
    def fail(*_, **__):
        raise RuntimeError("a fault of ours")

    one = bench("def f(n: int) -> float:\n    return 1 / (n - n)\n", sequences=20)
    told = []
    monkeypatch.setattr(refute.search.triage, "shrink", fail)
    monkeypatch.setattr(one.campaign.triage, "_tell", lambda *what: told.append(what))
    with pytest.raises(RuntimeError):
        one.campaign.run(math.inf, lambda: False)

    ((finding, is_early),) = told
    assert is_early and finding.violation.operation == f"{one.module}:f"


def test_what_is_wrong_with_a_helper_was_not_asked(bench):
    one = bench(
        "class Shelf: ...\nclass Other:\n    def go(self, s: Shelf) -> int: return 1\n",
        only="Other",
    )
    execution = Execution(Sequence((Step(CALL, ()),)))

    assert not one.campaign.triage.look_into(violation(f"{one.module}:Shelf"), execution, 1)
    assert one.campaign.triage.calls_again == 0


STATS = """
    class Stats:
        def __init__(self, data):
            self.data = data

        def mean(self):
            return sum(self.data) / len(self.data)
"""


def test_a_failure_is_shown_with_values_of_the_types_that_it_was_found_with(bench):
    one = bench(STATS, seed=1)
    (found,) = one.run(400)

    assert found.violation.message == "ZeroDivisionError: division by zero"
    assert found.sequence.steps[0].operation.source in ("[]", "()", "b''", "{}")


def test_examples_of_one_failure_are_told_apart_by_the_types_of_their_values(bench):
    triage = bench(STATS).campaign.triage
    call = Call("shop:f", (ANY,), ANY)

    def example(name: str) -> tuple[str, ...]:
        sequence = Sequence().extend(Literal("0", TypeForm(name))).extend(call, [0])
        return triage._example(("raises", "E"), sequence)

    assert example("int") == ("raises", "E", "int") == example("int")
    assert [example(name) for name in ("str", "list", "tuple", "dict")] == [
        ("raises", "E", "str"),
        ("raises", "E", "list"),
        ("raises", "E", "tuple"),
        ("raises", "E"),
    ]


READ = """
    from collections.abc import Callable

    class Totals:
        def __init__(self) -> None:
            self.total = 0

        def read(self, source: Callable[[], int]) -> None:
            self.total -= 1
            if source() < 0:
                raise ValueError("negative")
            self.total += 1

        def invariant(self) -> bool:
            return self.total >= 0
"""


@pytest.mark.parametrize(
    ("body", "severity"),
    [
        (Sequence((Step(Raise("KeyError()"), ()),)), Severity.ERROR),
        (Sequence((Step(Literal("-1", INT), ()), Step(Return(), (1,)))), Severity.ROBUSTNESS),
    ],
)
def test_what_a_function_of_ours_raises_in_the_middle_is_no_refusal(tmp_path, body, severity):
    bench = Bench(tmp_path, READ)
    made = Callback("source", (), (), INT, body=body)
    read = ignoring(bench.routines["Totals.read"].call((0, 1)))
    sequence = Sequence().extend(bench.routines["Totals"].call(())).extend(made)
    sequence = sequence.extend(read, [0, 1])

    broken = bench.examine(sequence)

    assert broken.rule == "invariant"
    assert counted(broken, sequence, past_exceptions=False).severity is severity
    assert counted(broken, sequence, past_exceptions=True).severity is Severity.ERROR


@pytest.mark.parametrize(
    ("known_as", "told"), [(Severity.ROBUSTNESS, Severity.LIKELY), (Severity.ERROR, Severity.ERROR)]
)
def test_a_doubtful_example_of_what_counts_less_is_looked_into(bench, known_as, told):
    one = bench(
        "class Mean:\n    def __init__(self, share=1):\n        self.share = share\n"
        "    def of(self, x=1):\n        return x / self.share\n",
        sequences=300,
    )
    for _ in range(300):
        one.campaign.one()
    triage = one.campaign.triage
    (found,) = [f for f in triage.findings.values() if f.violation.exception == "ZeroDivisionError"]
    signature = found.violation.signature
    triage.findings[signature] = replace(
        found, violation=replace(found.violation, severity=known_as)
    )
    triage.doubtful.clear()
    one.campaign.examiner.causes.suspect(
        replace(found.violation, blame=Blame.TEST), found.sequence, (0,), "feedback", 1
    )

    triage.settle(math.inf)

    assert triage.findings[signature].violation.severity is told
