"""Choosing what to call and what to pass, without looking at a value."""

from __future__ import annotations

from collections import Counter
from random import Random

from refute.generate.feedback import Feedback
from refute.generate.knowledge import Knowledge
from refute.generate.presets import Presets
from refute.model.execution import RETURNED, Outcome
from refute.model.sequence import Call, Display, Step
from refute.model.subject import Input, Routine, Subject
from refute.model.typeform import INT, NONE, TypeForm
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
        self.depth = 0
        self.is_large = False
        self.taken_back: list[tuple[int, Step]] = []
        self.hangs, self.refuses = hangs, refuses
        self.called: Counter[str] = Counter()

    def is_made(self, position: int) -> bool:
        return True

    def start(self) -> None:
        self.value_kinds = []

    def let_grow(self, grower: object) -> None:
        """No function is ever called here."""

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
