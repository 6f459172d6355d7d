"""A sequence run once more to be looked at: `tell` it step by step, `explain` which clause it breaks and how;
`record` it for the corpus.

All run in a fork of a fresh process, where nothing has run before; `answer_tell` and so on are what is asked for there.
"""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from threading import get_ident
from typing import Any

from refute.execute.assertion_values import Notes, asked, code_named, evaluate, watch_function
from refute.execute.machine import Machine, StopCall
from refute.execute.made_functions import Bodies
from refute.execute.nondeterminism import CLOCKS, RIGHT, moved, watched
from refute.execute.resolve import UnknownOperation
from refute.execute.sandbox import elsewhere
from refute.execute.sandbox.guard import Guard
from refute.execute.sandbox.process import remember_process, reset_process
from refute.judge.exceptions.own_values import IsSubject
from refute.judge.observations import lookable, sights_of, stable
from refute.judge.promises.clauses import condition_of
from refute.judge.promises.formulas import Broken, Property, Watch, takes_old
from refute.look.portrait import ADDRESS, COLOUR, Portraits, summary
from refute.look.tracebacks import traceback_frames
from refute.model.execution import (
    RETURNED,
    Frame,
    Outcome,
    Raised,
    RecordedOutcome,
    Returned,
    Stopped,
)
from refute.model.literals import source_of
from refute.model.messages import CannotRun, Explain, Explanation, RecordSteps, StepsDone, Tell
from refute.model.sequence import Call, Sequence, Step, bodies_of
from refute.model.story import CalledBack, Did, Explained, Story, Telling, in_common, written
from refute.model.subject import Subject
from refute.supervise.answering import Imported

# Any number but 0 will do, see `elsewhere`.
_ELSEWHERE = 7
# Between two texts of a list, which may be the parts of a path.
_IN_LIST = re.compile(r"['\"], ['\"]")


def answer_tell(question: Tell, imported: Imported) -> Story | CannotRun:
    """Return what a sequence does, step by step."""
    if missing := imported.missing(question.sequence):
        return CannotRun(missing)
    return tell(imported.machine, question.sequence, imported.examiner.is_subject)


def answer_explain(question: Explain, imported: Imported) -> Explanation:
    """Return the clauses that a sequence breaks."""
    clauses = explain(
        imported.machine,
        question.sequence,
        question.frame,
        question.assertion,
        question.names,
        imported.examiner.is_subject,
    )
    return Explanation(tuple(clauses))


def answer_record_steps(question: RecordSteps, imported: Imported) -> StepsDone:
    """Return what the steps of sequences do, in the order in which they were given."""
    order = -1 if question.elsewhere else 1
    if question.elsewhere:
        _move(imported.guard)
    did = record_all(
        imported.machine,
        question.sequences[::order],
        imported.subject,
        imported.guard,
        imported.examiner.slate.restore,
        imported.examiner.is_subject if question.elsewhere else None,
    )
    return StepsDone(tuple(did[::order]))


def _move(guard: Guard) -> None:
    """Let this process, which will end soon, look like one on another machine."""
    with guard.trusted():
        elsewhere.pretend_more(_ELSEWHERE)
        elsewhere.change_zone(_ELSEWHERE)
    remember_process(guard)


def tell(machine: Machine, sequence: Sequence, is_subject: IsSubject) -> Story:
    """Perform a sequence and draw all its values after every step; nothing but its steps is called."""
    _be_quiet(machine)
    portraits = Portraits()
    told: list[Telling] = []
    exception: BaseException | None = None
    bodies = _Noted(machine, sequence)
    for step in sequence.steps:
        outcome = machine.perform(step)
        inside = bodies.taken()
        # Also after an exception: what the call left behind is the state that matters.
        cells, changed = portraits.look(machine.values)
        if outcome is not RETURNED:
            exception = outcome.exception
            told.append(Telling(_ended(exception), "", changed, inside))
            break
        nodes = portraits.nodes()
        form = machine.kinds.forms[machine.value_kinds[-1]]
        told.append(Telling(Returned(form, written(cells[-1], nodes)), cells[-1], changed, inside))
    frames = _frames(exception, is_subject) if exception else []
    if exception is not None and not frames and exception.__cause__ is not None:
        # A contract that lists no such exception: what counts is where that comes from.
        exception = exception.__cause__
        frames = _frames(exception, is_subject)
    # What ended a call that takes too long is ours: nobody shall look for it in the code.
    is_theirs = exception is not None and not isinstance(exception, StopCall)
    return Story(tuple(told), tuple(frames), type(exception).__name__ if is_theirs else "")


