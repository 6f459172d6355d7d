"""Which clause of a contract an exception is about, and who had made the call; with the real libraries."""

from __future__ import annotations

import functools

import deal
import icontract
import pytest

from refute.discover.contracts import probe_of, spec_of
from refute.judge.promises.clauses import _said, _written_at, broken_clause, is_its_own
from refute.look.tracebacks import traceback_frames
from refute.model.contract import Clause, Spec


def broken(call, *arguments: object, spec: Spec | None = None) -> Clause | None:
    """Return the clause that a call breaks, as if refute had made it."""
    try:
        call(*arguments)
    except Exception as raised:
        entries = traceback_frames(raised, "/refute/")[1:]  # this function stands for refute
        return broken_clause(raised, entries, spec, lambda module: module == __name__)
    raise AssertionError("nothing was raised")


def kind(clause: Clause | None) -> tuple[str, bool, str, str]:
    assert clause is not None
    return clause.kind, clause.ours, clause.owner, clause.text


# ---- icontract --------------------------------------------------------------------------------------------------


@icontract.require(lambda x: x > 0)
@icontract.ensure(lambda result: result > 1, "large")
def root(x: int) -> int:
    if x == 7:
        raise KeyError(x)
    return x


@icontract.require(lambda x: x > 0, error=ValueError)
def strict(x: int) -> int:
    return x


@icontract.require(lambda x: x.sign > 0)
def stumbling(x: int) -> int:
    return x


@icontract.snapshot(lambda items: items[:])
@icontract.ensure(lambda OLD, items: len(items) > len(OLD.items))
def grow(items: list[int]) -> None:
    return None


@icontract.invariant(lambda self: self.n >= 0)
class Counter:
    def __init__(self) -> None:
        self.n = 0

    def down(self) -> None:
        self.n -= 1


def calls_root(x: int) -> int:
    return root(x)


async def _wait(x: int) -> int:
    return x


awaited = icontract.require(lambda x: x > 0)(icontract.ensure(lambda result: result > 1)(_wait))


def run_awaited(x: int) -> None:
    import asyncio

    asyncio.run(awaited(x))


def test_a_precondition_is_broken_by_whoever_made_the_call() -> None:
    assert kind(broken(root, 0)) == ("requires", True, "root", "x > 0")
    clause = broken(calls_root, 0)
    assert kind(clause) == ("requires", False, "root", "x > 0")
    assert clause is not None and clause.line == calls_root.__code__.co_firstlineno + 1


def test_a_postcondition_and_an_invariant_are_named() -> None:
    assert kind(broken(root, 1)) == ("ensures", True, "root", "large: result > 1")
    assert kind(broken(grow, [])) == ("ensures", True, "grow", "len(items) > len(OLD.items)")
    assert kind(broken(Counter().down)) == ("invariant", True, "Counter", "self.n >= 0")


def test_an_exception_of_the_function_itself_is_not_about_its_contract() -> None:
    assert broken(root, 7) is None
    assert broken(int, "x") is None


def test_a_condition_that_raises_is_faulty() -> None:
    clause = broken(stumbling, 1)

    assert clause is not None and clause.kind == "faulty"
    assert clause.text.startswith("AttributeError")


def test_an_exception_of_the_authors_choice_has_no_values_in_its_key() -> None:
    clause = broken(strict, -3)

    assert clause is not None and clause.custom and clause.key == "ValueError"


def test_coroutines_have_contracts_too() -> None:
    clauses = [broken(run_awaited, x) for x in (0, 1)]

    assert [one.kind for one in clauses if one] == ["requires", "ensures"]


# ---- deal -------------------------------------------------------------------------------------------------------


@deal.pre(lambda x: x > 0)
@deal.post(lambda result: result > 1)
def deal_root(x: int) -> int:
    return x


@deal.pre(lambda x: "too small" if x < 1 else True, exception=ValueError)
def deal_strict(x: int) -> int:
    return x


@deal.raises(ValueError)
def deal_raises(x: int) -> float:
    return 1 / x


@deal.ensure(lambda _: _.result.missing)
def deal_stumbling(x: int) -> int:
    return x


@deal.reason(ValueError, lambda x: x > 10)
def deal_reason(x: int) -> int:
    raise ValueError(x)


@deal.chain(deal.pre(lambda x: x > 0), deal.ensure(lambda x, result: result > x))
def deal_chain(x: int) -> int:
    return x


@deal.ensure(lambda _: _.result > _.x)
def deal_short(x: int) -> int:
    return x


@deal.has()
def deal_prints() -> None:
    print("x")


@deal.inv(lambda self: self.n >= 0)
class DealCounter:
    n = 0

    def down(self) -> None:
        self.n -= 1


def calls_deal(x: int) -> int:
    return deal_root(x)


