"""The loop inside a worker, on small subjects, in this process."""

from __future__ import annotations

import time

import pytest

from refute.execute.machine import StopCall
from refute.generate.feedback import undiscovered
from refute.model.verdict import Severity
from refute.search.never_called import unreached
from refute.search.plugins import Extensions

CART = """
    class Cart:
        def __init__(self) -> None:
            self.prices: list[int] = []

        def add(self, price: int) -> None:
            self.prices.append(price)

        def average(self) -> float:
            return sum(self.prices) / len(self.prices)
"""


def test_a_failure_is_found_shrunk_and_told_once(bench):
    one = bench(CART)
    (finding,) = one.run(200)

    assert finding.violation.exception == "ZeroDivisionError"
    assert finding.sequence.calls() == 2
    assert finding.first_seen.calls() >= 2
    assert one.campaign.triage.seen[finding.violation.signature] > 1
    assert (
        one.campaign.tally.verdicts["fail"] >= one.campaign.triage.seen[finding.violation.signature]
    )


def test_every_sequence_is_counted(bench):
    one = bench(CART)
    one.run(50)
    tally = one.campaign.tally

    assert tally.sequences == 50
    assert tally.verdicts["pass"] + tally.verdicts["fail"] == 50
    assert tally.outcomes[f"{one.module}:Cart.average", "ZeroDivisionError"] > 0


def test_a_refusal_is_counted_and_the_sequence_goes_on(bench):
    one = bench(
        "def half(n: int) -> int:\n    if n % 2:\n        raise ValueError(n)\n    return n // 2"
    )
    found = one.run(100)

    assert found == []
    assert one.campaign.tally.verdicts["invalid"] > 0
    assert one.campaign.tally.verdicts["fail"] == 0


def test_the_budget_of_sequences_is_kept(bench):
    one = bench(CART, sequences=40)
    pauses = []

    def pause() -> bool:
        pauses.append(one.campaign.tally.sequences)
        return False

    one.campaign.run(0.0, pause)

    assert one.campaign.tally.sequences == 40
    assert pauses == [16, 32]


def test_the_first_finding_a_pause_or_the_deadline_may_end_it(bench):
    first, paused, late = bench(CART, stop_at_first=True), bench(CART), bench(CART)
    first.campaign.run(time.monotonic() + 60, lambda: False)
    paused.campaign.run(time.monotonic() + 60, lambda: True)
    late.campaign.run(0.0, lambda: False)

    assert len(first.told) == 1
    assert paused.campaign.tally.sequences == 16
    assert late.campaign.tally.sequences == 1


def test_what_cannot_be_called_is_said_with_the_type_that_is_missing(bench):
    one = bench(
        """
        import abc

        class Clock(abc.ABC):
            @classmethod
            @abc.abstractmethod
            def now(cls) -> int: ...

        def greet(clock: Clock) -> int:
            return clock.now()

        def double(n: int) -> int:
            return 2 * n
        """
    )
    one.run(60)

    assert (
        unreached(one.campaign.knowledge.routines, {})[f"{one.module}:greet"]
        == "nothing makes a Clock"
    )
    assert one.known("double").calls > 0


def test_a_subject_nothing_of_which_can_be_made_is_no_defect(bench):
    one = bench(
        """
        import abc
        from typing import final

        @final
        class C(abc.ABC):
            @abc.abstractmethod
            def f(self) -> int: ...
        """
    )
    one.run(30)

    assert one.campaign.tally.sequences == 30
    assert one.campaign.machine.calls == 0


def test_an_invariant_broken_through_an_alias_blames_the_call_that_broke_it(bench):
    one = bench(
        """
        class Shelf:
            def __init__(self) -> None:
                self.books: list[int] = []
                self.count = 0

            def add(self, book: int) -> None:
                self.books.append(book)
                self.count += 1

            def copy(self) -> "Shelf":
                other = Shelf()
                other.books, other.count = self.books, self.count
                return other

            def rep_ok(self) -> bool:
                return len(self.books) == self.count
        """
    )
    (finding,) = one.run(300)

    assert finding.violation.rule == "invariant"
    assert finding.violation.operation == f"{one.module}:Shelf.add"
    assert finding.sequence.calls() == 3


