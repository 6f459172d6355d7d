"""What runs inside a fresh process for a suite: `record` a sequence as a test, `run_tests` of an emitted file.

`answer_record` and `answer_run_tests` are asked by `suite`.  A test is only recorded where the run depends on nothing but the code: it asked neither chance
nor the machine, what it asked the clock does not show, and it changed nothing outside its own objects.
"""

from __future__ import annotations

import importlib
import os
import tempfile
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any, NamedTuple

from refute.execute.machine import Machine
from refute.execute.nondeterminism import CLOCKS, RIGHT, Asked, Clock, moved, watched
from refute.execute.sandbox.elsewhere import change_zone, pretend_more, seen_by
from refute.execute.sandbox.guard import Guard
from refute.execute.sandbox.process import has_changed
from refute.judge import observations
from refute.judge.observations import _by_subject, is_telling, lookable
from refute.look.subject_time import calls_subject
from refute.look.tracebacks import traceback_frames
from refute.model.messages import NotImported, RanTests, Recorded, Recordings, RecordTests, RunTests
from refute.model.recording import Observation, RecordedTest
from refute.model.sequence import Sequence
from refute.model.subject import Routine, Subject, class_name
from refute.search.recorded_run import recorded_run
from refute.supervise.answering import Imported

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
    clocks: Collection[Clock] = CLOCKS,
) -> Recorded:
    """Run a sequence and return what is to be asserted of it, None where that is nothing that lasts.

    An exception that is one of the `faults` is not to last either.  Where it asks the clock, only that lasts which is
    the same under each of the `clocks`.  The other answer is what it asked for that is another thing next time.
    """
    observations.stable("")  # looks at the machine, once; that is ours to do, not the subject's
    run = _Run(machine, subject, is_subject, guard, sequence, faults)
    test, asked = run.under(RIGHT)
    if asked.lasting and None not in asked.lookers:
        # Only in answer to our questions: they are not asked.
        run = run._replace(unasked=frozenset(name for name in asked.lookers if name))
        test, asked = run.under(RIGHT)
    if asked.lasting:
        return None, asked.words()
    for clock in clocks if asked.movable else ():
        if test is None:
            break
        again, _ = run.under(clock)
        # A test that could not say what came of its last call would be a test of nothing.
        given, test = _given(test), observations.agreed([test, again])
        if test is None or _given(test) != given:
            return None, asked.words()
    return test, asked.words()


def _given(test: RecordedTest) -> list[Observation]:
    """Return what a test says about what its last step gave."""
    last = len(test.sequence) - 1
    said = [o for o in test.observations if o.style != "isinstance"]
    return [o for o in said if (o.step, o.expression) == (last, "{0}")]


class _Run(NamedTuple):
    """A sequence that is run several times, under other clocks."""

    machine: Machine
    subject: Subject
    is_subject: Callable[[str], bool]
    guard: Guard | None
    sequence: Sequence
    faults: Collection[Fault]
    unasked: frozenset[str] = frozenset()  # observers by name

    def under(self, clock: Clock) -> tuple[RecordedTest | None, Asked]:
        """Return what a run shows, and what it asked for; nothing where it did something that does not last."""
        machine, guard = self.machine, self.guard
        refused = guard.refused if guard else 0
        if guard is not None:
            guard.changed, guard.read_last = 0, ""
        machine.start()
        machine.after_call = None  # invariants were checked by the search
        with moved(clock, self.is_subject), seen_by(self.is_subject), watched() as asked:
            test, raised = recorded_run(machine, self._observers(), self.sequence)
            if any(map(self._breaks_invariant, machine.values)):
                return (
                    None,
                    asked,
                )  # a finding may be about it; it is not how the object is to behave
        if guard is not None and guard.read_last:
            asked.add(f"the machine ({guard.read_last})", None)
        if asked.lasting or (guard and (guard.refused != refused or has_changed(guard))):
            return None, asked
        return self._lasting(test, raised), asked

    def _breaks_invariant(self, value: object) -> bool:
        """Return whether an object is not as its class says that it must be."""
        invariants = self.subject.invariants
        name = next(
            filter(None, (invariants.get(class_name(cls)) for cls in type(value).__mro__)), None
        )
        try:
            return name is not None and getattr(value, name)() is False
        except AssertionError:
            return True
        except Exception:  # it says nothing
            return False

    def _observers(self) -> list[Routine]:
        return [
            one
            for one in lookable(self.subject)
            if one.target.rpartition(".")[2] not in self.unasked
        ]

    def _lasting(
        self, test: RecordedTest | None, raised: BaseException | None
    ) -> RecordedTest | None:
        """Return a test without what the interpreter says in its own words, None where it raises nothing that lasts."""
        is_subject = self.is_subject
        if raised is None or test is None or test.raises is None:
            return test
        if not is_telling(raised, is_subject) or _fault(raised, is_subject) in self.faults:
            return None
        if not _by_subject(raised, is_subject) or _quotes_another(raised):
            # The interpreter's own words change from version to version.
            return replace(test, raises=replace(test.raises, match=None))
        return test


