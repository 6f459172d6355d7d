"""Invariants of live objects: when they are asked, what their answers mean, and what is wrong with the asking."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench import Bench

from refute.execute.machine import StopCall
from refute.model.execution import RETURNED, Execution
from refute.model.sequence import Display, Sequence, Step
from refute.model.typeform import ANY, TypeForm
from refute.model.verdict import Blame, Severity, Violation
from refute.search.hangs import hang_in

TILL = """
    class Till:
        def __init__(self) -> None:
            self.coins = []
        def put(self, coin: int) -> None:
            self.coins.append(coin)
        def put_any(self, coin) -> None:
            self.coins.append(coin)
        def share(self) -> "Till":
            other = Till()
            other.coins = self.coins
            return other
        def classinv(self) -> bool:
            return all(coin >= 0 for coin in self.coins)
"""


def test_the_call_that_breaks_an_invariant_is_blamed_at_once(tmp_path: Path) -> None:
    bench = Bench(tmp_path, TILL)
    bench.call("Till")
    assert bench.call("Till.put", 1, receiver=0) is None
    violation = bench.call("Till.put", -1, receiver=0)

    assert (violation.rule, violation.blame, violation.severity) == ("invariant", Blame.CODE, Severity.ERROR)  # fmt: skip
    assert violation.operation.endswith("Till.put") and violation.line == 5
    assert "held before this call" in violation.reason


def test_without_annotations_it_is_only_likely(tmp_path: Path) -> None:
    bench = Bench(tmp_path, TILL)
    bench.call("Till")

    assert bench.call("Till.put_any", -1, receiver=0).severity is Severity.LIKELY


def test_a_new_object_may_be_broken_already(tmp_path: Path) -> None:
    bench = Bench(tmp_path, TILL.replace("self.coins = []", "self.coins = [-1]"))

    assert "does not hold on the new object" in bench.call("Till").reason


def test_an_object_broken_through_another_is_seen_in_the_end(tmp_path: Path) -> None:
    bench = Bench(tmp_path, TILL)
    bench.call("Till")
    bench.call("Till.share", receiver=0)
    bench.invariant_checker.looks_at = "none"
    bench.call("Till.put", -1, receiver=1)
    assert bench.invariant_checker.at_end([]) is None
    bench.invariant_checker.looks_at = "some"

    assert bench.invariant_checker.at_end([]) is not None
    exact = bench.examine(bench.sequence())
    assert exact is not None and exact.operation.endswith("Till.put")


def test_a_checker_says_it_by_raising(tmp_path: Path) -> None:
    text = TILL.replace("return all", "assert all").replace("self.coins)", "self.coins), 'debt'")
    bench = Bench(tmp_path, text)
    bench.call("Till")
    violation = bench.call("Till.put", -1, receiver=0)

    assert violation.message == "classinv() raises AssertionError: debt"
    assert violation.assertion == "{0}.classinv()"


def test_one_that_stumbles_says_nothing_and_is_named(tmp_path: Path) -> None:
    bench = Bench(tmp_path, TILL.replace("coin >= 0", "coin >= self.least"))
    bench.call("Till")

    for _ in range(20):
        assert bench.call("Till.put", 1, receiver=0) is None
    assert "Till.classinv raises AttributeError" in bench.invariant_checker.faulty["Till.classinv"]


def test_one_that_stumbles_over_what_we_put_in_is_not(tmp_path: Path) -> None:
    bench = Bench(tmp_path, TILL)
    bench.call("Till")
    bench.call("Till.put_any", "a", receiver=0)

    assert bench.invariant_checker.faulty == {}


def test_one_that_changes_the_object_is_named_and_not_used(tmp_path: Path) -> None:
    text = TILL.replace("return all", "self.asked = len(vars(self))\n            return all")
    bench = Bench(tmp_path, text)
    bench.call("Till")

    assert (
        "changes the object it is asked about (asked)"
        in bench.invariant_checker.faulty["Till.classinv"]
    )
    assert bench.call("Till.put", -1, receiver=0) is None


def test_one_that_changes_an_object_without_fields_is_named(tmp_path: Path) -> None:
    text = """
    class Till:
        __slots__ = ("asked",)
        def __init__(self) -> None:
            self.asked = 0
        def classinv(self) -> bool:
            self.asked += 1
            return True
    """
    bench = Bench(tmp_path, text)
    bench.call("Till")

    assert "(its state)" in bench.invariant_checker.faulty["Till.classinv"]


def test_a_dear_invariant_is_asked_more_seldom(tmp_path: Path) -> None:
    text = TILL.replace(
        "return all", "for _ in range(1000):\n                pass\n            return all"
    )
    bench = Bench(tmp_path, text)
    bench.call("Till")
    kept = bench.invariant_checker.of_kind(bench.machine.value_kinds[0])
    for _ in range(32):
        bench.call("Till.put", 1, receiver=0)

    assert kept.mask == 15
    asked = kept.count
    assert asked < 32
    # In the end it is asked about states never seen, and in a sequence that is run again always.
    bench.invariant_checker.at_end([])
    assert kept.count == asked
    bench.invariant_checker.at_end([0])
    assert kept.count == asked + 1
    bench.examine(bench.sequence())
    assert kept.count > asked + 32


def test_a_cheap_one_is_asked_after_every_call(tmp_path: Path) -> None:
    bench = Bench(tmp_path, TILL)
    bench.call("Till")
    for _ in range(10):
        bench.call("Till.put", 1, receiver=0)

    assert bench.invariant_checker.of_kind(bench.machine.value_kinds[0]).count == 11


def test_one_that_hangs_is_not_asked_again(tmp_path: Path) -> None:
    bench = Bench(tmp_path, TILL)

    def hang(one: object) -> bool:
        raise StopCall("no answer")

    bench.call("Till")
    kept = bench.invariant_checker.of_kind(bench.machine.value_kinds[0])
    kept.check = hang
    violation = bench.call("Till.put", 1, receiver=0)

    assert violation.blame is Blame.NOBODY and "Till.classinv" in violation.message
    assert "did not answer in time" in bench.invariant_checker.faulty["Till.classinv"]
    assert bench.call("Till.put", -1, receiver=0) is None


def test_what_broke_a_value_is_the_last_call_of_the_subject(tmp_path: Path) -> None:
    bench = Bench(tmp_path, TILL)
    bench.call("Till")
    bench.literal(3)

    assert bench.invariant_checker.last_call(bench.steps).endswith(":Till")
    assert bench.invariant_checker.last_call(bench.steps[1:]) == ""


def test_a_class_that_the_sequence_checks_itself_is_left_to_it(tmp_path: Path) -> None:
    bench = Bench(tmp_path, TILL)
    bench.invariant_checker.checked_by_steps = frozenset({f"{bench.module}:Till"})
    bench.call("Till")

    assert bench.call("Till.put", -1, receiver=0) is None


def test_all_objects_are_looked_at_when_asked_to(tmp_path: Path) -> None:
    bench = Bench(tmp_path, TILL)
    bench.call("Till")
    bench.call("Till.share", receiver=0)
    bench.invariant_checker.looks_at = "all"

    assert bench.call("Till.put", -1, receiver=1) is not None


@pytest.mark.parametrize("what", ["invariants", "promises"])
def test_a_subject_that_promises_nothing_pays_nothing(tmp_path: Path, what: str) -> None:
    bench = Bench(tmp_path, "def f(x: int) -> int:\n    return x\n")

    assert not getattr(bench.subject, what)
    assert bench.invariant_checker is None and bench.machine.after_call is None


@pytest.mark.parametrize(
    ("body", "broken", "message"),
    [
        ("return 0 if self.coins else 1", True, "is 0"),
        ("return None if self.coins else True", True, "is None"),
        ("return Falsy() if self.coins else True", True, "is False"),
        ("return [] if self.coins else ['nothing in it']", False, ""),
        ("assert all(c >= 0 for c in self.coins)", False, ""),
        ("return self.look()", False, ""),
        ("if 7 in self.coins: return False", False, ""),
    ],
)
def test_what_counts_as_no(tmp_path: Path, body: str, broken: bool, message: str) -> None:
    text = (
        TILL.replace("return all(coin >= 0 for coin in self.coins)", body)
        + """
        def look(self) -> None:
            assert all(c >= 0 for c in self.coins)

    class Falsy:
        def __bool__(self) -> bool:
            return False
