"""Promises about every state: temporal properties, automata, application models; checks become steps of the sequence."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from bench import Bench

from refute.model.sequence import Call, Sequence
from refute.model.verdict import Blame
from refute.render.source import source

DOOR = """
    class Door:
        def __init__(self) -> None:
            self.locked = False
            self.key = False
        def lock(self) -> None:
            self.locked = True
        def slam(self) -> None:
            self.locked = False
        def look(self) -> bool:
            return self.locked
"""
TEMPORAL = (
    DOOR
    + """
        def temporal_spec(self):
            from refute.temporal import unless
            return unless(lambda d: d.locked, lambda d: d.key)
"""
)
AUTOMATON = (
    DOOR
    + """
        aux_locked = False
        def classinv(self) -> bool:
            kept = not self.aux_locked or self.locked
            self.aux_locked = self.locked
            return kept
"""
)


def walked(folder: Path, text: str, *names: str) -> tuple[Bench, list[object]]:
    bench = Bench(folder, text)
    bench.call("Door")
    return bench, [bench.call(f"Door.{name}", receiver=0) for name in names]


def test_a_temporal_property_is_followed_step_by_step(tmp_path: Path) -> None:
    _, (first, second, violation) = walked(tmp_path, TEMPORAL, "lock", "look", "slam")

    assert (first, second) == (None, None)
    assert violation.rule == "temporal" and violation.blame is Blame.CODE
    assert violation.operation.endswith("Door.slam")
    assert violation.message == "d.locked unless d.key"


def test_its_sequence_gets_the_checks_that_show_it(tmp_path: Path) -> None:
    bench = Bench(tmp_path, TEMPORAL)
    for name in ("Door", "Door.lock"):
        bench.call(name, **({} if name == "Door" else {"receiver": 0}))
    whole = bench.sequence().extend(bench.routines["Door.slam"].call((0,)), [0])
    violation = bench.examine(whole)
    checked = bench.over_time.with_checks(whole, violation)
    again = bench.examine(checked, violation.signature)

    assert again.signature == violation.signature
    assert bench.examine(whole, violation.signature) is None, "without checks no test would fail"
    text = source(checked, again)
    assert "watch.check()" in text
    with pytest.raises(AssertionError, match="locked unless"):
        exec(text, {})


def test_an_automaton_in_the_invariant_is_noticed_and_asked_after_every_step(
    tmp_path: Path,
) -> None:
    bench, _ = walked(tmp_path, AUTOMATON, "look")
    assert bench.invariant_checker.stateful == {f"{bench.module}:Door"}
    bench.begin()
    bench.call("Door")
    bench.call("Door.lock", receiver=0)
    whole = bench.sequence().extend(bench.routines["Door.slam"].call((0,)), [0])
    violation = bench.call("Door.slam", receiver=0)

    assert violation.rule == "invariant" and violation.message == "classinv() is False"
    checked = bench.over_time.with_checks(whole, violation)
    again = bench.examine(checked, violation.signature)
    assert again.signature == violation.signature
    with pytest.raises(AssertionError):
        exec(source(checked, again), {})


def test_an_automaton_that_asserts_is_asked_by_a_plain_call(tmp_path: Path) -> None:
    text = AUTOMATON.replace("return kept", "assert kept, 'open'")
    bench, _ = walked(tmp_path, text, "look")
    bench.begin()
    bench.call("Door")
    bench.call("Door.lock", receiver=0)
    whole = bench.sequence().extend(bench.routines["Door.slam"].call((0,)), [0])
    violation = bench.call("Door.slam", receiver=0)
    checked = bench.over_time.with_checks(whole, violation)

    assert violation.message == "classinv() raises AssertionError: open"
    assert {op.how for op, _ in checked.steps if isinstance(op, Call)} == {
        "new",
        "method",
        "checker",
    }
    assert bench.examine(checked, violation.signature).signature == violation.signature


def test_an_automaton_of_its_own_stands_for_an_invariant(tmp_path: Path) -> None:
    bench, _ = walked(tmp_path, AUTOMATON.replace("classinv", "temporal_spec"), "look")
    bench.begin()
    bench.call("Door")
    bench.call("Door.lock", receiver=0)

    assert bench.call("Door.slam", receiver=0).message == "temporal_spec() is False"


def test_where_an_invariant_calls_the_automaton_it_is_left_to_it(tmp_path: Path) -> None:
    text = AUTOMATON.replace("classinv", "temporal_spec") + (
        "\n        def classinv(self):\n            return self.temporal_spec()\n"
    )
    bench, _ = walked(tmp_path, text, "look")

    kept = bench.invariant_checker.of_kind(bench.machine.value_kinds[0])
    assert kept.invariant == "classinv" and not kept.temporal


@pytest.mark.parametrize(
    "wrong", ["return unless(lambda d: d.lokced, lambda d: d.key)", "raise OSError('no')"]
)
def test_a_temporal_spec_that_raises_is_named_and_not_used(tmp_path: Path, wrong: str) -> None:
    text = TEMPORAL.replace("return unless(lambda d: d.locked, lambda d: d.key)", wrong)
    bench, violations = walked(tmp_path, text, "lock", "slam")

    assert violations == [None, None]
    assert "Door.temporal_spec raises" in bench.invariant_checker.faulty["Door.temporal_spec"]


def test_a_temporal_spec_may_raise_late(tmp_path: Path) -> None:
    text = TEMPORAL.replace("lambda d: d.locked,", "lambda d: 1 / (not d.locked),")
    bench, violations = walked(tmp_path, text, "lock", "slam")

    assert violations == [None, None]
    assert "ZeroDivisionError" in bench.invariant_checker.faulty["Door.temporal_spec"]


def test_an_automaton_that_raises_late_is_named(tmp_path: Path) -> None:
    text = AUTOMATON.replace("return kept", "return kept / (not self.locked)")
    bench, _ = walked(tmp_path, text, "look")
    bench.begin()
    bench.call("Door")

    assert bench.call("Door.lock", receiver=0) is None
    assert "ZeroDivisionError" in bench.invariant_checker.faulty["Door.classinv"]


def test_a_new_object_can_break_a_promise(tmp_path: Path) -> None:
    text = TEMPORAL.replace(
        "unless(lambda d: d.locked, lambda d: d.key)", "always(lambda d: d.key)"
    )
    text = text.replace("import unless", "import always")
    bench = Bench(tmp_path, text)

    violation = bench.call("Door")
    assert violation.message == "always d.key" and violation.operation.endswith(":Door")


def test_the_same_object_is_followed_once(tmp_path: Path) -> None:
    text = TEMPORAL + "\n        def me(self):\n            return self\n"
    bench, _ = walked(tmp_path, text, "me", "lock")

    assert len(bench.over_time._tracked) == 1


# ---- application models -----------------------------------------------------------------------------------------

MODEL = """
    class Till:
        def __init__(self) -> None:
            self.aux_laststep = ""
            self.opened = 0
        def open(self) -> None:
            pass
        def take(self) -> int:
            return 1 // self.opened
        def appmodel(self):
            self.opened += self.aux_laststep == "open"
            return self.aux_laststep != "take" or self.opened > 0
