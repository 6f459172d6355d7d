"""What runs inside a fresh process for a suite: `record` a sequence as a test, `run_tests` of an emitted file.

Both answer as JSON.  A test is only recorded where the run depends on nothing but the code: it asked neither the
clock nor chance nor the machine, and changed nothing outside its own objects.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import replace
from random import Random
from typing import Any

import refute
from refute.execute.effects import Guard, RefusedEffect
from refute.execute.evidence import raised_on_purpose, traceback_frames
from refute.execute.interpreter import Machine, UnknownOperation
from refute.execute.snapshot import state_of
from refute.judge import recorded
from refute.model.codec import recorded_to_json
from refute.model.recording import RecordedTest
from refute.model.sequence import Call, Sequence
from refute.model.subject import Input, Routine, Subject
from refute.model.typeform import BOOL, TypeForm

_INSIDE = os.path.dirname(os.path.abspath(refute.__file__)) + os.sep

# Far apart, and neither on the hour: what depends on the zone shows.
_ZONES = ("UTC", "Asia/Kathmandu", "America/St_Johns")

# Functions in C whose answer is another one next time, by module (or class) and name.
_FICKLE = frozenset(
    [
        *(("time", name) for name in ("time", "time_ns", "localtime", "gmtime", "ctime")),
        *(("datetime", name) for name in ("now", "utcnow", "today")),
        *(("date", name) for name in ("today",)),
        *(("posix", name) for name in ("urandom", "getpid", "getppid", "getcwd", "getlogin")),
        *(("posix", name) for name in ("uname", "cpu_count", "getrandom", "times")),
        ("_socket", "gethostname"),
        ("_uuid", "generate_time_safe"),
    ]
)
# Of the generator that everyone shares; one that was given a seed repeats itself.
_CHANCE = frozenset(["random", "getrandbits"])


# An exception with the file and line in which a finding says that it is raised.
Fault = tuple[str, str, int]


# ---- recording ------------------------------------------------------------------------------------------------


def record(
    machine: Machine,
    subject: Subject,
    is_subject: Callable[[str], bool],
    guard: Guard | None,
    sequence: Sequence,
    faults: Collection[Fault] = (),
) -> dict[str, Any] | None:
    """Run a sequence and return what is to be asserted of it, None where that is nothing that lasts.

    An exception that is one of the `faults` is not to last either.
    """
    recorded.stable("")  # looks at the machine, once; that is ours to do, not the subject's
    refused = guard.refused if guard else 0
    if guard is not None:
        guard.changed = 0
    machine.start()
    machine.after_call = None  # invariants were checked by the search
    with _fickle_calls() as fickle:
        test = _recorded(machine, subject, sequence)
    if test is None or fickle or (guard and (guard.refused != refused or guard.changed)):
        return None
    raised = machine.exception
    if raised is not None and test.raises is not None:
        if not is_telling(raised, is_subject) or _fault(raised, is_subject) in faults:
            return None
        if not _by_subject(raised, is_subject) or _quotes_another(raised):
            # The interpreter's own words change from version to version.
            test = replace(test, raises=replace(test.raises, match=None))
    return recorded_to_json(test)


def _fault(raised: BaseException, is_subject: Callable[[str], bool]) -> Fault | None:
    """Return what is raised and where, as a finding says it: in the innermost frame of the subject."""
    for entry in reversed(traceback_frames(raised, _INSIDE)):
        if is_subject(entry.tb_frame.f_globals.get("__name__", "")):
            code = entry.tb_frame.f_code
            return type(raised).__name__, code.co_filename, entry.tb_lineno
    return None


def perform(machine: Machine, sequence: Sequence) -> None:
    """Run a sequence for what it leaves behind."""
    machine.start()
    machine.after_call = None
    for step in sequence.steps:
        if not machine.perform(step):
            return


def _quotes_another(raised: BaseException) -> bool:
    """Return whether the message repeats that of the exception behind it."""
    behind = raised.__cause__ or raised.__context__
    words = str(behind) if behind is not None else ""
    return len(words) > 3 and words.replace("'", "") in str(raised).replace("'", "")


def _recorded(machine: Machine, subject: Subject, sequence: Sequence) -> RecordedTest | None:
    before = None
    for step in sequence.steps:
        if len(machine.values) == len(sequence) - 1:
            before = _receiver_state(machine, sequence)
        try:
            passed = machine.perform(step)
        except UnknownOperation:
            return None
        if not passed:
            break
    if machine.violation is not None:
        return None
    if machine.exception is not None and len(machine.values) != len(sequence) - 1:
        return None
    routines = lookable(subject)
    is_changed = before is None or before != _receiver_state(machine, sequence)
    return recorded.record(sequence, machine.values, routines, machine.exception, is_changed)


def lookable(subject: Subject) -> list[Routine]:
    """Return the routines among which are the ways to look at an object."""
    return [*subject.routines, *subject.helpers, *_invariants(subject)]


def _invariants(subject: Subject) -> list[Routine]:
    """Return the predicates that objects of the subject hold true, which are not among its routines."""
    return [
        Routine(f"{cls}.{name}", "method", (Input("self", TypeForm(cls)),), BOOL, owner=cls)
        for cls, name in subject.invariants.items()
    ]


def _receiver_state(machine: Machine, sequence: Sequence) -> int | None:
    """Return a number for the state of the object that the last step is done to, None where there is none."""
    last = sequence.steps[-1].operation
    if not isinstance(last, Call) or last.how not in ("method", "operator", "get"):
        return None
    state = state_of(machine.values[sequence.sources(len(sequence) - 1)[0]])
    return None if state.cut else state.number


def is_telling(raised: BaseException, is_subject: Callable[[str], bool]) -> bool:
    """Return whether an exception is part of what the code promises: raised on purpose, or a refusal of a value."""
    if not isinstance(raised, Exception) or isinstance(raised, RefusedEffect | RecursionError):
        return False
    if _by_subject(raised, is_subject):
        return True
    # Below a frame of the subject; a call that does not fit the signature has none.
    return isinstance(raised, LookupError | ValueError | ArithmeticError) and bool(
        traceback_frames(raised, _INSIDE)
    )


def _by_subject(raised: BaseException, is_subject: Callable[[str], bool]) -> bool:
    entries = traceback_frames(raised, _INSIDE)
    if not entries:
        return False
    module = entries[-1].tb_frame.f_globals.get("__name__", "")
    return is_subject(module) and raised_on_purpose(entries[-1])


@contextmanager
def _fickle_calls() -> Iterator[list[str]]:
    """Yield a list of the calls made in the block whose answers will differ next time."""
    import random

    common = random.random.__self__  # type: ignore[attr-defined]
    asked: list[str] = []

    def profile(frame: Any, event: str, function: Any) -> None:
        if event != "c_call":
            return
        name = function.__name__
        owner = function.__self__
        if name in _CHANCE:
            if owner is common:
                asked.append(name)
            return
        if name == "seed" and frame.f_locals.get("a", 0) is None:
            asked.append(name)
        where = owner.__name__ if hasattr(owner, "__name__") else ""
        if (where, name) in _FICKLE and frame.f_globals.get("__name__") not in _OURS:
            asked.append(name)

    before = sys.getprofile()
    sys.setprofile(profile)
    try:
        yield asked
    finally:
        sys.setprofile(before)


# The recorder itself asks for the time and the machine's names, to keep them out of what it records.
# Logging stamps every record; what is logged is not what is asserted.
_OURS = frozenset(["refute.judge.recorded", "socket", "tempfile", "logging"])


def move_elsewhere(number: int) -> None:
    """Let this process live in another time zone, its input and output be a file or nothing: for a process that will end soon."""
    os.environ["TZ"] = _ZONES[number % len(_ZONES)]
    time.tzset()
    if number % 2:
        # Under pytest it is a file, too: what looks at descriptor 1, which is also True, sees something else there.
        with tempfile.TemporaryFile() as file:
            os.dup2(file.fileno(), 0)
            os.dup2(file.fileno(), 1)


# ---- trying emitted tests -------------------------------------------------------------------------------------


def run_tests(
    files: dict[str, str], order: str, clean: Callable[[], object] = lambda: None
) -> dict[str, Any]:
    """Run the tests of files, given as texts by name; tell for each `file::test` None or the exception's type and message.

    `order` is "forward", "backward", "alone", where `clean` is called before each test, or a text by which the tests
    of all files are shuffled.
    """
    found: dict[str, Callable[[], None]] = {}
    for name, source in files.items():
        namespace: dict[str, Any] = {"__name__": name.removesuffix(".py"), "__file__": name}
        try:
            exec(compile(source, name, "exec"), namespace)
        except Exception as wrong:
            return {"wrong": f"{type(wrong).__name__}: {wrong}"}
        tests = [n for n, made in namespace.items() if n.startswith("test_") and callable(made)]
        found |= {f"{name}::{test}": namespace[test] for test in tests}
    names = list(found)
    if order == "backward":
        names.reverse()
    elif order not in ("forward", "alone"):
        Random(order).shuffle(names)
    outcomes = {}
    for name in names:
        if order == "alone":
            clean()
        outcomes[name] = _run_test(found[name])
    return {"tests": outcomes}


def _run_test(test: Callable[[], None]) -> list[str] | None:
    try:
        test()
    except (
        BaseException
    ) as raised:  # one that is stopped, or exits, is not better than one that fails
        return [type(raised).__name__, _text(raised)]
    return None


def _text(raised: BaseException) -> str:
    try:
        return str(raised)[:500]
    except Exception:
        return ""