"""
    )
    bench = Bench(tmp_path, text)
    assert bench.call("Till") is None
    violation = bench.call("Till.put", 1, receiver=0)

    assert (violation is not None) is broken
    if broken:
        assert violation.message == f"classinv() {message}"
        assert violation.assertion == "assert {0}.classinv()"


def test_an_invariant_with_parameters_is_told_of(tmp_path: Path) -> None:
    bench = Bench(tmp_path, TILL.replace("classinv(self)", "classinv(self, coin)"))

    assert "[spec-parameters]" in bench.examiner.specifications.faulty["Till.classinv"]


LOOPING = """
    from refute.execute.machine import StopCall

    class Till:
        def __init__(self) -> None:
            self.coins = 0
        def put(self, coin: int) -> None:
            self.coins = coin
            if coin == 7:
                raise StopCall("no answer", 1.0)
        def put_spec(self, coin: int) -> None:
            self.put(coin)
            if coin == 8:
                raise StopCall("no answer", 1.0)
            assert self.coins == coin
        def look(self, coin: int) -> None:
            self.coins = coin
        def rep_ok(self) -> bool:
            if self.coins == 9:
                raise StopCall("no answer", 1.0)
            return True
"""


@pytest.mark.parametrize(
    ("name", "coin", "faulty"),
    [("put", 7, ""), ("put", 8, "Till.put_spec"), ("look", 9, "Till.rep_ok")],
)
def test_a_specification_that_does_not_end_is_named_and_nobody_is_blamed(
    tmp_path: Path, name: str, coin: int, faulty: str
) -> None:
    bench = Bench(tmp_path, LOOPING)
    bench.call("Till")
    place = bench.literal(coin)
    step = Step(bench.routines[f"Till.{name}"].call((0, 1)), (2, 1))
    outcome = bench.machine.perform(step)
    steps = [*bench.steps, step]
    violation = bench.examiner.explain(steps, outcome, lambda call, kinds: True)

    assert place == 1 and outcome is not RETURNED
    assert violation.blame is Blame.NOBODY
    told = {**bench.examiner.specifications.faulty, **bench.invariant_checker.faulty}
    assert list(told) == ([faulty] if faulty else [])
    assert all("[spec-hangs]" in text for text in told.values())
    assert (violation.rule == "spec-hangs") is bool(faulty)
    execution = Execution(Sequence(tuple(steps)), violation=violation, outcome=outcome)
    examiner = bench.examiner
    hang = hang_in(execution, examiner.specifications, examiner.is_subject)
    assert (hang is None) is bool(faulty)
    if hang is not None:
        assert hang.operation == f"{bench.module}:Till.{name}", "not its specification"
        put = bench.subject.classes[f"{bench.module}:Till"].put
        assert hang.line == put.__code__.co_firstlineno


FIELD = """
    class Lamp:
        level: int = 0
        def __init__(self) -> None:
            self.burnt = False
        def share(self) -> float:
            return 1 / self.level
        def burn(self) -> None:
            self.level = -1
        def invariant(self) -> bool:
            return self.level >= 0
