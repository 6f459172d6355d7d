"""One step at a time: `Machine` performs steps on live values; `run` performs a whole sequence.

Values live here and nowhere else; the generator sees their kinds, the judge sees evidence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from refute.execute.body_runner import CheckArguments, JudgePromise
from refute.execute.journal import Journal
from refute.execute.made_functions import Bodies
from refute.execute.resolve import Invoke, resolve
from refute.execute.written_files import remove_files
from refute.look.classes import unusable
from refute.look.kinds import Kinds, UnusableClass
from refute.look.objects import identity
from refute.look.state import state_of
from refute.look.subject_time import calls_subject, own_work
from refute.look.tracebacks import text_of
from refute.model.errors import Unworkable
from refute.model.execution import (
    RETURNED,
    Execution,
    Interruption,
    Outcome,
    Raised,
    RecordedOutcome,
    Returned,
    Stopped,
)
from refute.model.forgetful import Forgetful
from refute.model.growing import Grower
from refute.model.roles import Visitor
from refute.model.sequence import (
    Allocate,
    Call,
    Callback,
    Derive,
    Display,
    Literal,
    Operation,
    Sequence,
    SetField,
    Step,
    heeding,
    ignores,
)
from refute.model.verdict import Blame, Violation

# So many exceptions are looked at that one was made of.
_MOST_BEHIND = 20
# So many operations are kept ready: far more than a subject has, but each trial of a smaller sequence makes new ones,
# and each takes a kilobyte.
_MOST_READY = 10_000
# Classes may be made by calls, without end.
_MOST_CLASSES = 2000

# `xs *= 100`, repeated, fills the memory: a sequence ends when a container holds more than this.
_LARGEST = 3000
# As does a text of so many digits, asked for with a precision: it costs more than a hundred calls.
_LONGEST_TEXT = 20_000


class StopCall(Interruption):
    """Raised inside a call that takes too long; a BaseException, so that `except Exception` lets it pass.

    `limit` says after how many seconds it was stopped, `computed_for` the same where it used the processor all the time.
    """

    def __init__(
        self, why: str = "", computed_for: float | None = None, limit: float = 0.0
    ) -> None:
        super().__init__(why)
        self.computed_for = computed_for
        self.limit = limit


class Compiled:
    """An operation made ready: what to call, how the journal writes it, what a literal always is."""

    __slots__ = ("constant", "invoke", "is_call", "is_constant", "kind", "name", "operation")

    def __init__(
        self, operation: Operation, invoke: Invoke, kinds: Kinds, journal: Journal | None
    ) -> None:
        self.operation = operation
        self.invoke = invoke
        self.name = journal.name(operation) if journal is not None else b""
        # Building an object field by field runs no code of the subject.
        self.is_call = not isinstance(operation, Literal | Display | Allocate | SetField | Callback)
        self.constant: object = None
        self.kind = -1
        self.is_constant = isinstance(operation, Literal) and self._immutable(kinds)

    def _immutable(self, kinds: Kinds) -> bool:
        value = self.invoke()
        self.constant = value
        self.kind = kinds.of(value)
        return type(value) in (int, float, str, bytes, bool, complex, type(None), range)


class Machine:
    """The live values of the running sequence."""

    def __init__(self, kinds: Kinds, journal: Journal | None = None) -> None:
        self.kinds = kinds
        self.values: list[object] = []
        self.value_kinds: list[int] = []
        self.steps: list[Step] = []
        self.calls = 0
        # Asked after every call of the subject what is wrong now.
        self.after_call: Callable[[Step], Violation | None] | None = None
        self.is_large = False
        self.is_built = False  # a value was made field by field
        self.is_hurried = False  # a call that does not return is stopped soon
        self.was_refused = (
            False  # a call that was passed over raised, and not what a function of ours did
        )
        # Calls that raised and were forgotten, each with the number of steps before it.
        self.taken_back: list[tuple[int, Step]] = []
        self._sized: dict[type, bool] = Forgetful(_MOST_CLASSES)
        self.visitors: tuple[Visitor, ...] = ()
        # Given an operation and what does it, returns what is called instead.
        self.attend: Callable[[Operation, Invoke], Invoke] = lambda operation, invoke: invoke
        self._journal = journal
        # What is written down of the steps: not those of bodies, which stand in the step that made the function.
        self._notes = journal
        # Functions that we make; None until the first one is made.
        self.bodies: Bodies | None = None
        self.depth = 0  # of the body that is running, 0 outside
        self._grower: Grower | None = None
        # Says what it means that the last of some steps of a body did not return.
        self.judge_body: Callable[[list[Step], Outcome], Violation] | None = None
        # The same of what functions of ours are given: see `Bodies`.
        self.check_call: CheckArguments | None = None
        self.judge_argument: Callable[[Callback, str], Violation] | None = None
        self.judge_promise: JudgePromise | None = None
        self.spec_above: Callable[[type, str], object] | None = None
        self.counts_arguments = False
        self._compiled: dict[int, Compiled] = Forgetful(_MOST_READY)

    def start(self) -> None:
        """Forget all values; the next step is the first."""
        self.values = []
        self.value_kinds = []
        self.steps = []
        self.is_large = False
        self.is_built = False
        self.is_hurried = False
        self.was_refused = False
        self.taken_back = []
        self._grower = None
        if self.bodies is not None:
            self.bodies.begin()
        remove_files()
        if self._journal is not None:
            self._journal.begin()

    def go_past(self, step: Step) -> None:
        """Let the sequence go on after the call that raised: the step that ignores it stands in its place."""
        if self._notes is not None:
            self._notes.take_back()
            self._notes.hold(self.compiled(step.operation).name, step.arguments)
        self.values.append(None)
        self.value_kinds.append(self.kinds.none)
        self.steps.append(step)

    def is_made(self, position: int) -> bool:
        """Return whether a step has made its value, which no step before it has."""
        value = self.values[position]
        return not any(value is one for one in self.values[:position])

    def take_back(self, step: Step) -> None:
        """Forget the step that raised; the sequence goes on as if it had not been made."""
        self.taken_back.append((len(self.steps), step))
        if self._notes is not None:
            self._notes.take_back()

    @own_work
    def compiled(self, operation: Operation) -> Compiled:
        """Return the operation made ready; UnknownOperation where the subject does not have it."""
        found = self._compiled.get(identity(operation))
        if found is None:
            # What is passed over is seen here, so that it is known who has raised it.
            if isinstance(operation, Call) and ignores(operation):
                invoke = self._passing_over(self._resolved(heeding(operation)))
            else:
                invoke = self._resolved(operation)
            found = Compiled(operation, invoke, self.kinds, self._journal)
            self._compiled[identity(operation)] = found
        return found

    def _resolved(self, operation: Operation) -> Invoke:
        return self.attend(operation, self._made(operation) or resolve(operation))

    def _passing_over(self, invoke: Invoke) -> Invoke:
        """Return a call that gives None where it raises, and remember whether that was the code's own refusal."""

        def call(*args: object) -> object:
            try:
                return invoke(*args)
            except Exception as raised:
                self.was_refused = self.was_refused or not self._is_handed_on(raised)
                return None

        return call

    def _is_handed_on(self, raised: BaseException) -> bool:
        """Return whether a function of ours has raised an exception on purpose, or the one that it was made of."""
        return self.bodies is not None and any(map(self.bodies.is_own, _behind(raised)))

    def _made(self, operation: Operation) -> Invoke | None:
        """Return what makes a function or a class of ours, None for all that the subject has."""
        if not isinstance(operation, Callback | Derive):
            return None
        if self.bodies is None:
            self.bodies = Bodies(self)
            self.bodies.grower, self.bodies.judge = self._grower, self.judge_body
            self.bodies.judge_promise = self.judge_promise
            self.bodies.spec_above = self.spec_above
            self.bodies.counts_arguments = self.counts_arguments
            self.bodies.check, self.bodies.judge_argument = self.check_call, self.judge_argument
        bodies = self.bodies
        if isinstance(operation, Callback):
            return lambda *captured: bodies.function(operation, captured)
        return lambda *captured: bodies.subclass(operation, captured)

    @contextmanager
    def unnoted(self) -> Iterator[None]:
        """Run what the parent must not take for the code under test, should it end this process."""
        notes, self._notes = self._notes, None
        if self._journal is not None:
            self._journal.forget()
        try:
            yield
        finally:
            self._notes = notes

    @contextmanager
    def inside(self) -> Iterator[None]:
        """Run a body: its steps and values are its own, and what surrounds it goes on afterwards.

        Promises of objects are not asked there: a method of one of them may be running (T2, definition 1).
        """
        outer = self.values, self.value_kinds, self.steps, self.taken_back, self.after_call
        notes, self._notes = self._notes, None
        self.values, self.value_kinds, self.steps, self.taken_back = [], [], [], []
        self.after_call = None
        self.depth += 1
        try:
            yield
        finally:
            self.depth -= 1
            self._notes = notes
            self.values, self.value_kinds, self.steps, self.taken_back, self.after_call = outer

    def let_grow(self, grower: Grower) -> None:
        """Ask for the bodies of functions that have none yet, until the next sequence begins."""
        self._grower = grower
        if self.bodies is not None:
            self.bodies.grower = grower

    def amend(self, position: int, step: Step) -> None:
        """Write down what a step of the sequence has become, while a body of a function that it made runs."""
        if self._journal is not None:
            self._journal.amend(position, step.operation, step.arguments)

    def state(self, position: int) -> int:
        """Return a number for the state that a value is in."""
        return state_of(self.values[position]).number

    def take(self, step: Step, value: object) -> None:
        """Begin a body with a value that it was given."""
        self.values.append(value)
        self.value_kinds.append(self.kinds.of(value))
        self.steps.append(step)

    def perform_all(self, steps: tuple[Step, ...]) -> tuple[int, Outcome]:
        """Perform steps until one does not return: how many did, and the outcome of the last.

        As `perform`, with less ado about plain values.
        """
        compiled, journal = self._compiled, self._notes
        values, kinds, done = self.values, self.value_kinds, self.steps
        for number, step in enumerate(steps):
            ready = compiled.get(identity(step[0]))
            if ready is not None and ready.is_constant:
                if journal is not None:
                    journal.hold(ready.name, ())
                values.append(ready.constant)
                kinds.append(ready.kind)
                done.append(step)
            elif (outcome := self.perform(step)) is not RETURNED:
                return number, outcome
        return len(steps), RETURNED

    @calls_subject
    def perform(self, step: Step) -> Outcome:
        """Perform one step; RETURNED, or what it did instead."""
        operation, arguments = step
        ready = self._compiled.get(identity(operation)) or self.compiled(operation)
        values = self.values
        journal = self._notes
        if ready.is_constant:
            if journal is not None:
                journal.hold(ready.name, ())
            values.append(ready.constant)
            self.value_kinds.append(ready.kind)
            self.steps.append(step)
            return RETURNED
        here = len(values)
        if self.bodies is not None and not self.depth:
            self.bodies.refuel()
        try:
            if ready.is_call:
                self.calls += 1
                if journal is not None:
                    journal.note(ready.name, arguments)
                if self.visitors:
                    self._before(operation, arguments)
            elif journal is not None:
                journal.hold(ready.name, arguments)
            count = len(arguments)
            if count == 1:
                value = ready.invoke(values[here - arguments[0]])
            elif count == 2:
                value = ready.invoke(values[here - arguments[0]], values[here - arguments[1]])
            else:
                value = ready.invoke(*[values[here - back] for back in arguments])
        except BaseException as raised:
            wrong = (
                self._after(operation, None, raised) if self.visitors and ready.is_call else None
            )
            return Outcome(self._unheard(raised) or raised, wrong)
        finally:
            if self.bodies is not None and not self.depth:
                self.bodies.is_stepping = False
        if self.bodies is not None and (unheard := self._unheard(None)) is not None:
            return Outcome(unheard)
        try:
            kind = self.kinds.of(value)
        except Exception as odd:
            if why := str(odd) if isinstance(odd, UnusableClass) else unusable(type(value)):
                raise Unworkable(
                    f"its result cannot be looked at: {why}", getattr(operation, "target", "")
                ) from None
            raise
        values.append(value)
        self.value_kinds.append(kind)
        self.steps.append(step)
        if not ready.is_call:
            if type(operation) is Allocate:
                self.is_built = True
            return RETURNED
        if (
            self.calls & 7
            and self._sized.get(type(value)) is False
            and kind != self.kinds.large
            and self.after_call is None
            and not self.visitors
        ):
            return RETURNED  # most often there is nothing to look at
        try:
            violation = self._look(step, value, here)
        except StopCall as stopped:
            # What we ask of the subject after a call (its length, its invariant) may hang, too.
            self._drop_last()
            return Outcome(stopped)
        if violation is None:
            return RETURNED
        if violation.blame is Blame.TEST:
            self._drop_last()  # as if the call had raised
        return Outcome(None, violation)

    def _unheard(self, raised: BaseException | None) -> BaseException | None:
        """Return what ends a step because of a body that ran in it, whoever has swallowed the exception."""
        return self.bodies.unheard(raised) if self.bodies is not None and not self.depth else None

    def _drop_last(self) -> None:
        for made in (self.values, self.value_kinds, self.steps):
            made.pop()

    def _look(self, step: Step, value: object, here: int) -> Violation | None:
        """Look at what a call made and did; return what is wrong with it."""
        if self._sized.get(type(value)) is not False:
            self._weigh(value)
        elif self.value_kinds[here] == self.kinds.large and isinstance(value, str | bytes):
            self.is_large = self.is_large or len(value) > _LONGEST_TEXT
        if self.calls & 7 == 0 and step.arguments:
            self._weigh(self.values[here - step.arguments[0]])
        if self.visitors:
            wrong = self._after(step.operation, value, None)
            if wrong is not None:
                return wrong
        return None if self.after_call is None else self.after_call(step)

    def _is_sized(self, cls: type) -> bool:
        sized = self._sized.get(cls)
        if sized is None:
            sized = self._sized[cls] = hasattr(cls, "__len__") and cls not in (str, bytes)
        return sized

    def _weigh(self, value: object) -> None:
        """Note when a container has grown so large that further calls on it only cost time."""
        if self._is_sized(type(value)):
            try:
                self.is_large = self.is_large or len(value) > _LARGEST  # type: ignore[arg-type]
            except StopCall:
                raise
            except BaseException:  # contextlib.suppress would cost as much as the call of len
                pass

    def _before(self, operation: Operation, arguments: tuple[int, ...]) -> None:
        here = len(self.values)
        passed = [self.values[here - back] for back in arguments]
        for visitor in self.visitors:
            visitor.before(here, getattr(operation, "target", ""), passed)

    def _after(
        self, operation: Operation, value: object, raised: BaseException | None
    ) -> Violation | None:
        target = getattr(operation, "target", "")
        for visitor in self.visitors:
            wrong = visitor.after(target, value, raised)
            if wrong is not None:
                name = type(visitor).__name__
                return Violation(
                    rule="visitor",
                    step=len(self.values) - (raised is None),
                    blame=Blame.CODE,
                    message=wrong,
                    operation=target,
                    signature=("visitor", name, target),
                    reason=f"{name} says so",
                )
        return None


