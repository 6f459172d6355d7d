"""Every message comes back from its line; what is no message is refused with a reason."""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import json
import math
import typing

import pytest

from refute.model import messages, wire
from refute.model.execution import Frame, Raised, Returned, Stopped
from refute.model.finding import Finding
from refute.model.messages import (
    Answer,
    AnyQuestion,
    CallCounts,
    CameBack,
    CannotRun,
    Counts,
    Died,
    Examine,
    Examined,
    Explain,
    Explanation,
    Finished,
    ForSuite,
    Found,
    Importing,
    Job,
    Learned,
    LearnFrom,
    NotImported,
    Opened,
    Printed,
    RanTests,
    Ready,
    Recordings,
    RecordSteps,
    RecordTests,
    Repeat,
    Repeated,
    RunTests,
    RunToEnd,
    SearchOrders,
    SoFar,
    StepsDone,
    Stumbled,
    Tell,
    TimedOut,
    Told,
    ToSave,
    Trouble,
    Walks,
    WorkEnded,
    WorkTold,
)
from refute.model.options import Options
from refute.model.recording import Observation, RecordedRaise, RecordedTest
from refute.model.sequence import Call, Literal, Sequence, Step
from refute.model.story import CalledBack, Did, Explained, Node, Story, Telling
from refute.model.subject import Located
from refute.model.typeform import INT, TypeForm
from refute.model.verdict import Blame, Severity, Violation
from refute.model.wire import Malformed

CALLED = Sequence((Step(Literal("1", INT), ()), Step(Call("shop:add", (INT,), INT), (1,))))
BROKEN = Violation(
    "raises",
    1,
    Blame.CODE,
    "raises KeyError",
    "shop:add",
    ("raises", "KeyError"),
    Severity.LIKELY,
    line=3,
    subjects=(0, 1),
)
FINDING = Finding(BROKEN, CALLED, CALLED, 7, "graph", seen=2, seconds_to_find=0.25)
COUNTS = Counts(
    sequences=3,
    calls=9,
    chance=0.5,
    branches=None,
    seen={FINDING.id: 2},
    verdicts={"pass": 2},
    operations={"shop:add": CallCounts(2, 1, 1, 0, {"KeyError": 1})},
    unreached={"shop:pay": "nothing makes one"},
    unaccepted={"shop:add": "price"},
    definitions={},
    skipped={},
    structures={"shop:Cart": {"objects": 3, "refused": False, "note": ""}},
    faulty={},
    refused={"files": 1},
    refusals={"files": "open"},
)
STORY = Story(
    (
        Telling(Returned(TypeForm("int"), "1"), "1"),
        Telling(
            Returned(TypeForm("int"), "1"),
            "1",
            {},
            (CalledBack((0, 0, 1), 1, Returned(TypeForm("int"), "1")),),
        ),
        Telling(Raised("KeyError", "1"), 0, {0: Node("Cart", "object", (("n", 1), ("m", "2")), 2)}),
        Telling(Stopped("no answer"), ""),
    ),
    (Frame("shop.py", 3, "add"),),
    "KeyError",
)
TEST = RecordedTest(CALLED, (Observation(1, "{0}", "1"),), RecordedRaise(1, "KeyError"))
EVERY_QUESTION = {
    Examine(CALLED, ("raises", "KeyError"), is_guess=True): (
        Examined(None),
        Examined(BROKEN),
        CannotRun("shop:add does not exist"),
    ),
    Examine(CALLED): (Died("SIGSEGV"), TimedOut(hangs=True)),
    RunToEnd(CALLED, seconds=2.0): (CameBack(),),
    Repeat((CALLED, CALLED), ("raises",)): (Repeated(3), Repeated(None)),
    Tell(CALLED): (STORY, CannotRun("gone")),
    RecordSteps((CALLED,), elsewhere=True): (
        StepsDone((("shop:add is gone"), (Did(Returned(TypeForm("int"), "1"), "", "1"),))),
    ),
    RecordTests((CALLED,), 1, True, (("KeyError", "shop.py", 3),)): (
        Recordings(((TEST, ()), (None, ("the clock",)))),
    ),
}
UNHASHABLE_QUESTIONS = (
    (
        Explain(CALLED, Frame("shop.py", 3, "add"), "", {"cart": 0}),
        (Explanation((Explained("shop.py:3", "n > 0", (("n", "0"),), raises=True),)),),
    ),
    (Explain(CALLED, None, "assert cart", {}), (Explanation(()),)),
    (
        RunTests({"test_a.py": "def test(): pass"}, "forward", 0),
        (RanTests({"test_a.py::test": None, "b": ("E", "x")}), NotImported("SyntaxError")),
    ),
    (
        LearnFrom(("tests",), 5.0, True),
        (
            Learned((Sequence(),), 2, 1, 7, {"it raised": 2}, ("a.py:1:0→1",)),
            Learned(trouble="none"),
        ),
    ),
)
QUESTIONS = (*EVERY_QUESTION.items(), *UNHASHABLE_QUESTIONS)
TOLD = (
    Opened("/etc/hostname"),
    Importing("shop"),
    Ready(("shop:make",), "landlock"),
    Found(FINDING, provisional=True),
    SoFar(COUNTS),
    Finished(COUNTS, exhausted=True, used_up=False),
    ForSuite(("a",), ((CALLED, (0,), ((0, "{0}"),)), (CALLED, (), ())), {"shop:f": ("size",)}),
    Walks({"shop:add": CALLED}),
    Trouble("cannot import", "import", nothing_to_test=True),
    Stumbled("Traceback"),
    Answer({"is": "Died", "how": "SIGABRT"}),
)
WORK_TOLD = (
    Ready(),
    Printed("ä\n", is_error=False),
    ToSave("a.json", "{}"),
    WorkEnded(2),
    *TOLD[-3:-1],
)
JOBS = (
    Job((Located(("/a",), ("shop",), "Cart"),), Options(), "/tmp/x"),
    Job(
        (),
        Options(
            allow=frozenset({"network", "files"}),
            presets=(("int", ("1", "2")),),
            class_bounds=(("shop:Cart", "n=3"),),
            sequences=3,
        ),
        "/tmp/x",
        SearchOrders(12.5, ("shop:die",), ("shop:hang",)),
    ),
)