"""


def test_a_value_that_breaks_the_invariant_at_once_was_ours_to_choose(tmp_path: Path) -> None:
    bench = Bench(tmp_path, FIELD)
    bench.call("Lamp")
    assert bench.call("Lamp.level=", 3, receiver=0) is None
    violation = bench.call("Lamp.level=", -3, receiver=0)

    assert (violation.rule, violation.blame) == ("field", Blame.TEST)
    assert bench.machine.values[0].level == 3, "it is as if nothing had been written"


@pytest.mark.parametrize(
    ("said", "raising", "breaking"),
    [
        ("", Severity.ROBUSTNESS, Severity.LIKELY),
        ("fields_spec = ('level',)", Severity.LIKELY, Severity.ERROR),
    ],
)
def test_what_needs_an_attribute_that_we_wrote_counts_less_unless_the_class_says_that_others_may(
    tmp_path: Path, said: str, raising: Severity, breaking: Severity
) -> None:
    bench = Bench(tmp_path, FIELD.replace("level: int = 0", f"level: int = 0\n        {said}"))
    bench.call("Lamp")
    bench.call("Lamp.level=", 0, receiver=0)
    share = bench.call("Lamp.share", receiver=0)
    assert bench.call("Lamp.level", receiver=0) is None
    burn = bench.call("Lamp.burn", receiver=0)

    assert (share.blame, share.severity, burn.severity) == (Blame.CODE, raising, breaking)


@pytest.mark.parametrize(
    ("said", "is_broken", "is_told"),
    [
        ("self.level >= 0", True, False),
        ("1 if self.level >= 0 else 0", True, False),
        ("True if self.level >= 0 else None", True, False),
        ("self._is_good()", True, False),
        ("self.level >= 0 and [1] or []", False, True),
        ("[] if self.level >= 0 else ['below zero']", False, True),
    ],
)
def test_what_is_not_plainly_yes_or_no_is_no_answer(
    tmp_path: Path, said: str, is_broken: bool, is_told: bool
) -> None:
    helper = "\n        def _is_good(self): return self.level >= 0\n"
    bench = Bench(tmp_path, FIELD.replace("return self.level >= 0", f"return {said}") + helper)
    bench.call("Lamp")
    violation = bench.call("Lamp.burn", receiver=0)

    assert (violation is not None) == is_broken
    assert (
        any("[no-answer]" in told for told in bench.examiner.invariant_checker.faulty.values())
        == is_told
    )


CHANGES = """
    class Till:
        def __init__(self) -> None:
            self.coins, self.asked, self.aux_asked = 0, 0, 0
        def put(self, coin: int) -> None:
            self.coins += coin
        def put_spec(self, coin: int) -> None:
            assert coin > -9, "PRE"
            before = self.coins
            self.put(coin)
            self.asked += 1
            assert self.coins == before + coin, "POST"
