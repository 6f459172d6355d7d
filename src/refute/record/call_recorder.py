"""The calls that other code makes of the subject, as sequences: `CallRecorder`.

After Palulu (Pacheco's thesis, 10.2.2): how a class is set up in a run that works is a place to begin from.  The
interpreter tells of every call (`sys.setprofile`); nothing of the subject is replaced, so that it behaves as always.
"""

from __future__ import annotations

import dis
import inspect
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import CodeType, FrameType, FunctionType
from typing import Any

from refute.execute.resolve import UnknownOperation, find
from refute.look.kinds import class_name
from refute.model.literals import modules_in, source_of
from refute.model.sequence import Display, Literal, Operation, Sequence, Step
from refute.model.subject import Routine, Subject
from refute.model.typeform import ANY, NONE, TypeForm

# A longer sequence takes long to run each time it is built upon; what comes later in a test is left out.
_MOST_STEPS = 120
_MOST_ITEMS = 50
_MOST_SHARED = 1000
_SUSPENDING = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR
_RETURNS = frozenset(
    dis.opmap[name] for name in ("RETURN_VALUE", "RETURN_CONST") if name in dis.opmap
)
_DISPLAYS = (list, tuple, set, frozenset, dict)


class NotWritten(Exception):
    """A call, or a value that it is given, cannot be written down; the message says why."""