def test_what_does_not_repeat_is_not_told(bench):
    one = bench(
        """
        import os

        def once(n: int) -> float:
            # Kept where nobody looks for it: the clean slate does not take it back.
            os.calls_of_once = getattr(os, "calls_of_once", 0) + 1
            return 1 / (os.calls_of_once - 5)
        """
    )

    assert one.run(100) == []


def test_what_a_sequence_leaves_in_a_module_is_not_seen_by_the_next(bench):
    one = bench(
        """
        calls = 0

        def often(n: int) -> int:
            global calls
            calls += 1
            return ([0] * 150)[calls]
        """
    )

    assert one.run(100) == []


def test_what_a_refused_call_left_behind_counts_less_unless_asked_for(bench):
    text = """
        class Door:
            def __init__(self) -> None:
                self.knocks = 0

            def knock(self) -> None:
                self.knocks += 1
                raise PermissionError("closed")

            def ratio(self) -> float:
                return 1 / (self.knocks - 1)
    """
    plain, past = bench(text), bench(text, past_exceptions=True)

    (less,), (full,) = plain.run(100), past.run(100)

    assert less.violation.exception == full.violation.exception == "ZeroDivisionError"
    assert less.violation.severity is Severity.ROBUSTNESS
    assert full.violation.severity is Severity.LIKELY
    assert less.sequence.calls() == full.sequence.calls() == 3


def test_laws_and_visitors_of_ones_own_take_part(bench):
    seen = []

    class Watcher:
        def before(self, *arguments: object) -> None:
            seen.append("before")

        def after(self, *arguments: object) -> None:
            seen.append("after")

    one = bench(CART, Extensions(visitors=(Watcher(),)))
    one.run(5)

    assert seen.count("before") == seen.count("after") == one.campaign.machine.calls


def test_the_chance_of_more_falls_with_what_was_seen(bench):
    one = bench(CART)
    assert one.campaign.chance_of_more() == 1.0
    one.run(200)

    assert one.campaign.chance_of_more() < 0.05
    assert not one.campaign.is_dry()


def test_good_and_turing_count_what_was_seen_once():
    assert undiscovered({}) == 1.0
    assert undiscovered({("f", "returned"): 1, ("g", "returned"): 3}) == 0.25


def test_the_undirected_walk_keeps_nothing(bench):
    one = bench(CART, by="walk-blind")
    one.run(100)

    assert len(one.campaign.knowledge.pool) == 0
    assert one.campaign.last.made_by == "walk-blind"


def test_a_sequence_made_before_is_extended_and_not_judged_again(bench):
    one = bench(
        """
        class Light:
            def on(self) -> "Light":
                return self

            def off(self) -> "Light":
                return self
        """,
        by="feedback",
    )
    made = []
    for _ in range(300):
        one.campaign.one()
        made.append(one.campaign.last.sequence)

    assert len(set(made)) == len(made)


def test_no_sequence_is_longer_than_asked_for_repetitions_included(bench):
    one = bench(
        """
        class Counter:
            def __init__(self) -> None:
                self.n = 0

            def add(self, n: int) -> None:
                self.n += n
        """,
        length=6,
        repeat=0.9,
    )
    lengths = []
    for _ in range(300):
        one.campaign.one()
        lengths.append(one.campaign.last.sequence.calls())

    assert max(lengths) <= 6 + 1  # Counter() for the last add


CHECKED_STACK = """
    class Stack:
        def __init__(self) -> None:
            self.items: list[int] = []
        def pop(self) -> int:
            return self.items.pop()
        def pop_spec(self) -> int:
            assert self.items, "PRE"
            return self.pop()

    class Other:
        def go(self, stack: Stack) -> int:
            return len(stack.items)
"""


def test_a_precondition_of_a_helper_that_we_break_is_nobodys_fault(bench):
    one = bench(CHECKED_STACK, only="Other")
    found = one.run(300)

    assert found == []
    assert one.campaign.examiner.specifications.unmet[f"{one.module}:Stack.pop"] > 0