def summary_of(value: object, most: int = 200) -> str:
    """Return the repr of a value, cut and made harmless; never raises."""
    try:
        text = repr(value)
    except Exception as raised:
        text = f"<{type(value).__name__} whose repr raises {type(raised).__name__}>"
    if len(text) > most:
        text = f"{text[:most]}… ({len(text)} characters)"
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def run(machine: Machine, sequence: Sequence, past_exceptions: bool = False) -> Execution:
    """Perform a whole sequence and return what happened; stops at the first exception unless told otherwise."""
    machine.start()
    outcomes: list[RecordedOutcome] = []
    for step in sequence.steps:
        outcome = machine.perform(step)
        if outcome is RETURNED:
            form = machine.kinds.forms[machine.value_kinds[-1]]
            outcomes.append(Returned(form, summary_of(machine.values[-1])))
            continue
        raised = outcome.exception
        assert raised is not None
        if isinstance(raised, StopCall):
            outcomes.append(Stopped(str(raised)))
            break
        outcomes.append(Raised(type(raised).__name__, text_of(raised)))
        if not past_exceptions:
            break
        machine.values.append(None)
        machine.value_kinds.append(machine.kinds.none)
    return Execution(sequence, tuple(outcomes))


def _behind(raised: BaseException) -> list[BaseException]:
    """Return an exception with those that it was made of, and those that are in a group."""
    found: list[BaseException] = []
    rest: list[BaseException | None] = [raised]
    while rest and len(found) < _MOST_BEHIND:
        one = rest.pop()
        if one is not None and not any(one is known for known in found):
            found.append(one)
            rest += [one.__cause__, one.__context__, *getattr(one, "exceptions", ())]
    return found