"""


def test_a_walk_that_is_not_meant_is_nobodys_fault_but_ours(tmp_path: Path) -> None:
    bench = Bench(tmp_path, MODEL)
    bench.call("Till")

    # It raises, but before it was opened nothing counts.
    violation = bench.call("Till.take", receiver=0)
    assert violation.rule == "appmodel" and violation.blame is Blame.TEST


def test_a_step_that_returned_can_be_one_too_many(tmp_path: Path) -> None:
    bench = Bench(tmp_path, MODEL.replace("1 // self.opened", "self.opened"))
    bench.call("Till")
    violation = bench.call("Till.take", receiver=0)

    assert violation.rule == "appmodel"
    assert len(bench.machine.values) == 1, "the call is taken back"


def test_a_walk_that_is_meant_goes_on(tmp_path: Path) -> None:
    bench = Bench(tmp_path, MODEL)
    bench.call("Till")

    assert bench.call("Till.open", receiver=0) is None
    assert bench.call("Till.take", receiver=0) is None


def test_a_model_with_a_parameter_is_told_the_last_step(tmp_path: Path) -> None:
    text = MODEL.replace("self, x", "self").replace(
        "def appmodel(self)", "def appmodel(self, last)"
    )
    bench = Bench(tmp_path, text.replace("self.aux_laststep ==", "last ==").replace("self.aux_laststep !=", "last !="))  # fmt: skip
    bench.call("Till")

    assert bench.call("Till.take", receiver=0).rule == "appmodel"


def test_a_model_may_read_nothing_but_the_object(tmp_path: Path) -> None:
    text = """
    class Till:
        def take(self) -> int:
            return 1
        def appmodel(self):
            return False
    """
    bench = Bench(tmp_path, text)
    for _ in range(60):
        bench.begin()
        bench.call("Till")
        bench.call("Till.take", receiver=0)

    assert "has never said True" in bench.invariant_checker.faulty["Till.appmodel"]


def test_a_model_that_raises_is_named_and_not_used(tmp_path: Path) -> None:
    bench = Bench(tmp_path, MODEL.replace("return self.aux_laststep", "return self.oops"))
    bench.call("Till")

    assert bench.call("Till.open", receiver=0) is None
    assert "AttributeError" in bench.invariant_checker.faulty["Till.appmodel"]


def test_what_hangs_is_not_asked_again(tmp_path: Path) -> None:
    bench = Bench(tmp_path, TEMPORAL)
    bench.call("Door")
    kept = bench.invariant_checker.of_kind(bench.machine.value_kinds[0])
    bench.invariant_checker.asking = (kept, "temporal_spec")

    assert bench.invariant_checker.give_up() == "Door.temporal_spec"
    assert (
        "did not answer" in bench.invariant_checker.faulty["Door.temporal_spec"]
        and not kept.temporal
    )
    assert bench.invariant_checker.give_up() == ""


def test_a_violation_that_shows_by_itself_needs_no_checks(tmp_path: Path) -> None:
    bench = Bench(
        tmp_path, TEMPORAL + "\n        def rep_ok(self):\n            return not self.locked\n"
    )
    bench.call("Door")
    whole = bench.sequence().extend(bench.routines["Door.lock"].call((0,)), [0])
    violation = bench.examine(whole)
    assert violation.rule == "invariant"

    # The class is followed for its temporal property, so the invariant is asked along the way too.
    assert len(bench.over_time.with_checks(whole, violation)) > len(whole)
    assert bench.over_time.with_checks(whole, replace(violation, subjects=())) is whole
    assert bench.over_time.with_checks(whole, replace(violation, rule="raises")) is whole


def test_an_automaton_is_not_asked_where_invariants_are_not(tmp_path: Path) -> None:
    bench, _ = walked(tmp_path, AUTOMATON, "look")
    bench.begin()
    bench.invariant_checker.looks_at = "none"
    bench.call("Door")
    bench.call("Door.lock", receiver=0)

    assert bench.call("Door.slam", receiver=0) is None


def test_what_is_no_check_is_explained_by_others(tmp_path: Path) -> None:
    bench = Bench(tmp_path, TEMPORAL)
    bench.call("Door")

    assert bench.over_time.explain(bench.steps, ValueError()) is None


@pytest.mark.parametrize("said", ["5", "[]", "'always'", "object()"])
def test_a_temporal_spec_that_returns_something_else_is_named(tmp_path: Path, said: str) -> None:
    text = DOOR + f"\n        def temporal_spec(self):\n            return {said}\n"
    bench, walk = walked(tmp_path, text, "lock", "slam")

    assert walk == [None, None]
    assert "[temporal-properties]" in bench.invariant_checker.faulty["Door.temporal_spec"]


def test_checks_that_are_too_few_show_nothing(tmp_path: Path) -> None:
    text = TEMPORAL + "\n        def give(self) -> None:\n            self.key = True\n"
    text += "        def take(self) -> None:\n            self.key = False\n"
    bench = Bench(tmp_path, text)
    calls = [bench.routines[f"Door.{name}"].call((0,)) for name in ("lock", "give", "slam", "take")]
    whole = Sequence().extend(bench.routines["Door"].call(()))
    for call in calls:
        whole = whole.extend(call, [0])
    violation = bench.over_time._violation(0, bench_kept(bench), bench_property(bench))
    checked = bench.over_time.with_checks(whole, violation)
    # Locked, and open in the end: but in between it had its key.
    few = checked.without(5, 7)

    assert bench.examine(whole) is None
    assert few is not None and bench.examine(few) is None


def bench_kept(bench: Bench):
    bench.begin()
    bench.call("Door")
    return bench.invariant_checker.of_kind(bench.machine.value_kinds[0])


def bench_property(bench: Bench):
    return bench.machine.values[0].temporal_spec()


def test_a_model_that_returns_nothing_is_named(tmp_path: Path) -> None:
    text = DOOR + "        def appmodel(self, last: str):\n            self.key\n"
    bench = Bench(tmp_path, text)
    bench.call("Door")

    assert bench.call("Door.lock", receiver=0) is None
    assert bench.invariant_checker.faulty["Door.appmodel"].endswith(
        "Return True or False.  [no-answer]"
    )


LATE = """
    class Bell:
        def __init__(self) -> None:
            self.rung = 0
            self.n = 0
        def ring(self) -> None:
            self.rung += 1
        def wait(self) -> None:
            self.n += 1
        def temporal_spec(self):
            from refute.temporal import leads_to
            return leads_to(lambda b: b.rung, lambda b: b.rung > 9, within=2)
