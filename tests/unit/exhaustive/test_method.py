"""What `refute.exhaust` asks of inputs, how it calls, and what it calls broken."""

from __future__ import annotations

import sys
from collections import OrderedDict, deque
from typing import Any

import pytest

from refute.exhaustive.inputs import Nobody, inputs, root_of
from refute.exhaustive.method import exhaust
from refute.exhaustive.structures import array, bounds, structures
from refute.model.errors import UsageError


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

    def page(self, limit: int, first: bool) -> int:
        return [0, 1, 2][len(str(self.n)) * limit]


def test_parameters_may_have_the_names_of_options() -> None:
    report = exhaust(
        Pager.page, bounds(Pager, n=[0]), parameters={"limit": [1, 3], "first": [True]}, limit=5.0
    )

    assert report.tested == 2
    assert report.failed == 1
    assert report.within == "n=0 page.limit=1,3 page.first=True"


def test_leaving_the_interpreter_is_a_refusal() -> None:
    left = exhaust(Tank.leave, TANKS)

    assert left.ok
    assert any("raised SystemExit on 3 inputs" in note for note in left.notes)


def test_a_postcondition_that_raises_is_a_failure() -> None:
    broken = exhaust(Tank.add, TANKS, k=[0], twice=[False], ensures=lambda self: 1 / self.n)

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


class Line:
    waiting: deque[bool]
    latest: OrderedDict[int, None]

    def rep_ok(self) -> bool:
        return self.waiting.maxlen is None and len(self.waiting.copy()) + len(self.latest) < 3

    def turn(self) -> None:
        self.waiting.rotate()
        for key in [*self.latest][:1]:
            self.latest.move_to_end(key)

    def push(self) -> None:
        self.waiting.append(False)


def test_a_deque_and_an_ordered_dict_are_built_as_what_they_are() -> None:
    space = bounds(Line, 2)
    held = exhaust(Line.turn, space)
    broken = exhaust(Line.push, space)

    # Empty, one or two of each; an OrderedDict of two keys in both orders.
    assert (held.ok, held.tested) == (True, (1 + 2 + 4) + 3 * (1 + 2) + 6)
    assert "line.waiting = deque([False])\n    line.latest = OrderedDict({0: None})" in str(broken)
    assert "from collections import OrderedDict, deque" in (broken.source() or "")


class Pair:
    data: list[int]
    view: list[int]

    def rep_ok(self) -> bool:
        return len(self.data) == len(self.view)

    def add(self) -> None:
        self.data.append(0)
        self.view.append(0)


def test_it_is_said_that_no_list_is_shared() -> None:
    report = exhaust(Pair.add, bounds(Pair, 1))

    assert report.ok
    assert report.notes == [
        "Pair.data and Pair.view never hold the same list: objects that share one are left out  [never-shared]"
    ]


def half(x: int) -> int:
    return x // 2


def half_spec(x: int) -> int:
    assert x % 2 == 0, "PRE"
    y = half(x)
    assert y * 2 == x and y != 2, "POST"
    return y


def add_all(line: Line, more: list[bool]) -> None:
    line.waiting.extend(more)


def test_a_function_is_held_to_its_specification() -> None:
    report = exhaust(half, bounds(Nobody), x=range(6))

    assert (report.tested, report.failed) == (3, 1)
    assert "half_spec(4)" in str(report)


@pytest.mark.parametrize(("function", "root"), [(half, (Nobody, 1)), (add_all, (Line, 1))])
def test_the_objects_of_a_function_are_those_its_annotations_name(function, root) -> None:
    assert root_of(function) == root


class Ring:
    def __init__(self) -> None:
        self.items = deque([0], 2)

    def rep_ok(self) -> bool:
        return len(self.items) <= 2

    def push(self) -> None:
        self.items.append(1)

    def fill(self) -> None:
        self.items = deque([*self.items, 1, 1])


def test_a_deque_keeps_its_maxlen() -> None:
    space = bounds(Ring, items=[deque(maxlen=2), deque([0, 0], 2)])

    assert exhaust(Ring.push, space).ok
    assert "ring.items = deque([0, 0], 2)" in str(exhaust(Ring.fill, space))