def _fault(raised: BaseException, is_subject: Callable[[str], bool]) -> Fault | None:
    """Return what is raised and where, as a finding says it: in the innermost frame of the subject."""
    for entry in reversed(traceback_frames(raised)):
        if is_subject(entry.tb_frame.f_globals.get("__name__", "")):
            code = entry.tb_frame.f_code
            return type(raised).__name__, code.co_filename, entry.tb_lineno
    return None


def perform(machine: Machine, sequence: Sequence) -> None:
    """Run a sequence for what it leaves behind."""
    machine.start()
    machine.after_call = None
    machine.perform_all(sequence.steps)


def _quotes_another(raised: BaseException) -> bool:
    """Return whether the message repeats that of the exception behind it."""
    behind = raised.__cause__ or raised.__context__
    words = str(behind) if behind is not None else ""
    return len(words) > 3 and words.replace("'", "") in str(raised).replace("'", "")


def answer_record(question: RecordTests, imported: Imported) -> Recordings:
    """Return what lasts of each sequence, in the order in which they were given."""
    sequences, alone = question.sequences, question.order == 0
    places = list(range(len(sequences)))
    if not alone:
        Random(question.order).shuffle(places)
    move_elsewhere(question.order)
    if question.twice:  # what one leaves behind, also for itself, shows the second time
        for sequence in sequences:
            perform(imported.machine, sequence)
    faults = set(question.faults)
    # What a second run shows that the first one did not is no matter of the clock, in a clean state.
    clocks = () if alone else CLOCKS
    tests: dict[int, Recorded] = {}
    slate, is_subject = imported.examiner.slate, imported.examiner.is_subject
    for place in places:
        if alone:  # in the other orders the rest comes before it
            slate.restore(thorough=True)
        tests[place] = slate.run(
            record,
            imported.machine,
            imported.subject,
            is_subject,
            imported.guard,
            sequences[place],
            faults,
            clocks,
        )
    return Recordings(tuple(tests[place] for place in range(len(sequences))))


def answer_run_tests(question: RunTests, imported: Imported) -> RanTests | NotImported:
    """Return what tests say in this process, or in one that lives elsewhere."""
    if any("import pytest" in text for text in question.files.values()):
        importlib.import_module("pytest")  # as on this Python, not as on the one pretended below
    move_elsewhere(question.zone)
    slate = imported.examiner.slate
    return run_tests(question.files, question.order, lambda: slate.restore(thorough=True))


def move_elsewhere(number: int) -> None:
    """Let this process, which will end soon, live on another system in another time zone, its input and output be a file or nothing."""
    if number:
        pretend_more(number)
    change_zone(number)
    if number % 2:
        # Under pytest it is a file, too: what looks at descriptor 1, which is also True, sees something else there.
        with tempfile.TemporaryFile() as file, open(os.devnull, "wb") as nothing:
            os.dup2(file.fileno(), 0)
            os.dup2(file.fileno(), 1)
            os.dup2(nothing.fileno(), 2)


# ---- trying emitted tests -------------------------------------------------------------------------------------


def run_tests(
    files: Mapping[str, str], order: str, clean: Callable[[], object] = lambda: None
) -> RanTests | NotImported:
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
            return NotImported(f"{type(wrong).__name__}: {wrong}")
        tests = [n for n, made in namespace.items() if n.startswith("test_") and callable(made)]
        for test in tests:
            found |= {f"{name}::{test}{id_}": run for id_, run in _rows(namespace[test])}
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
    return RanTests(outcomes)


def _rows(test: Callable[..., None]) -> Iterator[tuple[str, Callable[[], None]]]:
    """Yield a test, or each of its rows with its id in brackets, as `pytest.mark.parametrize` names them."""
    marks = [mark for mark in getattr(test, "pytestmark", ()) if mark.name == "parametrize"]
    if not marks:
        yield "", test
    for mark in marks:
        for row in mark.args[1]:
            yield f"[{row.id}]", partial(test, *row.values)


@calls_subject
def _run_test(test: Callable[[], None]) -> tuple[str, str] | None:
    try:
        test()
    except (
        BaseException
    ) as raised:  # one that is stopped, or exits, is not better than one that fails
        return type(raised).__name__, _text(raised)
    return None


def _text(raised: BaseException) -> str:
    try:
        return str(raised)[:500]
    except Exception:
        return ""
