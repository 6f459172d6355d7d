"""Choosing what to call and what to pass, without looking at a value."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from refute.generate.feedback import Feedback
from refute.generate.knowledge import _MOST_ACCEPTED, _MOST_MADE, Knowledge, KnownRoutine, Slot
from refute.generate.presets import Presets
from refute.model.execution import RETURNED, Outcome
from refute.model.sequence import Call, Display, Step
from refute.model.subject import Input, Routine, Subject
from refute.model.typeform import ANY, INT, NONE, OTHER, STR, TypeForm
from refute.model.verdict import Blame, Violation

STACK = TypeForm("shop:Stack")
NEW = Routine("shop:Stack", "new", (), STACK, owner="shop:Stack")
PUSH = Routine(
    "shop:Stack.push",
    "method",
    (Input("self", STACK, annotated=True), Input("n", INT, annotated=True)),
    NONE,
)
SLOW = Routine("shop:slow", "function", (), NONE)
SUM = Routine(
    "shop:total", "function", (Input("xs", TypeForm("list", (INT,)), annotated=True),), INT
)
LOST = Routine(
    "shop:lost", "function", (Input("x", TypeForm("shop:Nowhere"), annotated=True),), INT
)


FAULT = Violation("raises", 0, Blame.CODE, "", "shop:f", ("raises",))


def forgiving(steps: list[Step], outcome: Outcome) -> None:
    return None


def blaming(steps: list[Step], outcome: Outcome) -> Violation:
    return FAULT


class Pretence:
    """A machine that only pretends: every call returns what it says; those in `hangs` or `refuses` do not."""

    def __init__(self, forms: list[TypeForm], hangs: str = "", refuses: str = "") -> None:
        self.forms = forms
        self.value_kinds: list[int] = []
        self.is_large = False
        self.taken_back: list[tuple[int, Step]] = []
        self.hangs, self.refuses = hangs, refuses
        self.called: Counter[str] = Counter()

    def start(self) -> None:
        self.value_kinds = []

    def perform(self, step: Step) -> Outcome:
        operation = step.operation
        assert all(1 <= back <= len(self.value_kinds) for back in step.arguments)
        if isinstance(operation, Call):
            self.called[operation.target] += 1
            if operation.target == self.hangs:
                return Outcome(KeyboardInterrupt())
            if operation.target == self.refuses:
                return Outcome(TypeError())
        form = operation.output if isinstance(operation, Call | Display) else operation.type
        if form not in self.forms:
            self.forms.append(form)
        self.value_kinds.append(self.forms.index(form))
        return RETURNED

    def take_back(self, step: Step) -> None: ...


def generator(
    *routines: Routine, seed: int = 0, length: int = 20, **more
) -> tuple[Feedback, list[TypeForm]]:
    subject = Subject(("shop",), routines, {})
    forms: list[TypeForm] = [NONE]
    random = Random(seed)
    knowledge = Knowledge(subject, Presets(subject), forms, lambda a, b: a == b, random.random)
    return Feedback(knowledge, random, length=length, **more), forms


def test_every_operation_that_can_be_called_is_called_soon():
    feedback, forms = generator(NEW, PUSH, SUM, SLOW)
    live = Pretence(forms)
    for _ in range(10):
        assert feedback.grow(live, blaming).violation is None

    assert live.called.keys() == {"shop:Stack", "shop:Stack.push", "shop:total", "shop:slow"}


def test_what_no_one_supplies_is_remembered():
    feedback, forms = generator(NEW, LOST)
    live = Pretence(forms)
    for _ in range(10):
        feedback.grow(live, blaming)
    (known,) = [one for one in feedback.knowledge.routines if one.routine is LOST]

    assert known.calls == 0
    assert known.missing == TypeForm("shop:Nowhere")


def test_a_receiver_that_is_missing_is_made():
    feedback, forms = generator(PUSH, NEW)
    live = Pretence(forms)
    steps = feedback.grow(live, blaming).sequence.steps
    targets = [s.operation.target for s in steps if isinstance(s.operation, Call)]

    assert targets[:2] == ["shop:Stack", "shop:Stack.push"]


def test_what_hangs_rests():
    feedback, forms = generator(NEW, PUSH, SLOW)
    live = Pretence(forms, hangs="shop:slow")
    for _ in range(300):
        feedback.grow(live, blaming)
    (known,) = [one for one in feedback.knowledge.routines if one.routine is SLOW]

    assert live.called["shop:slow"] == known.stopped == 1
    assert live.called["shop:Stack.push"] > 100


def test_a_call_that_was_our_fault_is_taken_back():
    feedback, forms = generator(NEW, PUSH)
    live = Pretence(forms, refuses="shop:Stack.push")
    for _ in range(20):
        execution = feedback.grow(live, forgiving)

        assert execution.violation is None
        called = {getattr(step.operation, "target", "") for step in execution.sequence.steps}
        assert "shop:Stack.push" not in called


def test_a_call_that_fails_ends_the_sequence_with_it():
    feedback, forms = generator(NEW, PUSH)
    live = Pretence(forms, refuses="shop:Stack.push")
    ended = [one for _ in range(20) if (one := feedback.grow(live, blaming)).violation is FAULT]

    assert ended
    assert all(one.sequence.steps[-1].operation.target == "shop:Stack.push" for one in ended)


def test_sequences_are_as_long_as_asked_for():
    feedback, forms = generator(NEW, PUSH, length=5, repeat=0.0)
    live = Pretence(forms)
    for _ in range(100):
        steps = feedback.grow(live, blaming).sequence.steps

        assert sum(s.operation == NEW.call(()) for s in steps) <= 10


def test_operations_are_repeated_with_the_probability_asked_for():
    often, forms = generator(NEW, PUSH, repeat=1.0, most_repeats=50, length=100)
    live = Pretence(forms)
    longest = 0
    for _ in range(50):
        steps = often.grow(live, blaming).sequence.steps
        pushed = [s.operation for s in steps if isinstance(s.operation, Call)]
        longest = max(longest, sum(call.target == "shop:Stack.push" for call in pushed))

    assert longest > 10


# ---- routines and slots ----------------------------------------------------------------------------------------------


def presets() -> Presets:
    return Presets(Subject(("shop",), (), {}))


@pytest.mark.parametrize(
    ("good", "bad", "draw", "welcome"),
    [
        (0, 0, 0.5, True),
        (0, 2, 0.5, True),
        (0, 3, 0.5, False),
        (0, 3, 0.01, True),
        (5, 9, 0.5, True),
    ],
)
def test_types_that_always_raise_are_tried_less(good, bad, draw, welcome):
    slot = Slot(Input("x", ANY), presets())
    slot.good, slot.bad = {1: good}, {1: bad}

    assert slot.welcomes(1, draw) is welcome


def test_a_default_says_what_is_meant_to_be_passed():
    slot = Slot(Input("size", ANY, required=False, default="10"), presets())

    assert slot.default == "int"
    assert {step.operation.type for step in slot.presets} == {INT}


def test_what_cannot_be_passed_by_keyword_needs_what_is_before_it():
    inputs = (Input("a", INT, required=False), Input("b", INT, required=False, nameless=True))
    known = KnownRoutine(Routine("shop:f", "function", inputs, NONE), presets(), True)

    assert known.without_gaps([0, 1]) == [0, 1]
    assert known.without_gaps([1]) == []
    assert known.without_gaps([]) == []


def test_a_way_makes_each_call_once():
    known = KnownRoutine(PUSH, presets(), True)

    assert known.call((0, 1)) is known.call((0, 1))
    assert known.call((0, 1)) == PUSH.call((0, 1))


def test_what_was_accepted_must_be_like_the_default():
    inputs = (Input("a", ANY), Input("size", ANY, required=False, default="10"))
    known = KnownRoutine(Routine("shop:f", "function", inputs, NONE), presets(), True)
    forms = [INT, STR]
    known.accepted = {(0, 0), (0, 1), (1,)}

    assert known.has_accepted(known.call((0, 1)), (0, 0), forms)
    assert not known.has_accepted(known.call((0, 1)), (0, 1), forms)
    assert not known.has_accepted(known.call((0, 1)), (1, 1), forms)
    assert known.has_accepted(known.call((0,)), (1,), forms)


def test_of_a_million_ways_to_call_few_are_kept():
    inputs = tuple(Input(f"x{n}", INT, required=False) for n in range(20))
    known = KnownRoutine(Routine("shop:f", "function", inputs, NONE), presets(), True)
    for number in range(2000):
        chosen = tuple(n for n in range(20) if number >> n & 1)
        assert known.call(chosen) == known.routine.call(chosen)

    assert len(known._made) <= _MOST_MADE


def test_so_much_is_learned_of_what_is_accepted_and_nothing_of_what_cannot_be_told_apart():
    known = KnownRoutine(Routine("shop:f", "function", (Input("a", ANY),), NONE), presets(), True)
    forms = [OTHER, *[INT] * (2 * _MOST_ACCEPTED)]
    for kind in range(len(forms)):
        known.accept((kind,))

    assert len(known.accepted) == _MOST_ACCEPTED
    assert known.has_accepted(known.call((0,)), (1,), forms)
    assert not known.has_accepted(known.call((0,)), (0,), forms)
    assert not known.has_accepted(known.call((0,)), (len(forms) - 1,), forms)