"""


@pytest.mark.parametrize("last", ["ring", "wait"])
def test_who_makes_the_last_call_is_not_to_blame_for_what_never_came(
    tmp_path: Path, last: str
) -> None:
    bench = Bench(tmp_path, LATE)
    bench.call("Bell")
    bench.call("Bell.ring", receiver=0)
    bench.call("Bell.wait", receiver=0)
    violation = bench.call(f"Bell.{last}", receiver=0)
    name = f"{bench.module}:Bell"

    assert violation is not None
    text = "b.rung leads to b.rung > 9 within 2"
    assert violation.signature == ("temporal", name, text, name)
    assert (violation.operation, violation.line) == (name, 10)
    assert violation.reason.endswith("promises it, after at most 2 changes")


def test_a_promise_that_was_not_kept_is_one_for_all_that_inherit_it(tmp_path: Path) -> None:
    bench = Bench(tmp_path, LATE + "    class Gong(Bell): ...\n")
    bench.call("Gong")
    bench.call("Gong.ring", receiver=0)
    bench.call("Gong.wait", receiver=0)
    violation = bench.call("Gong.wait", receiver=0)
    home = f"{bench.module}:Bell"

    assert violation is not None
    text = "b.rung leads to b.rung > 9 within 2"
    assert violation.signature == ("temporal", home, text, home)


CYCLE = """
    class Light:
        def __init__(self) -> None:
            self.colour = 0
            self.ticks = 0
        def tick(self) -> None:
            self.ticks += 1
            self.colour = 0 if self.ticks == 5 else (self.colour + 1) % 3
        def temporal_spec(self):
            from refute.temporal import unless
            return unless(lambda d: d.colour == 1, lambda d: d.colour == 2)
"""


@pytest.mark.parametrize(("left_out", "shows"), [((), True), ((5,), False), ((5, 7), True)])
def test_a_check_that_complains_too_early_shows_nothing(
    tmp_path: Path, left_out: tuple[int, ...], shows: bool
) -> None:
    bench = Bench(tmp_path, CYCLE)
    bench.call("Light")
    for _ in range(4):
        assert bench.call("Light.tick", receiver=0) is None
    tick = bench.routines["Light.tick"].call((0,))
    whole = bench.sequence().extend(tick, [0])
    bench.begin()
    bench.call("Light")
    for _ in range(4):
        bench.call("Light.tick", receiver=0)
    violation = bench.call("Light.tick", receiver=0)
    assert violation is not None
    sequence = bench.over_time.with_checks(whole, violation)
    less = sequence.without(*left_out) if left_out else sequence

    assert less is not None and len(less) == len(sequence) - len(left_out)
    assert (bench.examine(less, violation.signature) is not None) is shows
