"""Every question is answered as if nothing had been run before, also when the answer is that the process died."""

from __future__ import annotations

import os
import signal
import textwrap
import time
from collections.abc import Iterator
from itertools import cycle
from types import SimpleNamespace

import pytest

from refute.discover.modules import locate
from refute.model.errors import Defect, GivenUp
from refute.model.messages import (
    Answer,
    CameBack,
    CannotRun,
    Died,
    Examine,
    Examined,
    Explain,
    Explanation,
    Importing,
    RanTests,
    Ready,
    Recordings,
    RecordSteps,
    RecordTests,
    RunTests,
    RunToEnd,
    StepsDone,
    Tell,
    TimedOut,
)
from refute.model.options import Options
from refute.model.sequence import Call, Literal, Sequence
from refute.model.story import Story
from refute.model.typeform import INT
from refute.model.verdict import DEADLOCK
from refute.supervise import fresh_process
from refute.supervise.child import Child
from refute.supervise.fresh_process import FreshProcess

SHOP = """
    import os, time

    count = 0

    def add(n: int) -> int:
        global count
        count += 1
        assert count == 1, "added before"
        return n

    def fail(n: int) -> int:
        return n // 0

    def die(n: int) -> int:
        os.abort()

    def spin(n: int) -> int:
        while True:
            pass

    def sleep(n: int) -> int:
        time.sleep(n)
        return n
"""


def call(name: str, argument: str = "1") -> Sequence:
    sequence = Sequence(()).extend(Literal(argument, INT))
    return sequence.extend(Call(f"fresh_shop:{name}", (INT,), INT), (0,))


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FreshProcess]:
    folder = tmp_path_factory.mktemp("fresh")
    (folder / "fresh_shop.py").write_text(textwrap.dedent(SHOP))
    process = FreshProcess([locate("fresh_shop", folder)], Options(seconds=20))
    yield process
    process.close()


def test_nothing_is_left_of_an_earlier_question(fresh):
    for _ in range(2):
        assert fresh.ask(Examine(call("add"))) == Examined(None)


def test_what_a_sequence_breaks(fresh):
    answer = fresh.ask(Examine(call("fail")))

    assert isinstance(answer, Examined) and answer.violation is not None
    assert answer.violation.exception == "ZeroDivisionError"


def test_the_death_of_the_answering_process_is_an_answer(fresh):
    for question in (Examine(call("die")), Tell(call("die")), RecordSteps((call("die"),))):
        assert fresh.ask(question) == Died("SIGABRT")


def test_what_is_not_there_any_more_is_told(fresh):
    for question in (Examine(call("gone")), Tell(call("gone"))):
        answer = fresh.ask(question)
        assert isinstance(answer, CannotRun)
        assert "fresh_shop:gone does not exist" in answer.why


def test_a_call_that_computes_hangs_and_one_that_waits_does_not(fresh):
    assert fresh.ask(RunToEnd(call("add"), seconds=5.0)) == CameBack()
    assert fresh.ask(RunToEnd(call("spin"), seconds=0.5)) == TimedOut(hangs=True)
    sleeping = fresh.ask(RunToEnd(call("sleep", "60"), seconds=0.5))
    assert sleeping == TimedOut(hangs=False, waits=True)
    assert fresh.hangs(call("sleep", "60"), 0.5, DEADLOCK)
    assert not fresh.hangs(call("sleep", "60"), 0.5)


def test_other_rooms_answer_their_own_questions(fresh):
    story = fresh.ask(Tell(call("add")))
    steps = fresh.ask(RecordSteps((call("add"), call("fail")), elsewhere=True))
    tests = fresh.ask(RecordTests((call("add"),), 0, False, ()))
    ran = fresh.ask(RunTests({"test_a.py": "def test_a(): pass"}, "forward", 0))
    explained = fresh.ask(Explain(call("add"), None, "", {}))

    assert isinstance(story, Story) and len(story.steps) == 2
    assert isinstance(steps, StepsDone) and [len(one) for one in steps.each] == [2, 2]
    assert isinstance(tests, Recordings) and tests.tests[0][0] is not None
    assert ran == RanTests({"test_a.py::test_a": None})
    assert explained == Explanation(())