def test_deal_says_the_same_in_its_own_way() -> None:
    assert kind(broken(deal_root, 0)) == ("requires", True, "deal_root", "x > 0")
    assert kind(broken(calls_deal, 0)) == ("requires", False, "deal_root", "x > 0")
    assert kind(broken(deal_root, 1)) == ("ensures", True, "deal_root", "result > 1")
    assert kind(broken(deal_raises, 0))[::3] == ("raises", "raises ZeroDivisionError")
    assert kind(broken(deal_prints))[::3] == ("effects", "writes to stdout or stderr")
    assert kind(broken(deal_reason, 7))[::3] == (
        "reason",
        "raises ValueError, though x > 10 does not hold",
    )
    assert kind(broken(deal_chain, 3))[::3] == ("ensures", "result > x")
    assert kind(broken(deal_short, 3))[::3] == ("ensures", "result > x")
    assert kind(broken(DealCounter().down))[0] == "invariant"
    assert kind(broken(deal_stumbling, 1))[0] == "faulty"
    assert kind(broken(deal_strict, 0)) == ("requires", True, "deal_strict", "too small")


# ---- in-code specifications -------------------------------------------------------------------------------------


class Stack:
    def __init__(self) -> None:
        self.items: list[int] = []

    def pop(self) -> int:
        assert len(self.items) < 4, "too many"
        return self.items.pop()

    def pop_spec(self) -> int:
        assert self.items, "PRE"
        self._calm()
        got = self.pop()
        assert got > 0, "POST"
        assert got.bit_count()
        self._calm()
        return got + self.missing if got == 3 else got  # type: ignore[attr-defined]

    def _calm(self) -> None:
        assert 9 not in self.items, "nine"

    def probe_pop(self) -> None:
        self.pop()

    def probe_calm(self) -> None:
        assert not self.items, "POST"


POP = spec_of(Stack, "pop")


@pytest.mark.parametrize(
    ("items", "expected"),
    [
        ([], ("requires", "self.items")),
        ([9], ("requires", "nine")),
        ([0], ("ensures", "got > 0")),
        ([3], ("faulty", "AttributeError: 'Stack' object has no attribute 'missing'")),
    ],
)
def test_an_assertion_of_a_specification_says_who(
    items: list[int], expected: tuple[str, str]
) -> None:
    stack = Stack()
    stack.items = items
    clause = broken(stack.pop_spec, spec=POP)

    assert clause is not None
    assert (clause.kind, clause.text) == expected
    assert clause.line is not None


def test_what_the_method_itself_raises_is_not_the_specifications() -> None:
    stack = Stack()
    stack.items = [1, 1, 1, 1]

    assert broken(stack.pop_spec, spec=POP) is None


def test_what_a_probe_calls_is_not_the_probe() -> None:
    stack = Stack()
    stack.items = [1, 2, 3, 4]

    assert broken(stack.probe_pop, spec=probe_of(Stack.probe_pop)) is None


def test_a_probe_asserts_for_itself() -> None:
    stack = Stack()
    stack.items = [1]

    assert kind(broken(stack.probe_calm, spec=probe_of(Stack.probe_calm)))[0] == "ensures"


def test_without_frames_nothing_is_known() -> None:
    assert broken_clause(ValueError(), [], None, lambda module: True) is None


@deal.inv(lambda self: self.low <= self.high)
class Halfway:
    def __init__(self) -> None:
        self.low = 0
        self.high = 0


class NoTruth:
    def __bool__(self) -> bool:
        raise AttributeError("no truth")


@icontract.invariant(lambda self: self.said)
class Undecided:
    def __init__(self) -> None:
        self.said = NoTruth()


@deal.inv(lambda self: True)
class Guarded:
    pass


@deal.pre(lambda one: True)
def reads(one: Guarded) -> int:
    return one.missing


def test_an_invariant_that_raises_something_else_says_nothing() -> None:
    halfway, undecided = broken(Halfway), broken(Undecided)

    assert halfway is not None and (halfway.kind, halfway.owner) == ("faulty", "Halfway")
    assert "high" in halfway.text
    assert undecided is not None and undecided.kind == "faulty"


def test_what_the_function_itself_misses_is_not_about_its_contract() -> None:
    assert broken(reads, Guarded()) is None


def test_without_frames_no_specification_has_raised() -> None:
    assert not is_its_own([], spec_of(Stack, "pop"))


def test_a_function_is_found_below_what_is_wrapped_around_it() -> None:
    library = {"__name__": "deal"}
    exec("def guard(func):\n    raise ValueError", library)
    wrapped = functools.wraps(root)(lambda: None)
    wrapped.__wrapped__ = plain = lambda: None
    try:
        library["guard"](wrapped)
    except ValueError as raised:
        entries = [raised.__traceback__.tb_next]

    assert _written_at(entries) is plain.__code__
    assert _written_at([]) is None


def test_an_exception_without_words_is_known_by_its_class() -> None:
    assert _said(ValueError()) == "ValueError"
