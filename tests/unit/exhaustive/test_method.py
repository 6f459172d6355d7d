"""What `refute.exhaust` asks of inputs, how it calls, and what it calls broken."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from refute.exhaustive.inputs import inputs
from refute.exhaustive.method import exhaust
from refute.exhaustive.structures import array, bounds, structures
from refute.model.errors import UsageError
from refute.model.verdict import Severity


class Tank:
    n: int

    def rep_ok(self) -> bool:
        return self.n >= 0

    def late(self) -> None:
        assert self.n != 0
        self.n -= 1

    def late_spec(self) -> None:
        n = self.n
        assert n > 0, "PRE"
        self.late()
        assert self.n == n - 1, "POST"

    def bare(self) -> None:
        assert self.n != 0
        self.n -= 1

    def bare_spec(self) -> None:
        n = self.n
        assert n > 0
        self.bare()
        assert self.n < n

    def first(self) -> int:
        return 10 // self.n

    def first_spec(self) -> int:
        assert self.n
        assert self.n < 3
        assert self.first() < 10, "POST"
        return self.first()

    def odd(self) -> None:
        pass

    def add(self, k: int, *, twice: bool = False) -> None:
        self.n += 2 * k if twice else k
        _ = 10 // (self.n - 5)

    def many(self, *args: int) -> None: ...

    def leave(self) -> None:
        sys.exit(3)


TANKS = bounds(Tank, n=range(3))


@pytest.mark.parametrize("method", [Tank.late, Tank.bare])
def test_inputs_that_break_a_precondition_are_no_failures_wherever_it_is_written(
    method: Any,
) -> None:
    report = exhaust(method, TANKS)

    assert report.ok, str(report)
    assert report.tested == 2


def test_an_assertion_below_the_call_is_a_promise() -> None:
    report = exhaust(Tank.first, bounds(Tank, n=range(5)))

    assert report.tested == 2
    assert report.rules == {"ensures": 1}
    assert "breaks its postcondition: self.first() < 10" in str(report)


def test_a_condition_that_raises_blames_nobody_and_is_told() -> None:
    class Odd(Tank):
        def odd_spec(self) -> None:
            n = self.n
            assert [0, 1][n] in (0, 1), "PRE"
            self.odd()

    report = exhaust(Odd.odd, bounds(Odd, n=range(3)), owner=Odd)

    assert report.tested == 2
    assert not report.failed
    assert any("[contract-raises]" in note for note in report.notes)


def test_parameters_by_name_are_passed_and_printed_by_name() -> None:
    report = exhaust(Tank.add, TANKS, k=[2, 3], twice=[False, True])

    assert report.tested == 12
    assert report.rules == {"raises": 2}
    assert "tank.add(2, twice=True)" in str(report)


class Pager:
    n: int

    def rep_ok(self) -> bool:
        return self.n >= 0

    def page(self, limit: int, first: bool) -> None:
        assert limit < 3


def test_parameters_may_have_the_names_of_options_and_others_are_refused() -> None:
    report = exhaust(
        Pager.page, bounds(Pager, n=[0]), parameters={"limit": [1, 3], "first": [True]}, limit=5.0
    )

    assert report.tested == 2
    assert report.failed == 1
    assert report.within == "n=0 page.limit=1,3 page.first=True"
    with pytest.raises(
        UsageError, match=r"Tank.add has no parameter 'kk'; it has: self, k, twice"
    ) as refused:
        inputs(Tank.add, TANKS, kk=[2])
    assert refused.value.slug == "unknown-bound"


class Stock:
    held: int

    def rep_ok(self) -> bool:
        assert self.held >= 0
        return True

    def take(self, number: int) -> None:
        """Take some out.

        Raises:
            LookupError: there are not so many.
        """
        if number == 2:
            raise ValueError(number)
        if number > self.held:
            raise KeyError(number)
        self.held -= number


def test_exceptions_that_the_docstring_speaks_of_are_a_normal_end_and_told() -> None:
    report = exhaust(Stock.take, bounds(Stock, held=range(-1, 3)), number=range(4))

    assert report.ok
    documented, refused = report.notes  # nothing of the assertion, which says no
    assert "raised KeyError on 4 inputs, which its docstring speaks of" in documented
    assert "raised ValueError on 3 inputs, a normal end: raised on purpose" in refused


class Scale:
    step: int

    def whole(self, number: int) -> int:
        if self.step < 0:
            raise ValueError(self.step)
        return number // self.step

    def named(self, name: str) -> int:
        return {"a": 1}[name]

    def pop(self, number: int) -> int:
        return [0, 1][self.step + number]

    def half(self) -> None:
        assert self.step != 1


SCALES = bounds(Scale, step=range(-1, 2))


@pytest.mark.parametrize(
    ("method", "given", "failed", "because", "severity"),
    [
        (Scale.whole, {"number": [1]}, 1, "despite-fit", Severity.ERROR),
        (Scale.named, {"name": ["a", "b"]}, 3, "asked-for", Severity.ROBUSTNESS),
        (Scale.half, {}, 1, "assert-despite-fit", Severity.LIKELY),
    ],
)
def test_exceptions_are_judged_by_the_rules_of_find(
    method: Any, given: dict[str, Any], failed: int, because: str, severity: Severity
) -> None:
    report = exhaust(method, SCALES, **given)
    violation = report.finding().violation

    assert report.failed == failed
    assert (violation.because, violation.severity) == (because, severity)


def test_what_belongs_to_the_protocol_of_a_method_is_a_normal_end() -> None:
    report = exhaust(Scale.pop, SCALES, number=[1])

    assert report.ok
    assert any("pop may raise it by protocol" in note for note in report.notes)


def test_parameters_without_end_are_refused() -> None:
    with pytest.raises(UsageError) as caught:
        inputs(Tank.many, TANKS)

    assert caught.value.slug == "parameter-variable"
    assert "*args" in caught.value.message


def test_leaving_the_interpreter_and_a_postcondition_that_raises_are_failures() -> None:
    left = exhaust(Tank.leave, TANKS)
    broken = exhaust(Tank.add, TANKS, k=[0], twice=[False], ensures=lambda self: 1 / self.n)

    assert left.rules == {"raises": 3}
    assert "raises SystemExit: 3" in str(left)
    assert broken.rules == {"ensures": 1}
    assert "ZeroDivisionError" in str(broken)


class Lid(Tank):
    def rep_ok(self) -> bool:
        return self.n in (0, 4)


def test_an_inherited_method_is_tried_on_the_heir() -> None:
    report = exhaust(Lid.add, bounds(Lid, n=range(5)), k=[0, 4], twice=[False])

    assert report.name == "Lid.add"
    assert report.tested == 4
    assert report.rules == {"invariant": 1}


# -- names that Python mangles --------------------------------------------------------------------


class Shy:
    def __init__(self, n: int) -> None:
        self.__n = n

    def _check(self) -> None:
        try:
            assert self.__n < 2
        except AssertionError:
            print("bad", self.__n)
            raise

    def step(self) -> None:
        self.__n -= 1
        assert self.__n < 5

    def step_spec(self) -> None:
        assert self.__n == 1, "PRE"
        self.step()
        assert self.__n == 0, "POST"


@pytest.mark.parametrize("path", ["general", "auto"])
def test_private_names_mean_the_same_outside_their_class(path: str) -> None:
    space = bounds(Shy, 3)

    assert list(space.fields) == ["Shy._Shy__n"]
    assert [vars(one) for one in structures(Shy, space, path=path)] == [
        {"_Shy__n": 0},
        {"_Shy__n": 1},
    ]
    report = exhaust(Shy.step, space, path=path)
    assert report.ok, str(report)
    assert report.tested == 1


def test_nothing_holds_for_no_inputs() -> None:
    report = exhaust(Shy.step, bounds(Shy, _Shy__n=[0]))

    assert not report.ok
    assert "no input satisfies the precondition" in str(report)
    assert "holds" not in str(report)


# -- invariants -----------------------------------------------------------------------------------


class Part:
    v: int

    def rep_ok(self) -> bool:
        return self.v < 2


class Slotted:
    __slots__ = ("parts",)
    parts: list[Part]


class Whole:
    part: Part
    more: Slotted

    def bump(self) -> None:
        self.part.v += 1

    def deep(self) -> None:
        for one in self.more.parts:
            one.v = 5


def test_invariants_of_objects_in_reach_are_asked_before_and_after() -> None:
    space = bounds(Whole, Part=1, Slotted=1, **{"Part.v": range(4), "parts.length": [0, 1]})

    bumped, deep = exhaust(Whole.bump, space), exhaust(Whole.deep, space)

    assert all(whole.part.v < 2 for (whole,) in inputs(Whole.bump, space))
    assert bumped.rules == {"invariant": 2}
    assert bumped.tested == 4
    assert "breaks Part.rep_ok" in str(bumped)
    assert deep.rules == {"invariant": 2}


class Named:
    n: int

    def invariant(self, x: int) -> bool:
        return bool(x)

    def valid(self) -> bool:
        return self.n == 0

    def step(self) -> None:
        self.n = 1


class Beside(Named):
    def rep_ok(self) -> bool:
        return self.n == 0


def test_predicates_of_other_names_are_found_and_unfit_ones_passed_over() -> None:
    space = bounds(Named, 2)

    assert structures(Named, space, invariants=["valid"]).count() == 1
    assert exhaust(Named.step, space, invariants=["valid"]).rules == {"invariant": 1}
    assert structures(Beside, bounds(Beside, 2)).count() == 1


def test_where_nothing_is_promised_only_exceptions_count_and_that_is_told() -> None:
    report = exhaust(Named.step, bounds(Named, 2))

    assert "Named.step raises nothing on 3 inputs" in str(report)
    assert any("[nothing-promised]" in note for note in report.notes)


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


class Looping:
    n: int

    def rep_ok(self) -> bool:
        while self.n == 2:
            pass
        return True

    def grow(self) -> None:
        self.n += 1


class Row:
    loops: list[Looping]

    def show(self) -> None:
        """Do nothing."""


def test_a_predicate_that_does_not_return_is_told_whenever_it_is_asked() -> None:
    for method, space in [
        (Looping.grow, bounds(Looping, n=range(2))),
        (Row.show, bounds(Row, loops=array([1], Looping), Looping=1, n=[2])),
    ]:
        with pytest.raises(UsageError, match=r"did not return within 0\.1 s") as refused:
            exhaust(method, space, limit=0.1)
        assert refused.value.slug == "predicate-hangs"