"""


@pytest.mark.parametrize(("attribute", "is_told"), [("asked", True), ("aux_asked", False)])
def test_a_specification_of_a_method_that_changes_the_object_is_told(
    tmp_path: Path, attribute: str, is_told: bool
) -> None:
    bench = Bench(tmp_path, CHANGES.replace("self.asked += 1", f"self.{attribute} += 1"))
    bench.call("Till")
    assert bench.call("Till.put", 1, receiver=0) is None

    told = list(bench.examiner.specifications.faulty.values())
    assert len(told) == is_told
    assert all("Till.put_spec changes the object itself (asked)" in one and "[spec-changes]" in one for one in told)  # fmt: skip


def test_what_a_class_method_makes_is_a_new_object(tmp_path: Path) -> None:
    bench = Bench(
        tmp_path,
        """
        class Till:
            def __init__(self) -> None:
                self.coins = 0
            @classmethod
            def owing(cls) -> "Till":
                made = cls()
                made.coins = -1
                return made
            def rep_ok(self) -> bool:
                return self.coins >= 0
        """,
    )
    violation = bench.call("Till.owing")

    assert violation is not None
    assert violation.reason == "Till.rep_ok() does not hold on the new object"
    assert violation.line == 5


def test_one_object_is_looked_at_when_asked_to(tmp_path: Path) -> None:
    bench = Bench(tmp_path, TILL)
    bench.call("Till")
    place = bench.literal(3)
    till = bench.machine.values[0]
    assert (
        bench.invariant_checker.looked_at(place) is None
        and bench.invariant_checker.looked_at(0) is None
    )
    till.coins.append(-1)

    assert bench.invariant_checker.looked_at(0) is not None
    bench.invariant_checker.of_kind(bench.machine.value_kinds[0]).mask = bench.machine.calls
    assert bench.invariant_checker.looked_at(0) is None, "it is dear, and not asked this time"


RING = """
    asked = []

    class Node:
        def __init__(self) -> None:
            self.next = None
            self.count = 0
        def link(self) -> None:
            self.next = self
        def unlink(self) -> None:
            self.next = None
            self.count = -1
        def same(self) -> "Node":
            return self
        def classinv(self) -> bool:
            asked.append(self)
            return self.count >= 0 and (self.next is None or self.next.classinv())
