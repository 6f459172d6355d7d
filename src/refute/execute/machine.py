"""One step at a time: `Machine` performs steps on live values; `run` performs a whole sequence.

Values live here and nowhere else; the generator sees their kinds, the judge sees evidence.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import itertools
import keyword
import math
import operator
import sys
import types
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from refute.execute.journal import Journal
from refute.look.identity import identity
from refute.look.kinds import Kinds
from refute.look.tracebacks import text_of
from refute.model.execution import Execution, Interruption, Outcome, Raised, Returned, Stopped
from refute.model.forgetful import Forgetful
from refute.model.literals import maker
from refute.model.roles import Visitor
from refute.model.sequence import (
    Allocate,
    Call,
    Display,
    GetField,
    Literal,
    Operation,
    Sequence,
    SetField,
    Step,
)
from refute.model.syntax import MOST_ITEMS, OPERATORS
from refute.model.verdict import Blame, Violation

Invoke = Callable[..., Any]
_BOUND_TO_CLASS = (classmethod, staticmethod, types.ClassMethodDescriptorType)

# So many operations are kept ready: far more than a subject has, but each trial of a smaller sequence makes new ones,
# and each takes a kilobyte.
_MOST_READY = 10_000
# Classes may be made by calls, without end.
_MOST_CLASSES = 2000

# `xs *= 100`, repeated, fills the memory: a sequence ends when a container holds more than this.
_LARGEST = 3000
# As does a text with a million digits, asked for with a precision: it costs more than all calls of a sequence.
_LONGEST_TEXT = 100_000


class StopCall(Interruption):
    """Raised inside a call that takes too long; a BaseException, so that `except Exception` lets it pass.

    `computed_for` says after how many seconds it was stopped, where it used the processor all the time.
    """

    def __init__(self, why: str = "", computed_for: float | None = None) -> None:
        super().__init__(why)
        self.computed_for = computed_for


class UnknownOperation(Exception):
    """A sequence names something that the subject does not have (any more)."""


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
        self.is_call = not isinstance(operation, Literal | Display | Allocate | SetField)
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
        self.exception: BaseException | None = None
        self.calls = 0
        # Called after every call of the subject; what it returns ends
        # the sequence.
        self.after_call: Callable[[Step], Violation | None] | None = None
        self.violation: Violation | None = None
        self.is_large = False
        self.is_built = False  # a value was made field by field
        self.is_hurried = False  # a call that does not return is stopped soon
        # Calls that raised and were forgotten, each with the number of steps before it.
        self.taken_back: list[tuple[int, Step]] = []
        self._raising: Step | None = None
        self._sized: dict[type, bool] = Forgetful(_MOST_CLASSES)
        self.visitors: tuple[Visitor, ...] = ()
        # Given an operation and what does it, returns what is called instead.
        self.attend: Callable[[Operation, Invoke], Invoke] = lambda operation, invoke: invoke
        self._journal = journal
        self._compiled: dict[int, Compiled] = Forgetful(_MOST_READY)

    def start(self) -> None:
        """Forget all values; the next step is the first."""
        self.values = []
        self.value_kinds = []
        self.steps = []
        self.exception = None
        self.violation = None
        self.is_large = False
        self.is_built = False
        self.is_hurried = False
        self.taken_back = []
        if self._journal is not None:
            self._journal.begin()

    def go_past(self, step: Step) -> None:
        """Let the sequence go on after the call that raised: the step that ignores it stands in its place."""
        self._raising = None
        self.take_back()
        if self._journal is not None:
            self._journal.hold(self.compiled(step.operation).name, step.arguments)
        self.values.append(None)
        self.value_kinds.append(self.kinds.none)
        self.steps.append(step)

    def take_back(self) -> None:
        """Forget the call that raised; the sequence goes on as if it had not been made."""
        if self._raising is not None:
            self.taken_back.append((len(self.steps), self._raising))
        self.exception = None
        self.violation = None
        if self._journal is not None:
            self._journal.take_back()

    def compiled(self, operation: Operation) -> Compiled:
        """Return the operation made ready; UnknownOperation where the subject does not have it."""
        found = self._compiled.get(identity(operation))
        if found is None:
            invoke = self.attend(operation, resolve(operation))
            found = Compiled(operation, invoke, self.kinds, self._journal)
            self._compiled[identity(operation)] = found
        return found

    def perform_all(self, steps: tuple[Step, ...]) -> int:
        """Perform steps until one raises; return how many did not.  As `perform`, with less ado about plain values."""
        compiled, journal = self._compiled, self._journal
        values, kinds, done = self.values, self.value_kinds, self.steps
        for number, step in enumerate(steps):
            ready = compiled.get(identity(step[0]))
            if ready is not None and ready.is_constant:
                if journal is not None:
                    journal.hold(ready.name, ())
                values.append(ready.constant)
                kinds.append(ready.kind)
                done.append(step)
            elif not self.perform(step):
                return number
        return len(steps)

    def perform(self, step: Step) -> bool:
        """Perform one step; False when it raised, then `exception` holds what."""
        operation, arguments = step
        ready = self._compiled.get(identity(operation)) or self.compiled(operation)
        values = self.values
        journal = self._journal
        if ready.is_constant:
            if journal is not None:
                journal.hold(ready.name, ())
            values.append(ready.constant)
            self.value_kinds.append(ready.kind)
            self.steps.append(step)
            return True
        here = len(values)
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
            self.exception = raised
            self._raising = step
            if self.visitors and ready.is_call:
                self._after(operation, None, raised)
            return False
        values.append(value)
        kind = self.kinds.of(value)
        self.value_kinds.append(kind)
        self.steps.append(step)
        if not ready.is_call:
            if type(operation) is Allocate:
                self.is_built = True
            return True
        calls = self.calls
        if (
            calls & 7
            and self._sized.get(type(value)) is False
            and kind != self.kinds.large
            and self.after_call is None
            and not self.visitors
        ):
            return True  # most often there is nothing to look at
        try:
            return self._look(step, value, here)
        except StopCall as stopped:
            # What we ask of the subject after a call (its length, its invariant) may hang, too.
            for made in (values, self.value_kinds, self.steps):
                made.pop()
            self.exception = stopped
            self._raising = step
            return False

    def _look(self, step: Step, value: object, here: int) -> bool:
        """Look at what a call made and did; False where something is wrong with it."""
        if self._sized.get(type(value)) is not False:
            self._weigh(value)
        elif self.value_kinds[here] == self.kinds.large and isinstance(value, str | bytes):
            self.is_large = self.is_large or len(value) > _LONGEST_TEXT
        if self.calls & 7 == 0 and step.arguments:
            self._weigh(self.values[here - step.arguments[0]])
        if self.visitors and not self._after(step.operation, value, None):
            return False
        if self.after_call is None:
            return True
        violation = self.after_call(step)
        if violation is None:
            return True
        self.violation = violation
        if violation.blame is Blame.TEST:
            self._raising = step
            for made in (self.values, self.value_kinds, self.steps):
                made.pop()  # as if the call had raised
        return False

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

    def _after(self, operation: Operation, value: object, raised: BaseException | None) -> bool:
        target = getattr(operation, "target", "")
        for visitor in self.visitors:
            wrong = visitor.after(target, value, raised)
            if wrong is not None:
                name = type(visitor).__name__
                self.violation = Violation(
                    rule="visitor",
                    step=len(self.values) - (raised is None),
                    blame=Blame.CODE,
                    message=wrong,
                    operation=target,
                    signature=("visitor", name, target),
                    reason=f"{name} says so",
                )
                return False
        return True


def resolve(operation: Operation) -> Invoke:
    """Return a function that does what the operation says, given its arguments."""
    match operation:
        case Literal(source):
            return maker(source)
        case Call():
            return _call(operation)
        case Display(kind):
            return _DISPLAYS[kind]
        case GetField(name):
            return operator.attrgetter(name)
        case SetField(name, direct):
            put = object.__setattr__ if direct else setattr
            return lambda target, value: put(target, name, value)
        case Allocate(target):
            cls = find(target)
            return lambda: object.__new__(cls)
    raise UnknownOperation(f"{type(operation).__name__} steps cannot be run yet")


def find(target: str) -> Any:
    """Return what `module:qualname` names; UnknownOperation where there is no such thing."""
    module, _, qualname = target.partition(":")
    try:
        found: Any = sys.modules.get(module) or importlib.import_module(module)
        for name in qualname.split("."):
            # Not getattr on a class for its own attributes: a property must come out as a property.
            found = (
                inspect.getattr_static(found, name)
                if isinstance(found, type)
                else getattr(found, name)
            )
    except (ImportError, AttributeError) as missing:
        raise UnknownOperation(f"{target} does not exist (any more): {missing}") from None
    return found


def _dict_of(*items: Any) -> dict[Any, Any]:
    return dict(zip(items[::2], items[1::2], strict=True))


_DISPLAYS: dict[str, Invoke] = {
    "list": lambda *items: list(items),
    "tuple": lambda *items: items,
    "set": lambda *items: set(items),
    "frozenset": lambda *items: frozenset(items),
    "dict": _dict_of,
}


def _call(call: Call) -> Invoke:
    invoke = _plain_call(call)
    if call.keywords:
        invoke = _with_keywords(invoke, call.keywords)
    return consumed(invoke, call.then)


def consumed(invoke: Invoke, then: str) -> Invoke:
    """Return a call with what is done to its result at once, see `Call.then`; keywords are not passed on."""
    for one in then.split():
        invoke = _THEN[one](invoke)
    return invoke


def _plain_call(call: Call) -> Invoke:
    name = call.target.rpartition(".")[2]
    if call.how == "operator" and name != "__call__":
        find(call.target)
        return _operator(OPERATORS[name])
    if call.how in ("field", "set"):
        find(call.target.rpartition(".")[0])  # the attribute itself may be the instance's
        return operator.attrgetter(name) if call.how == "field" else Setter(name.rstrip("="))
    found = find(call.target)
    if call.how == "get":
        return operator.attrgetter(name)
    if call.how in ("check", "checker"):
        return _check(name, call.how == "check")
    if call.how == "method" or call.how == "operator":
        return _method(name, bool(call.keywords))
    if isinstance(found, _BOUND_TO_CLASS):
        owner = find(call.target.rpartition(".")[0])
        bound: Invoke = getattr(owner, name)
        return bound
    invoke: Invoke = found
    return invoke


_MISSING = object()


class Setter:
    """Writes to an attribute, and can take back what it wrote last."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._last: tuple[Any, Any] | None = None

    def __call__(self, one: Any, value: Any) -> None:
        self._last = (one, getattr(one, self._name, _MISSING))
        try:
            setattr(one, self._name, value)
        except BaseException:
            self.undo()  # the class may object after the fact
            raise

    def undo(self) -> bool:
        """Put back what was there before; whether that could be done."""
        assert self._last is not None
        one, before = self._last
        try:
            if before is _MISSING:
                object.__delattr__(one, self._name)
            else:
                object.__setattr__(one, self._name, before)
        except Exception:
            return False
        return True