def test_what_is_stopped_between_two_steps_is_given_up_and_the_search_goes_on(bench, monkeypatch):
    one = bench(CART, by="feedback")
    feedback, times = one.campaign.portfolio.named("feedback"), []
    grow = feedback.grow

    def stopped_once(live, judge):
        times.append(1)
        if len(times) == 1:
            raise StopCall("no answer")
        return grow(live, judge)

    monkeypatch.setattr(feedback, "grow", stopped_once)
    found = one.run(200)

    assert one.campaign.tally.verdicts["stopped"] == 1
    assert one.campaign.tally.sequences == 200
    assert len(found) == 1


def test_a_call_that_breaks_an_invariant_does_not_rest(bench):
    one = bench(
        """
        class Till:
            def __init__(self) -> None:
                self.coins = 0
            def put(self, coin: int) -> None:
                self.coins += coin
            def rep_ok(self) -> bool:
                return self.coins >= 0
        """
    )
    one.run(200)

    assert one.known("Till.put").stopped == 0
    assert one.campaign.tally.verdicts["fail"] > 10


def test_the_operation_named_is_the_one_that_was_called(bench):
    one = bench(
        """
        class Total:
            def __init__(self) -> None:
                self.total = 0

            def add(self, number: int) -> int:
                return self.total + number

        class Limited(Total):
            def __init__(self, limit: int) -> None:
                self.limit = limit

            def add(self, number: int) -> int:
                return min(super().add(number), self.limit)
        """
    )

    assert [f.violation.operation for f in one.run(60)] == [f"{one.module}:Limited.add"]


USED_UP = """
    _numbers = (n for n in range(3))
    next(_numbers)


    def number() -> int:
        return next(_numbers, None) + 0
"""


def test_a_worker_in_which_every_call_fails_at_once_gives_way(bench):
    one = bench(USED_UP, sequences=500)
    one.campaign.run(float("inf"), lambda: False)

    assert one.campaign.is_used_up()
    assert one.campaign.tally.sequences < 30


def test_its_successor_has_more_patience(bench):
    one = bench(USED_UP, sequences=500, worker=3)
    one.campaign.run(float("inf"), lambda: False)

    assert one.campaign.is_used_up()
    assert 80 <= one.campaign.tally.sequences < 100


def test_what_was_used_up_together_is_handed_on_together(bench):
    one = bench(USED_UP)
    (finding,) = one.run(50)

    assert finding.first_seen.calls() >= 3


def test_a_state_that_broke_a_law_by_our_fault_is_looked_at_again(bench):
    one = bench(
        """
        class Ticket:
            def __init__(self, seat: int) -> None:
                self.seat = seat

            def is_valid(self) -> bool:
                return self.seat > 0

            def __repr__(self) -> str:
                if not self.seat:
                    raise ValueError("no seat")
                return f"<ticket for {self.seat}>"
        """
    )
    # With this seed the object is first made in a sequence that also passes a bool for an int.
    found = one.run(300)

    assert [finding.violation.rule for finding in found] == ["repr-raises"]


def test_only_walks_check_a_dear_invariant_after_every_step(bench):
    lines = "\n".join(f"                x{n} = {n}" for n in range(100))
    text = f"""
        class Slow:
            def __init__(self) -> None:
                self.asked = 0

            def step(self) -> None:
                self.asked += 1

            def invariant(self) -> bool:
{lines}
                return True
    """

    def share(by: str) -> float:
        one = bench(text, by=by)
        one.run(200)
        (kept,) = [
            k for k in one.campaign.examiner.invariant_checker._kept.values() if k is not None
        ]
        return kept.count / one.campaign.machine.calls

    assert share("feedback") < 0.5 < 0.9 < share("walk")