"""


def test_an_object_that_holds_itself_is_asked_again_only_after_some_calls(tmp_path: Path) -> None:
    bench = Bench(tmp_path, RING)
    bench.call("Node")
    bench.call("Node.link", receiver=0)
    asked = bench.invariant_checker.subject.classes[f"{bench.module}:Node"].classinv.__globals__[
        "asked"
    ]
    asked.clear()
    bench.call("Node.same", receiver=0)
    assert asked == []  # following the ring once was enough
    for _ in range(10):
        bench.call("Node.same", receiver=0)

    assert asked
    bench.begin()
    bench.call("Node")
    asked.clear()
    assert bench.call("Node.same", receiver=0) is None and asked  # another sequence, another object


def test_an_object_that_no_longer_holds_itself_is_blamed_when_a_sequence_is_run_again(
    tmp_path: Path,
) -> None:
    bench = Bench(tmp_path, RING)
    bench.call("Node")
    bench.call("Node.link", receiver=0)
    bench.call("Node.unlink", receiver=0)

    assert bench.examine(bench.sequence()).operation.endswith("Node.unlink")


def test_one_object_is_asked_once_where_all_are(tmp_path: Path) -> None:
    bench = Bench(tmp_path, RING)
    bench.call("Node")
    for _ in range(3):
        bench.call("Node.same", receiver=0)
    asked = bench.invariant_checker.subject.classes[f"{bench.module}:Node"].classinv.__globals__[
        "asked"
    ]
    bench.invariant_checker.looks_at = "all"
    asked.clear()
    bench.call("Node.same", receiver=0)

    assert len(asked) == 1


BOX = """
    class Box:
        def __init__(self, items: list[int]) -> None:
            self._items = items
        def lend(self) -> list[int]:
            return self._items
        def classinv(self) -> bool:
            return self._items == sorted(self._items)

    def turn(items: list[int]) -> None:
        items.reverse()

    def turn_all(lists: list[list[int]]) -> None:
        for items in lists:
            items.reverse()
"""


def given(bench: Bench, *steps: tuple[str, tuple[int, ...]]) -> Violation | None:
    """Write [0, 1], make calls on values by their position, and return what is wrong with the sequence."""
    position = bench.literal([0, 1])
    made = [position]
    for name, sources in steps:
        here = len(bench.steps)
        step = Step(
            Display("list", (ANY,), TypeForm("list"))
            if name == "[]"
            else bench.routines[name].call((0,)),
            tuple(here - made[one] for one in sources),
        )
        bench._do(step)
        made.append(here)
    return bench.examine(bench.sequence())


@pytest.mark.parametrize(
    ("steps", "blame"),
    [
        ([("Box", (0,)), ("turn", (0,))], Blame.TEST),
        ([("Box", (0,)), ("[]", (0,)), ("turn_all", (2,))], Blame.TEST),
        ([("Box", (0,)), ("Box.lend", (1,)), ("turn", (2,))], Blame.CODE),
    ],
)
def test_who_gives_away_what_an_object_holds_is_to_blame(
    tmp_path: Path, steps: list[tuple[str, tuple[int, ...]]], blame: Blame
) -> None:
    violation = given(Bench(tmp_path, BOX), *steps)

    assert violation is not None and violation.blame is blame
    assert (violation.rule == "given-away") is (blame is Blame.TEST)