class _Noted:
    """Performs the steps of bodies for a machine, and notes what came of them."""

    def __init__(self, machine: Machine, sequence: Sequence) -> None:
        self._machine = machine
        self._paths = dict(_paths(sequence))
        self._sequence = sequence  # holds the steps, which are known by their identity
        self._noted: list[CalledBack] = []
        self.inside, self.take = machine.inside, machine.take
        if machine.bodies is None:
            machine.bodies = Bodies(self)
        machine.bodies.let_perform(self)

    @property
    def values(self) -> list[object]:
        return self._machine.values

    @property
    def steps(self) -> list[Step]:
        return self._machine.steps

    @property
    def is_large(self) -> bool:
        return self._machine.is_large

    @property
    def depth(self) -> int:
        return self._machine.depth

    def perform(self, step: Step) -> Outcome:
        """Perform a step of a body."""
        machine, place = self._machine, len(self._noted)
        begun = CalledBack(self._paths.get(id(step), ()), machine.depth, Stopped("not ended"))
        self._noted.append(begun)
        outcome = machine.perform(step)
        told: RecordedOutcome = _ended(outcome.exception)
        if outcome is RETURNED:
            form = machine.kinds.forms[machine.value_kinds[-1]]
            told = Returned(form, summary(machine.values[-1]))
        self._noted[place] = replace(begun, outcome=told)
        return outcome

    def taken(self) -> tuple[CalledBack, ...]:
        """Return what was noted since the last time."""
        noted, self._noted = self._noted, []
        return tuple(noted)