@pytest.mark.parametrize(
    ("kind", "body", "then"),
    [
        ("async def", "pass", "await ignore"),
        ("def", "yield 1", "items ignore"),
        ("async def", "yield 1", "async-items ignore"),
    ],
)
def test_what_refuses_only_when_awaited_or_asked_for_items_is_named_too(bench, kind, body, then):
    one = bench(
        f"""
        class Account:
            def __init__(self) -> None:
                self.n = 0
            {kind} later(self):
                {body}
                self.n -= 1
                raise ValueError("too much")
            def innocent(self) -> int:
                return 1
            def invariant(self) -> bool:
                return self.n >= 0
        """
    )
    (finding,) = one.run(200)

    assert finding.violation.operation.endswith("Account.later")
    assert finding.violation.severity is Severity.ROBUSTNESS
    assert finding.violation.reason.endswith("; the call raised, and left something changed")
    assert finding.sequence.steps[-1].operation.then == then


def test_a_refused_call_that_leaves_a_broken_object_is_named_itself(bench):
    one = bench(
        """
        class Ledger:
            def __init__(self) -> None:
                self._entries: list[int] = []
                self._total = 0

            def enter(self, amount: int) -> None:
                self._entries.append(amount)
                if amount > 5:
                    raise ValueError("too much")
                self._total += amount

            def total(self) -> int:
                return self._total

            def entries(self) -> int:
                return len(self._entries)

            def invariant(self) -> bool:
                return self._total == sum(self._entries)
        """
    )
    looked_into = []
    look = one.campaign.triage.look_into

    def watched(violation, *about):
        looked_into.append(violation)
        return look(violation, *about)

    one.campaign.triage.look_into = watched
    (finding,) = one.run(300)

    # None of the others was suspected for a moment.
    assert {violation.operation.rpartition(".")[2] for violation in looked_into} == {"enter"}
    assert finding.violation.severity is Severity.ROBUSTNESS


def test_an_object_that_would_leave_the_process_when_it_is_asked_does_not(bench):
    one = bench(
        """
        class Eq:
            def __init__(self, n: int) -> None:
                self.n = n
            def __eq__(self, other: object) -> bool:
                raise SystemExit(4)
            def __hash__(self) -> int:
                return 1

        class Len:
            def __init__(self, n: int) -> None:
                self.n = n
            def __len__(self) -> int:
                raise KeyboardInterrupt

        class Inv:
            def __init__(self, n: int) -> None:
                self.n = n
            def up(self) -> None:
                self.n += 1
            def invariant(self) -> bool:
                if self.n > 3:
                    raise GeneratorExit
                return True
        """
    )
    one.run(300)

    assert one.campaign.tally.sequences == 300
    assert any("GeneratorExit" in said for said in one.campaign.faulty_specs().values())


def test_an_object_that_held_itself_once_is_asked_again(bench):
    one = bench(
        """
        class Node:
            def __init__(self) -> None:
                self.next: "Node | None" = None
                self.linked = 0
            def link(self) -> None:
                self.next = self
            def unlink(self) -> None:
                self.next = None
                self.linked = -1
            def invariant(self) -> bool:
                return self.linked >= 0 and (self.next is None or self.next.invariant())
        """
    )
    (finding,) = one.run(400)

    assert finding.violation.operation.endswith(":Node.unlink")
    assert len(one.campaign.examiner.invariant_checker._endless) < 200


def test_an_operation_that_takes_all_memory_rests(bench):
    one = bench(
        """
        def take(n: int) -> None:
            raise MemoryError
        def give(n: int) -> int:
            return n
        """
    )
    one.run(200)

    assert one.known("take").calls <= 4
    assert one.known("give").calls > 100
    told = {came for target, came in one.campaign.tally.outcomes if target.endswith(":take")}
    assert told == {"MemoryError"}, "not stopped for taking too long"


def test_every_call_of_a_search_is_counted_with_its_operation(bench):
    one = bench(
        """
        class Stack:
            def __init__(self) -> None:
                self.items: list[int] = []
            def push(self, n: int) -> None:
                self.items.append(n)
            def pop(self) -> int:
                if not self.items:
                    raise IndexError("empty")
                return self.items.pop()
        """
    )
    one.run(500)

    assert sum(known.calls for known in one.campaign.knowledge.routines) == one.campaign.calls