@pytest.mark.parametrize("message", TOLD, ids=lambda one: type(one).__name__)
def test_what_a_worker_tells_comes_back(message):
    assert wire.from_line(Told, wire.to_line(message)) == message


@pytest.mark.parametrize("message", WORK_TOLD, ids=lambda one: type(one).__name__)
def test_what_a_fork_tells_comes_back(message):
    assert wire.from_line(WorkTold, wire.to_line(message)) == message


@pytest.mark.parametrize("job", JOBS)
def test_a_job_comes_back(job):
    assert wire.from_line(Job, wire.to_line(job)) == job


@pytest.mark.parametrize(("question", "answers"), QUESTIONS, ids=lambda one: type(one).__name__)
def test_questions_and_their_answers_come_back(question, answers):
    assert wire.from_line(AnyQuestion, wire.to_line(question)) == question
    for answer in (*answers, Died("exit code 3"), TimedOut(hangs=False)):
        assert wire.from_json(question.answers(), json.loads(wire.to_line(answer))) == answer


def test_every_message_is_tried_here():
    tried = {type(one) for one in (*TOLD, *WORK_TOLD, *(question for question, _ in QUESTIONS))}

    assert tried == {
        *typing.get_args(Told),
        *typing.get_args(WorkTold),
        *typing.get_args(AnyQuestion),
    }


@pytest.mark.parametrize("question", typing.get_args(AnyQuestion))
def test_a_question_names_a_function_that_takes_it_and_gives_its_answers(question):
    module, _, name = question.answerer.partition(":")
    answerer = getattr(importlib.import_module(module), name)
    hints = typing.get_type_hints(answerer)

    assert hints[next(iter(inspect.signature(answerer).parameters))] is question
    assert question.answers() == hints["return"] | Died | TimedOut
    assert 0 <= question.slowest_call <= math.inf


def test_a_line_is_a_line():
    assert wire.to_line(Printed("a\nb\u2028", is_error=True)).count(b"\n") == 1


def test_an_index_beyond_the_features_is_refused():
    data = {"is": "ForSuite", "features": ["a"], "candidates": [[[], [1], []]]}
    data["parameters"] = {}

    with pytest.raises(Malformed, match="a feature that is not listed"):
        wire.from_json(Told, data)


def spoiled(message: object) -> typing.Iterator[typing.Any]:
    """Yield a message with each of its fields left out or made another type, one at a time."""
    good = json.loads(wire.to_line(message))
    yield {**good, "more": 1}
    for field in dataclasses.fields(message):
        rest = {name: value for name, value in good.items() if name != field.name}
        yield rest
        if field.type != "object":
            yield {**rest, field.name: [[{"a": object}]]}


@pytest.mark.parametrize("message", TOLD, ids=lambda one: type(one).__name__)
def test_a_spoiled_message_is_refused(message):
    for data in spoiled(message):
        with pytest.raises(Malformed):
            wire.from_json(Told, data)


def test_no_class_begins_as_tests_do():
    assert not [name for name in vars(messages) if name.startswith("Test")]


def test_an_answer_is_waited_for_as_long_as_the_question_says_or_calls_may_take():
    assert Examine(Sequence(()), seconds=0.5).patience(3.0) == 0.5
    assert Examine(Sequence(())).patience(3.0) == 11.0
