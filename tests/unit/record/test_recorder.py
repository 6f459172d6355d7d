"""What is recorded of a run, and what is not; running emitted tests."""

from __future__ import annotations

import sys
import time
from types import ModuleType
from typing import Any

import pytest

from refute.execute.machine import Machine
from refute.judge.observations import asserting
from refute.look.kinds import Kinds
from refute.model.messages import NotImported, RanTests
from refute.model.recording import Observation, RecordedRaise, RecordedTest
from refute.model.sequence import Call, Literal, Sequence
from refute.model.subject import Input, Routine, Subject
from refute.model.typeform import ANY, TypeForm
from refute.record.recorder import record, run_tests

INT = TypeForm("int")
SOURCE = """
import os, random, time, uuid
from datetime import datetime

class Refusal(Exception):
    pass

def double(n):
    return 2 * n

def refuse(n):
    raise Refusal(f"not {n}")

def refuse_quoting(n):
    try:
        "a".index(n)
    except TypeError as wrong:
        raise Refusal(f"refused: {wrong}") from wrong

def look_up(n):
    return {}[n]

def now(n):
    return int(time.time()) % 2 + n

def odd_hour(n):
    return time.time() // 3600 % 2 == 1

def late(n):
    return time.time() > n

def takes_no_time(n):
    began = time.perf_counter()
    return time.perf_counter() - began < n

def kept_clock(n, clock=time.time):
    return clock() > n

def identified(n):
    return uuid.uuid4(), n

class Stamped:
    def __init__(self, n):
        self.n = n
        self.id = uuid.uuid4()
        self.made = time.time()

class Labelled:
    def __init__(self, n):
        self.n = n
    def size(self):
        return self.n
    def name(self):
        return f"{self.n} of {os.getpid()}"

def this_year(n):
    return datetime.now().year + n

def drawn(n):
    return random.randint(n, n)

def drawn_with_seed(n):
    return random.Random(0).randint(n, n)

class Counter:
    def __init__(self):
        self.count = 0
        self.step = 1
        self.name = "c"
    def add(self):
        self.count += self.step
        return self.count
    def is_large(self):
        return self.count > 10
    def size(self):
        return self.count
    def has_name(self):
        return bool(self.name)
    def get_step(self):
        return self.step
    def invariant(self):
        assert self.count < 21
        return self.count < 20
"""


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch) -> Any:
    module = ModuleType("recordings")
    exec(compile(SOURCE, "recordings.py", "exec"), module.__dict__)
    monkeypatch.setitem(sys.modules, "recordings", module)
    counter = "recordings:Counter"
    methods = ("add", "is_large", "size", "has_name", "get_step")
    others = [
        Routine(
            f"recordings:{owner}.{m}",
            "method",
            (Input("self", TypeForm(owner)),),
            ANY,
            owner=f"recordings:{owner}",
        )
        for owner, m in (("Stamped", "go_on"), ("Labelled", "size"), ("Labelled", "name"))
    ]
    routines = [
        *others,
        *(
            Routine(
                f"{counter}.{m}", "method", (Input("self", TypeForm(counter)),), ANY, owner=counter
            )
            for m in methods
        ),
    ]
    classes = {counter: module.Counter}
    subject = Subject(("recordings",), tuple(routines), classes, invariants={counter: "invariant"})

    def recorded(sequence: Sequence) -> RecordedTest | None:
        machine = Machine(Kinds({module.Counter: counter}))
        test, asked = record(machine, subject, lambda name: name == "recordings", None, sequence)
        recorded.asked = list(asked)
        return test

    return recorded


def call(name: str) -> Sequence:
    return Sequence().extend(Literal("7", INT)).extend(Call(f"recordings:{name}", (INT,), ANY), [0])


def counting(*methods: str) -> Sequence:
    counter = TypeForm("recordings:Counter")
    sequence = Sequence().extend(Call("recordings:Counter", (), counter, how="new"))
    for method in methods:
        sequence = sequence.extend(
            Call(f"recordings:Counter.{method}", (counter,), ANY, how="method"), [0]
        )
    return sequence


def test_what_leaves_an_object_as_it_must_not_be_is_not_recorded(ask):
    assert ask(counting(*["add"] * 19)) is not None
    assert ask(counting(*["add"] * 20)) is None
    assert ask(counting(*["add"] * 21)) is None