def _paths(sequence: Sequence) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield where each step of a body stands, by its identity."""
    for position, step in enumerate(sequence.steps):
        for number, body in enumerate(bodies_of(step.operation)):
            for place, inner in enumerate(body.steps):
                yield id(inner), (position, number, place)
            for inner_id, path in _paths(body):
                yield inner_id, (position, number, *path)


def record_all(
    machine: Machine,
    sequences: Iterable[Sequence],
    subject: Subject,
    guard: Guard,
    restore: Callable[[bool], object],
    lasting: IsSubject | None = None,
) -> list[tuple[Did, ...] | str]:
    """Return what each step of the sequences did; a text says why that cannot be told.

    With `lasting`, which says what belongs to the subject, that is told only which does not depend on the clock, on
    chance or on the machine.
    """
    told: list[tuple[Did, ...] | str] = []
    onlooker = _Onlooker(subject, guard)

    def run(sequence: Sequence) -> tuple[Did, ...] | str:
        refused = guard.refused
        try:
            did = record(machine, sequence)
        except UnknownOperation as missing:
            return str(missing)
        if guard.refused != refused:
            return "the sandbox refused what it does"
        return tuple(onlooker.add(did, machine.values))

    for sequence in sequences:
        once = partial(run, sequence)
        told.append(once() if lasting is None else _lasting(once, lasting, guard))
        reset_process(guard)
        restore(True)
    return told


def _lasting(
    run: Callable[[], tuple[Did, ...] | str], is_subject: IsSubject, guard: Guard
) -> tuple[Did, ...] | str:
    """Return what all runs of a sequence do alike, one under each clock where it asks for the time."""
    guard.read_last = ""
    with elsewhere.seen_by(is_subject):
        with moved(RIGHT, is_subject), watched() as asked:
            did = run()
        if asked.lasting or guard.read_last or isinstance(did, str):
            return "it asks for what is another thing next time"
        told = repr(did)
        if str(get_ident()) in told or not stable(_IN_LIST.sub("/", told)):
            return "it tells of a process or a folder that will not exist next time"
        for clock in CLOCKS if asked.movable else ():
            with moved(clock, is_subject):
                again = run()
            alike = None if isinstance(again, str) else in_common(did, again)
            if alike is None:
                return "it tells the time"
            did = alike
    return did


class _Onlooker:
    """Looks at the objects that sequences have made, as a suite does, until looking turns out to be slow."""

    def __init__(self, subject: Subject, guard: Guard) -> None:
        self._routines = lookable(subject)
        self._guard = guard
        self._is_slow = False
        stable("")  # looks at the machine, once; that is ours to do, not the subject's

    def add(self, did: list[Did], values: list[object]) -> list[Did]:
        """Return what was done with what is seen of each object, once, after the last step."""
        refused, looked = self._guard.refused, []
        known: set[int] = set()
        try:
            for one, value in zip(did, values, strict=False):
                is_new = id(value) not in known
                known.add(id(value))
                looked.append(replace(one, seen=self._seen(value)) if is_new else one)
        except StopCall:
            self._is_slow = True
            return did
        # What looking at it does has effects: then it is not for everyone's eyes.
        return [*looked, *did[len(looked) :]] if self._guard.refused == refused else did

    def _seen(self, value: object) -> tuple[tuple[str, str], ...]:
        return () if self._is_slow else tuple(sights_of(value, self._routines))


def record(machine: Machine, sequence: Sequence) -> list[Did]:
    """Perform a sequence and return what each step did."""
    for step in sequence.steps:
        machine.compiled(step.operation)
    _be_quiet(machine)
    did: list[Did] = []
    for position, step in enumerate(sequence.steps):
        outcome = machine.perform(step)
        state = _target_state(machine, sequence, position)
        if outcome is not RETURNED:
            did.append(Did(_ended(outcome.exception), state))
            break
        value = machine.values[-1]
        form = machine.kinds.forms[machine.value_kinds[-1]]
        source = source_of(value) if isinstance(step.operation, Call) else None
        did.append(Did(Returned(form, summary(value, 200, hide=True)), state, source))
    return did


def _target_state(machine: Machine, sequence: Sequence, position: int) -> str:
    """Return the object that a step made, or on which it was called, with all its fields."""
    operation = sequence.steps[position].operation
    if not isinstance(operation, Call):
        return ""
    if operation.how in ("method", "get", "operator") and sequence.sources(position):
        return summary(machine.values[sequence.sources(position)[0]], 300)
    made = operation.how == "new" and position < len(machine.values)
    return summary(machine.values[position], 300) if made else ""


def _be_quiet(machine: Machine) -> None:
    machine.after_call = None
    machine.visitors = ()
    machine.start()


def _ended(raised: BaseException | None) -> RecordedOutcome:
    if isinstance(raised, StopCall):
        return Stopped(str(raised))
    try:
        message = str(raised)[:2000]
        if not message and raised is not None and raised.__cause__ is not None:
            message = f"{type(raised.__cause__).__name__}: {raised.__cause__}"[:2000]
    except Exception:
        message = "a message that raises"
    return Raised(type(raised).__name__, ADDRESS.sub("", COLOUR.sub("", message)))


def _frames(raised: BaseException, is_subject: IsSubject) -> list[Frame]:
    return [
        Frame(entry.tb_frame.f_code.co_filename, entry.tb_lineno, entry.tb_frame.f_code.co_qualname)
        for entry in traceback_frames(raised)
        if is_subject(entry.tb_frame.f_globals.get("__name__", ""))
    ]


def explain(
    machine: Machine,
    sequence: Sequence,
    frame: Frame | None,
    assertion: str,
    names: Mapping[str, int],
    is_subject: IsSubject,
) -> list[Explained]:
    """Return the clauses that a sequence breaks, each with the values of its expressions.

    `frame` is where it raises; or else `assertion` is the line that fails after the last step, in which `names` stand
    for the values made at those positions.
    """
    _be_quiet(machine)
    if frame is not None:
        code = code_named(frame.file, frame.function)
        notes = watch_function(code, frame.line) if code is not None else None
        raised, _ = _perform(machine, sequence)
        return _of_library(raised) or [
            replace(one, raises=not one.source.startswith("assert ")) for one in _clauses(notes)
        ]
    notes = _watch_check(sequence)
    raised, before = _perform(machine, sequence)
    if isinstance(raised, Broken):
        return [_promise(raised, before)]
    if raised is not None:
        return _of_library(raised) or _clauses(notes)
    if not assertion or len(machine.values) < len(sequence):
        return []
    values = {name: machine.values[position] for name, position in names.items()}
    modules = _modules(assertion, names)
    notes = _watch_asked(assertion, values, is_subject)
    return [evaluate(assertion, {**modules, **values}), *_clauses(notes)]


# For each condition of a temporal property, the values of its expressions when it was last asked.
_Values = dict[int, dict[str, str]]


def _perform(machine: Machine, sequence: Sequence) -> tuple[BaseException | None, _Values]:
    """Perform a sequence; return what it raised, and how conditions over time stood when they were last checked."""
    before: _Values = {}
    for position, step in enumerate(sequence.steps):
        outcome = machine.perform(step)
        if outcome is not RETURNED:
            return outcome.exception, before
        if getattr(step.operation, "target", "").startswith("refute.temporal:"):
            involved = [machine.values[p] for p in (position, *sequence.sources(position))]
            for watch in [one for one in involved if isinstance(one, Watch)]:
                for one in watch.properties:
                    before.update(_values_in(one, watch.value, None)[1])
    return None, before


def _values_in(prop: Property, value: object, old: object | None) -> tuple[str, _Values]:
    """Return where a property stands, and the values in each of its conditions that can be asked."""
    where, found = "", {}
    for one in prop.conditions():
        two = takes_old(one)
        if two and old is None:
            continue
        told = asked(one, value, old) if two else asked(one, value)
        if told is not None:
            where = where or told.where
            found[id(one)] = dict(told.values)
    return where, found


def _promise(broken: Broken, before: _Values) -> Explained:
    """Return a temporal property that does not hold, with the values before and now."""
    prop = broken.property
    where, now = _values_in(prop, broken.value, broken.old)
    values: dict[str, str] = {}
    for condition, found in now.items():
        then = before.get(condition, {})
        for text, value in found.items():
            old = then.get(text, value)
            values[text] = value if old == value else f"{old}  →  {value}"
    if prop.waits(broken.value, broken.old):
        values[f"within {prop.within}"] = f"{prop.within} changes have passed"
    source = f"{prop.named}\n{prop.formula()}" if prop.named else prop.formula()
    return Explained(where, source, tuple(values.items()))


def _of_library(raised: BaseException | None) -> list[Explained]:
    """Return the condition of a library that does not hold, where the library says which."""
    condition, values = condition_of(raised)
    told = asked(condition, **values) if condition is not None else None
    return [told] if told is not None else []


def _watch_check(sequence: Sequence) -> Notes | None:
    """Note what an invariant says that the last step asks: it may keep books, and must not be asked once more."""
    last = sequence.steps[-1].operation
    if not isinstance(last, Call) or last.how != "check":
        return None
    module, _, path = last.target.partition(":")
    member: Any = sys.modules.get(module)
    for name in path.split("."):
        member = getattr(member, name, None)
    code = getattr(member, "__code__", None)
    return watch_function(code, None) if code is not None else None


def _clauses(notes: Notes | None) -> list[Explained]:
    told = notes.clause() if notes is not None else None
    return [told] if told is not None else []


def _modules(assertion: str, names: Mapping[str, int]) -> dict[str, Any]:
    """Return the modules that the line names, as the rendered test imports them."""
    from refute.render.trees import modules_of

    wanted = {name.partition(".")[0] for name in modules_of(assertion)} - set(names)
    return {name: importlib.import_module(name) for name in wanted}


def _watch_asked(assertion: str, values: dict[str, object], is_subject: IsSubject) -> Notes | None:
    """Note what happens in a method of the subject that the line asks: an invariant says in there what is wrong."""
    import ast

    for node in ast.walk(ast.parse(assertion)):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(name), attr=method)) if name in values:
                function = getattr(type(values[name]), method, None)
                code = getattr(function, "__code__", None)
                if code is not None and is_subject(getattr(function, "__module__", "")):
                    return watch_function(code, None)
    return None