class Lying:
    """A child that answers what it likes."""

    options = Options()
    process = SimpleNamespace(queued=lambda: 0.0)

    def __init__(self, *messages: object) -> None:
        self._messages = list(messages)
        self.answers = os.open(os.devnull, os.O_RDONLY)  # there is always something to read

    def send(self, message: object) -> None:
        pass

    def read(self, until: float) -> list[object]:
        return [self._messages.pop(0)]


def _asked(*messages: object) -> FreshProcess:
    process = FreshProcess.__new__(FreshProcess)
    process._child, process._messages = Lying(Ready(), *messages), []
    process._is_ready = process._is_lost = False
    return process


@pytest.mark.parametrize(
    "answer",
    [{"is": "CameBack"}, {"is": "Examined", "violation": 7}, None, [[[]]]],
)
def test_an_answer_to_something_else_is_none(answer):
    process = _asked(Answer(answer))

    assert process.ask(Examine(call("add"))) == Died("an answer that is none")


def test_a_message_that_is_no_answer_is_a_defect():
    process = _asked(Importing("x"))

    with pytest.raises(Defect, match="was to send Answer, not Importing"):
        process.ask(Examine(call("add")))


def test_a_process_that_is_killed_is_started_again_and_asked_again(fresh):
    before = fresh.ask(Examine(call("fail")))
    os.kill(fresh._child.process.pid, signal.SIGKILL)

    assert fresh.ask(Examine(call("fail"))) == before


def test_a_process_that_is_killed_again_and_again_is_given_up(fresh, monkeypatch):
    send = fresh._child.__class__.send

    def kill(child: Child, message: object) -> None:
        send(child, message)
        if isinstance(message, Examine):
            child.end()

    monkeypatch.setattr(Child, "send", kill)
    with pytest.raises(Defect, match=r"a worker ended \(SIGKILL\) when nothing was being called"):
        fresh.ask(Examine(call("fail")))


SILENT = "import os, time\nos.register_at_fork(before=lambda: time.sleep(60))\ndef f(): ...\n"


@pytest.fixture
def silent(tmp_path, monkeypatch) -> Iterator[FreshProcess]:
    """A process that is ready and never answers, and is not waited for long."""
    monkeypatch.setattr(fresh_process, "_SLACK", 0.3)
    (tmp_path / "silent_shop.py").write_text(SILENT)
    process = FreshProcess([locate("silent_shop", tmp_path)], Options(seconds=20))
    yield process
    process.close()


def test_a_process_that_falls_silent_is_replaced_once_and_then_given_up_for_good(silent):
    first = silent._child
    with pytest.raises(GivenUp, match="it does not answer, and neither did the one before"):
        silent.ask(Examine(call("f"), seconds=0.2))
    second = silent._child
    with pytest.raises(GivenUp):
        silent.ask(Examine(call("f"), seconds=100.0))

    assert first is not second is silent._child
    assert (silent._restarts, first.memory.closed) == (1, True)


def test_silences_between_answers_do_not_add_up(fresh, monkeypatch):
    before = fresh.ask(Examine(call("fail")))
    restarts = fresh._restarts
    send = Child.send
    is_heard = cycle([False, True])  # a question that is not heard is not answered

    def sent(child: Child, message: object) -> None:
        if not isinstance(message, Examine) or next(is_heard):
            send(child, message)

    monkeypatch.setattr(Child, "send", sent)
    monkeypatch.setattr(fresh_process, "_SLACK", 0.0)
    for _ in range(3):
        assert fresh.ask(Examine(call("fail"), seconds=1.0)) == before

    assert fresh._restarts == restarts + 3


def test_what_a_process_waits_for_a_processor_does_not_count(fresh, monkeypatch):
    fresh.ask(Examine(call("add")))
    waits = iter([0.0, 0.5, 0.8, 0.8])
    monkeypatch.setattr(fresh._child.process, "queued", lambda: next(waits), raising=False)
    began = time.monotonic()
    until = fresh._wait(began + 0.2)

    assert 1.0 <= until - began < 5.0
    assert next(waits, None) is None