def test_a_plain_result_is_recorded(ask):
    assert ask(call("double")).observations == (Observation(1, "{0}", "14"),)


def test_an_exception_raised_on_purpose_is_recorded_with_its_message(ask):
    assert ask(call("refuse")).raises == RecordedRaise(1, "recordings:Refusal", "not 7")


def test_the_words_of_the_interpreter_are_not_recorded(ask):
    assert ask(call("look_up")).raises == RecordedRaise(1, "KeyError", None)
    assert ask(call("refuse_quoting")).raises == RecordedRaise(1, "recordings:Refusal", None)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("now", "the clock (time.time)"),
        ("odd_hour", "the clock (time.time)"),
        ("takes_no_time", "the clock (time.perf_counter)"),
        ("kept_clock", "the clock (time.time)"),
        ("this_year", "the clock (datetime.datetime.now)"),
        ("drawn", "chance (random.getrandbits)"),
        ("identified", "chance (uuid.uuid4)"),
    ],
)
def test_what_depends_on_the_clock_or_chance_is_not_recorded(ask, name, words):
    assert ask(call(name)) is None
    assert ask.asked == [words]


def test_what_the_clock_has_no_influence_on_is_recorded(ask):
    assert ask(call("late")).observations == (Observation(1, "{0}", "True", "is"),)
    assert ask.asked == ["the clock (time.time)"]


def test_of_an_object_with_a_time_of_birth_the_rest_is_recorded(ask):
    stamped = Call("recordings:Stamped", (INT,), TypeForm("recordings:Stamped"), how="new")
    test = ask(Sequence().extend(Literal("7", INT)).extend(stamped, [0]))

    assert test.observations == (Observation(1, "{0}.n", "7"),)


def test_a_question_whose_answer_names_the_process_is_not_asked(ask):
    labelled = Call("recordings:Labelled", (INT,), TypeForm("recordings:Labelled"), how="new")
    test = ask(Sequence().extend(Literal("7", INT)).extend(labelled, [0]))

    assert test.observations == (Observation(1, "{0}.size()", "7"), Observation(1, "{0}.n", "7"))
    assert ask.asked == []


def test_the_clock_is_right_again_afterwards(ask):
    before = time.time, time.monotonic
    ask(call("late"))

    assert (time.time, time.monotonic) == before


def test_chance_with_a_seed_repeats_and_is_recorded(ask):
    assert ask(call("drawn_with_seed")).observations == (Observation(1, "{0}", "7"),)


def test_of_an_object_that_did_not_change_little_is_said(ask):
    test = ask(counting("add", "is_large"))

    assert test.observations[0] == Observation(2, "{0}", "False", "is")
    assert len([o for o in asserting(test).observations if o.step == 0]) == 2


def test_of_an_object_that_changed_all_is_said(ask):
    test = ask(counting("add"))

    assert len([o for o in test.observations if o.step == 0]) == 8


TESTS = """
seen = []

def test_one():
    seen.append(1)

def test_two():
    assert not seen, f"after {seen}"

def helper():
    raise SystemExit
"""


def test_tests_are_run_in_the_order_asked_for():
    forward = run_tests({"test_a.py": TESTS}, "forward")
    backward = run_tests({"test_a.py": TESTS}, "backward")

    one, two = "test_a.py::test_one", "test_a.py::test_two"
    assert forward == RanTests({one: None, two: ("AssertionError", "after [1]")})
    assert backward == RanTests({two: None, one: None})


def test_an_order_by_seed_mixes_files_and_repeats():
    files = {f"test_{n}.py": "def test_a(): pass\ndef test_b(): pass\n" for n in range(9)}

    mixed = list(run_tests(files, "1 2").outcomes)

    assert mixed == list(run_tests(files, "1 2").outcomes)
    assert mixed != sorted(mixed)
    assert sorted(mixed) == sorted(run_tests(files, "forward").outcomes)


def test_a_file_that_cannot_be_loaded_is_told():
    assert run_tests({"test_a.py": "import nowhere_at_all"}, "forward") == NotImported(
        "ModuleNotFoundError: No module named 'nowhere_at_all'"
    )