class CallRecorder:
    """Writes the outermost calls of the subject's operations as steps; `sequence` is what was written since `begin`."""

    def __init__(self, subject: Subject) -> None:
        self._operations = _Operations(subject)
        self._tops = {name.partition(".")[0] for name in subject.modules}
        self._tops |= {"builtins", *sys.stdlib_module_names}
        self._active: FrameType | None = None  # of the call that is being made
        self._pending: tuple[Routine, dict[int, list[Any]]] | None = None
        self.not_written: Counter[str] = Counter()
        # What later sequences may use, too: by identity the value, and the steps that make it.
        self._shared: dict[int, tuple[Any, Sequence, int]] = {}
        self.begin()

    def begin(self) -> None:
        """Begin a new sequence."""
        self._steps: list[Step] = []
        self._forms: list[TypeForm] = []
        # By identity the step that made a value, the value, which keeps the identity, and the source of a literal.
        self._known: dict[int, tuple[int, Any, str]] = {}
        self._active = self._pending = None

    def share(self) -> None:
        """Let later sequences use the values of this one."""
        whole = self.sequence
        for key, (position, value, source) in self._known.items():
            if not source and len(self._shared) < _MOST_SHARED:
                needed = whole.influence(position, last=len(whole) - 1)
                self._shared[key] = value, whole.keeping(needed), needed.index(position)

    @property
    def sequence(self) -> Sequence:
        """What was written."""
        return Sequence(tuple(self._steps))

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Listen to the calls that are made in the block, in this thread."""
        before = sys.getprofile()
        sys.setprofile(self._heard)
        try:
            yield
        finally:
            sys.setprofile(before)

    def _heard(self, frame: FrameType, event: str, value: object) -> None:
        if event == "call":
            if self._active is None and frame.f_code in self._operations.codes:
                self._begun(frame)
        elif event == "return" and frame is self._active:
            self._active = None
            self._ended(frame, value)

    def _begun(self, frame: FrameType) -> None:
        called = self._operations.called(frame)
        if called is None or len(self._steps) >= _MOST_STEPS:
            return
        # What it does inside is its own business, whether or not it can be written.
        self._active, self._pending = frame, None
        try:
            routine, given = called
            places = _places(routine, given)
            self._pending = routine, places
            # Now: the call may change what it is given.
            before = len(self._steps)
            try:
                sources = {
                    place: [self._value(one) for one in some] for place, some in places.items()
                }
            except NotWritten:
                del self._steps[before:], self._forms[before:]
                self._known = {k: one for k, one in self._known.items() if one[0] < before}
                raise
            self._pending = routine, sources
        except NotWritten as why:
            self._pending = None
            self.not_written[str(why)] += 1

    def _ended(self, frame: FrameType, value: object) -> None:
        if self._pending is None:
            return
        routine, sources = self._pending
        if frame.f_code.co_code[frame.f_lasti] not in _RETURNS:
            self.not_written["it raised"] += 1
            return
        chosen = tuple(place for place, some in sources.items() for _ in some)
        result = self._operations.made(frame, value)
        self._add(routine.call(chosen), [one for some in sources.values() for one in some], result)

    def _add(self, operation: Operation, sources: list[int], value: Any, source: str = "") -> int:
        here = len(self._steps)
        self._steps.append(Step(operation, tuple(here - one for one in sources)))
        self._forms.append(NONE if value is None else TypeForm(class_name(type(value))))
        self._known.setdefault(id(value), (here, value, source))
        return here

    # ---- values ---------------------------------------------------------------------------------------------

    def _value(self, value: Any) -> int:
        """Return the step that makes a value; one is added where there is none."""
        known = self._known.get(id(value))
        source = self._source(value)
        if known is not None and known[2] == (source or ""):
            return known[0]
        if source is not None:
            form = NONE if value is None else TypeForm(class_name(type(value)))
            self._known.pop(id(value), None)
            return self._add(Literal(source, form), [], value, source)
        if known is not None:
            return known[0]
        shared = self._shared.get(id(value))
        if shared is not None and len(self._steps) + len(shared[1]) <= _MOST_STEPS:
            return self._joined(*shared)
        if type(value) in _DISPLAYS and len(value) <= _MOST_ITEMS:
            return self._display(value)
        made = self._operations.unmade(value)
        if made is not None:
            return self._add(made.call(()), [], value)
        raise NotWritten(f"it was given {_described(value)}")

    def _joined(self, value: Any, maker: Sequence, position: int) -> int:
        """Add the steps that have made a value before this sequence began."""
        start = len(self._steps)
        self._steps += maker.steps
        self._forms += [_output(step.operation) for step in maker.steps]
        self._known[id(value)] = start + position, value, ""
        return start + position

    def _source(self, value: Any) -> str | None:
        """Return a value as source, None where it has none that a module outside of the tests can use."""
        source = source_of(value)
        if source is None:
            return None
        tops = {name.partition(".")[0] for name in modules_in(source)}
        return source if tops <= self._tops else None

    def _display(self, value: Any) -> int:
        items = [one for pair in value.items() for one in pair] if type(value) is dict else [*value]
        sources = [self._value(one) for one in items]
        kind = type(value).__name__
        forms = tuple(self._forms[one] for one in sources)
        return self._add(Display(kind, forms, TypeForm(kind)), sources, value)


def _output(operation: Operation) -> TypeForm:
    return operation.type if isinstance(operation, Literal) else getattr(operation, "output", ANY)


def _described(value: Any) -> str:
    if isinstance(value, FunctionType):
        return "a function"
    return f"a {type(value).__qualname__} that no recorded call has made"


def _places(
    routine: Routine, given: tuple[list[tuple[str, Any]], dict[str, Any]]
) -> dict[int, list[Any]]:
    """Return by input what it is given; NotWritten where there is no input for it."""
    positional, named = given
    names = {one.name: place for place, one in enumerate(routine.inputs)}
    ways = [one.way for one in routine.inputs]
    places: dict[int, list[Any]] = {}
    for number, (name, value) in enumerate(positional):
        place = names.get(name, number if not name else -1)
        if not 0 <= place < len(ways) or ways[place] == "rest":
            place = ways.index("rest") if "rest" in ways else -1
        places.setdefault(place, []).append(value)
    for name, value in named.items():
        places.setdefault(names.get(name, -1), []).append(value)
    required = {place for place, one in enumerate(routine.inputs) if one.required}
    if -1 in places or not required <= {*places}:
        raise NotWritten("its signature is another one than that of its operation")
    return dict(sorted(places.items()))


class _Operations:
    """The subject's operations by the code that they run."""

    def __init__(self, subject: Subject) -> None:
        self.codes: set[CodeType] = set()
        self._functions: dict[CodeType, tuple[Routine, Any, bool]] = {}
        self._methods: dict[tuple[type, str], Routine] = {}
        self._makers: dict[type, Routine] = {}
        self._defaults: dict[CodeType, dict[str, Any]] = {}
        self._making: set[CodeType] = set()
        self._named: dict[CodeType, str] = {}
        for routine in (*subject.routines, *subject.helpers):
            self._note(routine, subject.classes.get(routine.owner or ""))

    def _note(self, routine: Routine, cls: type | None) -> None:
        if routine.stand_in is not None:
            return
        try:
            found = find(routine.target)
        except UnknownOperation:
            return
        if routine.how == "new" and isinstance(found, type):
            self._makers.setdefault(found, routine)
            for name in ("__init__", "__new__"):
                function = inspect.getattr_static(found, name, None)
                if self._code(getattr(function, "__func__", function), name):
                    break
        elif routine.how in ("method", "operator", "get") and cls is not None:
            name = routine.target.rpartition(".")[2]
            self._methods.setdefault((cls, name), routine)
            self._code(found.fget if isinstance(found, property) else found, name)
        elif routine.how == "function":
            function = getattr(found, "__func__", found)
            if code := self._code(function, ""):
                self._functions.setdefault(code, (routine, found, isinstance(found, classmethod)))

    def _code(self, function: Any, name: str) -> CodeType | None:
        """Note the code that a call runs; what a decorator has put around it is code that other functions share."""
        with suppress(ValueError):
            function = inspect.unwrap(function)
        if not isinstance(function, FunctionType) or function.__code__.co_flags & _SUSPENDING:
            return None
        code = function.__code__
        if "<locals>" in code.co_qualname:
            return None
        self.codes.add(code)
        self._named.setdefault(code, name)
        if name in ("__init__", "__new__"):
            self._making.add(code)
        names = code.co_varnames[: code.co_argcount]
        defaults = function.__defaults__ or ()
        self._defaults[code] = dict(zip(names[len(names) - len(defaults) :], defaults, strict=True))
        self._defaults[code] |= function.__kwdefaults__ or {}
        return code

    def called(
        self, frame: FrameType
    ) -> tuple[Routine, tuple[list[tuple[str, Any]], dict[str, Any]]] | None:
        """Return which operation a frame is a call of, and what it is given; None where it is none."""
        code = frame.f_code
        positional, named = self._given(frame)
        if code in self._functions:
            routine, _, drops_class = self._functions[code]
            return routine, (positional[drops_class:], named)
        if not positional:
            return None
        first, name = positional[0][1], self._named[code]
        if code in self._making:
            cls = first if name == "__new__" and isinstance(first, type) else type(first)
            routine_of_class = self._makers.get(cls)
            return (routine_of_class, (positional[1:], named)) if routine_of_class else None
        for base in type(first).__mro__:
            if (base, name) in self._methods:
                routine = self._methods[base, name]
                receiver = (routine.inputs[0].name, first)
                return routine, ([receiver, *positional[1:]], named)
        return None

    def _given(self, frame: FrameType) -> tuple[list[tuple[str, Any]], dict[str, Any]]:
        """Return what a call passes: by position, each with the name of its parameter, and by keyword."""
        code, values, defaults = frame.f_code, frame.f_locals, self._defaults[frame.f_code]
        count = code.co_argcount
        names, only = (
            code.co_varnames[:count],
            code.co_varnames[count : count + code.co_kwonlyargcount],
        )
        is_left = {
            name: name in defaults and values.get(name) is defaults[name]
            for name in (*names, *only)
        }
        positional = [
            (name, values[name]) for name in names if name in values and not is_left[name]
        ]
        named = {name: values[name] for name in only if name in values and not is_left[name]}
        place = count + code.co_kwonlyargcount
        if code.co_flags & inspect.CO_VARARGS:
            positional += [("", one) for one in values[code.co_varnames[place]]]
            place += 1
        if code.co_flags & inspect.CO_VARKEYWORDS:
            named |= values[code.co_varnames[place]]
        return positional, named

    def made(self, frame: FrameType, value: object) -> Any:
        """Return what a call has made: of a constructor, the object."""
        if frame.f_code in self._making and self._named[frame.f_code] == "__init__":
            return frame.f_locals[frame.f_code.co_varnames[0]]
        return value

    def unmade(self, value: Any) -> Routine | None:
        """Return how an object is made of a class that has no constructor of its own, so that nobody heard of it."""
        routine = self._makers.get(type(value))
        own = [inspect.getattr_static(type(value), name, None) for name in ("__init__", "__new__")]
        is_heard = any(isinstance(getattr(one, "__func__", one), FunctionType) for one in own)
        return routine if routine and not is_heard and not routine.inputs else None