def _check(name: str, asserts: bool) -> Invoke:
    def check(one: Any) -> Any:
        said = getattr(one, name)()
        if asserts and not said:
            raise AssertionError(f"{name}() is {said!r}")
        return said

    return check


@functools.lru_cache(maxsize=1000)
def _method(name: str, named: bool) -> Invoke:
    # Through the instance, as a caller would: a subclass may override it, an attribute may shadow it.
    if name == "__call__":
        return lambda self, *args, **kw: self(*args, **kw)
    if named or not (name.isascii() and name.isidentifier()) or keyword.iskeyword(name):
        return lambda self, *args, **kw: getattr(self, name)(*args, **kw)
    # As a caller writes it: half the time of getattr and keywords.
    made: Invoke = eval(compile(f"lambda self, *args: self.{name}(*args)", "<refute>", "eval"), {})
    return made


def _operator(template: str) -> Invoke:
    if template == OPERATORS["__setitem__"]:
        return operator.setitem
    if template == OPERATORS["__delitem__"]:
        return operator.delitem
    arity = template.count("{")
    names = ("a", "b", "c")[:arity]
    filled = template.format(*names)
    scope = {"operator": operator, "math": math, "itertools": itertools}
    made: Invoke = eval(compile(f"lambda {', '.join(names)}: {filled}", "<refute>", "eval"), scope)
    return made


