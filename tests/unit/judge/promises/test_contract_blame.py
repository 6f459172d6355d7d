"""Who is to blame for a broken contract."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench import Bench

from refute.judge.promises.contract_blame import judge_clause, refused_as_given, written_by_us
from refute.model.contract import Clause
from refute.model.verdict import Blame, Severity


def clause(kind: str, ours: bool = False, **more: object) -> Clause:
    return Clause(kind, ours, "Till.take", "x > 0", "till.py", 7, **more)  # type: ignore[arg-type]


def judged(one: Clause, raised: BaseException | None = None, **more: bool):
    return judge_clause(
        one, "till:Till.all", 3, raised or AssertionError(), **{"fits": True, **more}
    )


@pytest.mark.parametrize(
    ("one", "rule", "blame"),
    [
        (clause("requires", ours=True), "requires", Blame.TEST),
        (clause("requires"), "requires", Blame.CODE),
        (clause("ensures"), "ensures", Blame.CODE),
        (clause("invariant"), "invariant", Blame.CODE),
        (clause("raises"), "ensures", Blame.CODE),
        (clause("reason"), "ensures", Blame.CODE),
        (clause("effects"), "ensures", Blame.CODE),
        (clause("faulty"), "ensures", Blame.TEST),
    ],
)
def test_the_first_who_did_not_keep_to_it_is_to_blame(one: Clause, rule: str, blame: Blame) -> None:
    violation = judged(one)

    assert (violation.rule, violation.blame) == (rule, blame)
    assert (violation.operation, violation.file, violation.line) == ("till:Till.all", "till.py", 7)
    assert violation.severity is Severity.ERROR


def test_where_nothing_is_annotated_it_is_only_likely() -> None:
    assert judged(clause("ensures"), fits=False).severity is Severity.LIKELY


def test_an_exception_of_the_authors_choice_may_be_counted_on() -> None:
    violation = judged(clause("requires", key="ValueError", custom=True), ValueError("x was -3"))

    assert violation.severity is Severity.ROBUSTNESS
    assert violation.signature == ("requires", "Till.take", "ValueError")


def test_a_wrong_type_without_annotations_is_no_broken_promise_about_exceptions() -> None:
    raised = AssertionError()
    raised.__cause__ = TypeError("not with this")

    assert judged(clause("raises"), raised, fits=False).blame is Blame.TEST
    assert judged(clause("raises"), raised).blame is Blame.CODE


def test_nan_breaks_any_condition() -> None:
    assert judged(clause("ensures"), comparable=False).blame is Blame.TEST


def test_an_invariant_is_broken_by_someone() -> None:
    assert judged(clause("invariant")).signature[-1] == "till:Till.all"


def test_what_we_wrote_ourselves_is_not_held_against_the_class() -> None:
    rules = [written_by_us(judged(clause("invariant")), undone).rule for undone in (True, False)]

    assert rules == ["field", "field-stays"]
    assert written_by_us(judged(clause("invariant")), True).blame is Blame.TEST


def test_what_a_constructor_was_given_is_refused_late_but_refused() -> None:
    violation = refused_as_given(judged(clause("invariant")))

    assert (violation.blame, violation.severity) == (Blame.CODE, Severity.ROBUSTNESS)


RECORD = """
    import icontract

    @icontract.invariant(lambda self: self.low <= self.high)
    class Span:
        def __init__(self, low: int, high: int) -> None:
            self.low = low
            self.high = high
        def width(self) -> int:
            return self.high - self.low
        def shift(self, by: int) -> None:
            self.low += by

    @icontract.invariant(lambda self: self.size >= 0)
    class Box:
        def __init__(self, size: int) -> None:
            self.size = size - 1
"""


def test_what_we_write_is_taken_back_where_the_invariant_of_a_library_does_not_hold(
    tmp_path: Path,
) -> None:
    bench = Bench(tmp_path, RECORD)
    bench.call("Span", 0, 1)
    assert bench.call("Span.high=", 3, receiver=2) is None
    violation = bench.call("Span.high=", -3, receiver=2)

    assert (violation.rule, violation.blame) == ("field", Blame.TEST)
    assert bench.machine.values[2].high == 3
    assert bench.call("Span.width", receiver=2) is None
    assert bench.call("Span.shift", 9, receiver=2).severity is Severity.LIKELY


def test_a_constructor_is_blamed_for_what_it_does_and_not_for_what_it_stores(
    tmp_path: Path,
) -> None:
    bench = Bench(tmp_path, RECORD)

    assert bench.call("Span", 1, 0).severity is Severity.ROBUSTNESS
    assert bench.call("Box", 0).severity is Severity.ERROR


OVERRIDDEN = """
    class Plain:
        def __init__(self) -> None:
            self.n = 0
        def add(self, k: int) -> None:
            self.n += k
        def add_spec(self, k: int) -> None:
            assert k > 0, "PRE"
            self.add(k)
            assert self.n < 10, "POST"
    class Careful(Plain):
        def add_spec(self, k: int) -> None:
            assert k == 3, "PRE"
            self.add(k)
            assert self.n < 3, "POST"
"""


@pytest.mark.parametrize(
    ("k", "rule", "blame"),
    [(1, "requires", Blame.TEST), (3, "ensures", Blame.CODE)],
)
@pytest.mark.parametrize("name", ["Plain.add", "Careful.add"])
def test_a_specification_that_a_subclass_overrides_is_the_one_that_counts(
    tmp_path: Path, name: str, k: int, rule: str, blame: Blame
) -> None:
    bench = Bench(tmp_path, OVERRIDDEN)
    bench.call("Careful")
    violation = bench.call(name, k, receiver=0)

    assert violation is not None
    assert (violation.rule, violation.blame) == (rule, blame)
    assert violation.signature[1] == "Careful.add_spec"


AWAITED = """
    class Service:
        def __init__(self) -> None:
            self.n = 0
        async def ask(self, k: int) -> int:
            self.n += 1
            return k // (k - 3) * 0 + self.n
        async def ask_spec(self, k: int) -> int:
            assert k > 0, "PRE"
            got = await self.ask(k)
            assert got < 2, "POST"
            return got
"""


def test_a_specification_that_is_awaited_means_the_same(tmp_path: Path) -> None:
    bench = Bench(tmp_path, AWAITED)
    bench.call("Service")
    unmet = bench.call("Service.ask", 0, receiver=0)
    raised = bench.call("Service.ask", 3, receiver=0)
    broken = bench.call("Service.ask", 5, receiver=0)

    assert unmet is not None and (unmet.rule, unmet.blame) == ("requires", Blame.TEST)
    assert raised is not None and (raised.rule, raised.exception) == ("raises", "ZeroDivisionError")
    assert broken is not None and (broken.rule, broken.blame) == ("ensures", Blame.CODE)