def _with_keywords(invoke: Invoke, keywords: tuple[str, ...]) -> Invoke:
    count = len(keywords)
    return lambda *args: invoke(*args[:-count], **dict(zip(keywords, args[-count:], strict=True)))


def _awaited(invoke: Invoke) -> Invoke:
    async def wait(coroutine: Any) -> Any:
        return await coroutine

    import asyncio  # costs a third of a worker's start; most subjects have nothing to await

    def call(*args: Any) -> Any:
        result = invoke(*args)
        # A wrapper around a coroutine function may answer at once.
        return asyncio.run(wait(result)) if inspect.isawaitable(result) else result

    return call


def _items(invoke: Invoke) -> Invoke:
    return lambda *args: list(itertools.islice(invoke(*args), MOST_ITEMS))


def _async_items(invoke: Invoke) -> Invoke:
    import asyncio

    async def take(items: Any) -> list[Any]:
        taken = []
        async for item in items:
            taken.append(item)
            if len(taken) == MOST_ITEMS:
                break
        await items.aclose()
        return taken

    return lambda *args: asyncio.run(take(invoke(*args)))


def _ignoring(invoke: Invoke) -> Invoke:
    def call(*args: Any) -> Any:
        with suppress(Exception):
            return invoke(*args)

    return call


_THEN: dict[str, Callable[[Invoke], Invoke]] = {
    "ignore": _ignoring,
    "await": _awaited,
    "items": _items,
    "async-items": _async_items,
}


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
    outcomes: list[Outcome] = []
    for step in sequence.steps:
        if machine.perform(step):
            form = machine.kinds.forms[machine.value_kinds[-1]]
            outcomes.append(Returned(form, summary_of(machine.values[-1])))
            continue
        raised = machine.exception
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
