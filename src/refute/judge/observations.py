"""What of a passing run is stable enough to assert: `record`, `agree`, `select`.

Randoop's regression tests (Pacheco's thesis, 7.2 and 9.1).  We depart in three points: values are written as
source and compared whole, not by `toString`; what differs between processes is dropped; and of the many sequences
that pass only those are kept that show something new.

The functions here look at live values, so `execute` calls them, under its limits; what they return is text.
"""

from __future__ import annotations

import datetime
import math
import os
import re
import socket
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from enum import Enum
from functools import cache
from typing import Any

from refute.look.objects import attributes_of, contents_of
from refute.look.subject_time import calls_subject
from refute.look.tracebacks import (
    raised_by_assert,
    raised_on_purpose,
    text_of,
    traceback_frames,
)
from refute.model.execution import RefusedEffect
from refute.model.literals import maker, source_of
from refute.model.recording import (
    HIDDEN,
    Expected,
    Observation,
    RecordedRaise,
    RecordedTest,
    Sight,
)
from refute.model.sequence import Call, Display, Literal, Sequence, SetField
from refute.model.subject import Input, Routine, Subject, class_name
from refute.model.syntax import STATEMENTS
from refute.model.typeform import ANY, BOOL, NONE, TypeForm, members

# Longer values make unreadable assertions.
LONGEST = 200
# So much is recorded of a run, for a choice of what to assert.
MOST_RECORDED = 24
# So many assertions say what a test shows; more only pin down what others should be free to change.  Where nothing is
# known to tell more than the rest, fewer will do.
MOST_OBSERVATIONS, ENOUGH = 5, 3
# Of an object that was only asked something it is enough to see that it is as before.
MOST_OF_UNCHANGED = 2
MOST_ITEMS = 20
# How an object is written is asserted up to so many characters, unless nothing else can be seen of it.
LONGEST_TEXT = 80
DAY = 86_400.0

_ADDRESS = re.compile(r"0x[0-9a-fA-F]{6,}|\bat 0x|\bid=\d{9,}")
_PLACES = re.compile(
    r"(?<![\w.])/(home|tmp|usr|var|root|etc|opt|proc|dev|mnt|private|Users|nonexistent)(/|$)|[A-Z]:\\"
)
_OBSERVER = re.compile(
    r"(is|has|can|get|to|as|num|n)_\w+|(count|size|length|len|empty|depth|height|width|total|degree"
    r"|min|max|sum|mean|first|last|top|peek|head|tail|keys|values|items|capacity|name|value|key"
    r"|rep_ok|_?check_rep|invariant|class_invariant)"
)
# Named like observers, but they change something, or their values differ from run to run.
_NOT_OBSERVER = re.compile(r"\w*(next|pop|random|hash|id|time|now|nowait|tmp|temp|pid|iter)(_\w+)?")
_PLAIN = frozenset(
    [
        "bool",
        "int",
        "float",
        "complex",
        "str",
        "bytes",
        "list",
        "tuple",
        "set",
        "frozenset",
        "dict",
        "literal",
    ]
)


# --- values as text

_CONTAINERS = frozenset([dict, list, tuple, set, frozenset])


def observe_result(value: object) -> Expected | None:
    """Return what to assert of a plain value, or None for a value that is not plain or not stable."""
    if not is_plain(value):
        return None
    if value is None or isinstance(value, bool | Enum | type):
        source = source_of(value)
        return (source and Expected(source, "is")) or None
    if isinstance(value, float) and math.isnan(value):
        return Expected("float('nan')", "isnan")
    source = source_of(value)
    if source is None or len(source) > LONGEST:
        return None
    if all(_is_round(number) for number in _floats_in(value)):
        return Expected(source)
    return Expected(source, "approx") if _is_flat(value) else None


def is_plain(value: object) -> bool:
    """Return whether a value can be written down and will be the same in another process, as far as one can see."""
    match value:
        case str():
            return stable(value)
        case bytes():
            return stable(value.decode("latin-1"))
        case bool() | None | Enum() | complex():
            return True
        case int() | float():
            return not _is_of_this_run(value)
        case datetime.datetime():
            return (
                abs(value.replace(tzinfo=None) - datetime.datetime.now()).total_seconds() > 2 * DAY
            )
        case datetime.date():
            return abs(value - datetime.date.today()).days > 2
        case dict() | list() | tuple() | set() | frozenset():
            # Nobody knows how one of somebody's own class would be written down, or what it does when it is asked.
            if type(value) not in _CONTAINERS:
                return False
            return all(map(is_plain, contents_of(value))) and not _is_a_place(value)
        case os.PathLike():
            return stable(str(value))
    return True  # whether it can be written down at all, `source_of` says


def _is_a_place(value: object) -> bool:
    """Return whether a list or tuple has the parts of a path on this machine."""
    if not isinstance(value, list | tuple) or not all(type(part) is str for part in value):
        return False
    return not stable("/".join(value))


def stable(text: str) -> bool:
    """Return whether a text is free of addresses, places on this machine, its name and its user's.

    >>> stable("list index out of range"), stable("<Cart object at 0x7f3a5c0b1d90>"), stable("/tmp/x")
    (True, False, False)
    """
    if _ADDRESS.search(text) or _PLACES.search(text):
        return False
    return not any(word in text for word in _words_of_this_machine())


@cache
def _words_of_this_machine() -> tuple[str, ...]:
    words = {os.getcwd(), tempfile.gettempdir(), sys.prefix, os.path.expanduser("~")}
    words |= {socket.gethostname(), os.environ.get("USER", ""), os.environ.get("LOGNAME", "")}
    # Short or everyday words would forbid too much: a user may be called "me", a host "a".
    long = {word for word in words if len(word) > 4 and word not in ("localhost", "runner")}
    return tuple(sorted(long | {folder for folder in sys.path if len(folder) > 2}))


def _is_of_this_run(number: float) -> bool:
    """Return whether a number looks like a process id or a time taken just now."""
    if isinstance(number, int) and number > 1000 and number in (os.getpid(), os.getppid()):
        return True
    now = time.time()
    return any(abs(number - now * unit) < DAY * unit for unit in (1, 1e3, 1e6, 1e9))


def _floats_in(value: object) -> list[float]:
    match value:
        case float():
            return [value]
        case complex():
            return [value.real, value.imag]
        case dict():
            return [f for pair in value.items() for item in pair for f in _floats_in(item)]
        case list() | tuple() | set() | frozenset():
            return [f for item in value for f in _floats_in(item)]
    return []


def _is_round(number: float) -> bool:
    """Return whether a float is one that a person would write, so that rounding cannot have made it."""
    if math.isinf(number):
        return True
    return math.isfinite(number) and (number * 1024).is_integer() and abs(number) < 1e15


def _is_flat(value: object) -> bool:
    """Return whether `pytest.approx` takes the value: numbers, or one level of them."""

    def is_number(item: object) -> bool:
        return type(item) in (int, float, complex) and item == item

    match value:
        case dict():
            return all(map(is_number, value.values())) and not any(_floats_in(k) for k in value)
        case list() | tuple():
            return all(map(is_number, value))
    return is_number(value)


# --- observers


def observers_for(routines: Iterable[Routine], owner: str, *bases: str) -> list[Routine]:
    """Return the routines of a class, or of its bases, that tell its state: they take nothing and return plain values."""
    names = {owner, *bases}
    found = [r for r in routines if r.owner in names and _is_observer(r)]
    return sorted(found, key=lambda r: (_ORDER.index(r.how), r.target))


_ORDER = ("operator", "get", "method")


def _is_observer(routine: Routine) -> bool:
    name = routine.target.rpartition(".")[2]
    if routine.then or any(given.required for given in routine.inputs[1:]):
        return False
    if routine.how == "operator":
        return name == "__len__"
    if (
        routine.how not in _ORDER
        or _NOT_OBSERVER.fullmatch(name)
        or not _may_be_plain(routine.output)
    ):
        return False
    return routine.how == "get" or _OBSERVER.fullmatch(name) is not None


def _may_be_plain(form: TypeForm) -> bool:
    return form == ANY or any(":" in m.name or m.name in _PLAIN for m in members(form))


def expression_of(routine: Routine) -> str:
    """Return an observer as an expression with {0} for the object."""
    name = routine.target.rpartition(".")[2]
    match routine.how:
        case "get":
            return f"{{0}}.{name}"
        case "operator":
            return "len({0})"
    return f"{{0}}.{name}()"


_TEXTS = ("str({0})", "repr({0})")
Look = tuple[str, Callable[[Any], object]]


def _looks(value: object, routines: Iterable[Routine]) -> list[Look]:
    """Return the ways to look at an object: as an expression, and as a function."""
    cls = type(value)
    names = [class_name(c) for c in cls.__mro__[:-1]]
    observers = [(expression_of(r), _reader(r)) for r in observers_for(routines, *names)]
    own = {name for c in cls.__mro__ if c.__module__ != "builtins" for name in vars(c)}
    more: list[Look] = []
    if {"__len__", "__iter__"} <= own:
        more.append(("list({0})", _short_list))
    if "__str__" in own:
        more.append(("str({0})", str))
    elif "__repr__" in own and not more:  # which mostly tells the items once more
        more.append(("repr({0})", repr))
    # A method and the one that it overrides are one way to look.
    return list(dict([*observers, *more]).items())


def _reader(routine: Routine) -> Callable[[Any], object]:
    name = routine.target.rpartition(".")[2]
    match routine.how:
        case "get":
            return lambda value: getattr(value, name)
        case "operator":
            return len
    return lambda value: getattr(value, name)()


def _short_list(value: Any) -> object:
    # Not a plain value, so nothing is asserted, where it is long.
    return list(value) if len(value) <= MOST_ITEMS else object()


def _observe_object(step: int, value: object, routines: Iterable[Routine]) -> list[Observation]:
    """Return what is seen of an object, as assertions: what it is asked, its public attributes, how it is written."""
    routines = list(routines)
    sights = _sights(value, routines)
    told = [
        Observation(step, expression, expected.source, expected.style)
        for expression, expected in sights
        if isinstance(expected, Expected) and expected.source != "None"
    ]
    # Where looking changes it nothing is told.
    attributes = _attributes(step, value) if sights or not _looks(value, routines) else []
    seen = {one.expression: one for one in (*told, *attributes)}
    texts = [seen.pop(text) for text in _TEXTS if text in seen]
    # All that an object consists of in one text says less than each by itself.
    return [*seen.values(), *(t for t in texts if not seen or len(t.expected) <= LONGEST_TEXT)]


@calls_subject
def _sights(value: object, routines: Iterable[Routine]) -> list[tuple[str, Expected | type | None]]:
    """Return what is seen of an object; nothing if looking changes it, since then the order of looks matters."""
    looks = _looks(value, routines)
    seen = [_look(read, value) for _, read in looks]
    if seen != [_look(read, value) for _, read in looks]:
        return []
    return [(expression, sight) for (expression, _), sight in zip(looks, seen, strict=True)]


def sights_of(value: object, routines: Iterable[Routine]) -> list[tuple[str, str]]:
    """Return what an object of the subject, or each in a short list, shows to others: expressions, and what they give.

    An expression has {0} for the value.  Of values that can be written down there is nothing to see.
    """
    routines = list(routines)
    parts = {"{0}": value}
    items = contents_of(value) if type(value) in (list, tuple) else []
    if len(items) <= MOST_ITEMS:
        parts |= {f"{{0}}[{place}]": item for place, item in enumerate(items)}
    return [
        (expression.replace("{0}", name), _told(sight))
        for name, part in parts.items()
        if _is_of(part, routines) and observe_result(part) is None
        for expression, sight in _sights(part, routines)
        if sight is not None
    ]


def _told(sight: Expected | type) -> str:
    return sight.source if isinstance(sight, Expected) else f"raises {sight.__name__}"


def _look(read: Callable[[Any], object], value: object) -> Expected | type | None:
    """Return what a look shows; the class of the exception where an observer refuses, as it may in some states."""
    try:
        return observe_result(read(value))
    except Exception as refused:
        return type(refused)


# --- recording


def record(
    sequence: Sequence,
    values: list[object],
    routines: Iterable[Routine],
    raised: BaseException | None = None,
    is_changed: bool = True,
) -> RecordedTest | None:
    """Return the test that a run makes, or None where there is nothing to assert.

    `values` are those of the steps that returned, in order, looked at after the last; `raised` is what the step
    after them raised; `is_changed` says whether the last step changed the object it was done to.  Observers are
    called in the order in which the test will call them.
    """
    routines = list(routines)
    most = MOST_OBSERVATIONS if is_changed else MOST_OF_UNCHANGED
    sequence = Sequence(sequence.steps[: len(values) + (raised is not None)])
    if raised is not None:
        raises = observe_raise(raised, len(sequence) - 1)
        if raises is None or not isinstance(sequence.steps[-1].operation, Call):
            return None
        seen = _of_receiver(sequence, values, routines)
        return RecordedTest(sequence, tuple(seen[:MOST_RECORDED]), raises)
    last, earlier = _of_results(sequence, values)
    receiver = _of_receiver(sequence, values, routines)
    seen = [
        *last,
        *_of_last(sequence, values, routines),
        *receiver[:most],
        *_of_arguments(sequence, values),
        *earlier,
        *receiver[most:],
    ]
    seen = list(dict.fromkeys(seen)) or _weakest(sequence, values, routines)
    return RecordedTest(sequence, tuple(seen[:MOST_RECORDED])) if seen else None


def asserting(test: RecordedTest, telling: Iterable[Sight] = ()) -> RecordedTest:
    """Return a test with few of its observations: the first, which is what it is about, those that tell the most, and more of the first.

    The order stays, in which they were made.
    """
    known = [(o.step, o.expression) for o in test.observations]
    wanted = dict.fromkeys([*known[: test.raises is None], *(s for s in telling if s in known)])
    kept = set([*wanted][:MOST_OBSERVATIONS])
    for sight in known:
        if len(kept) >= ENOUGH:
            break
        kept.add(sight)
    observations = (o for o in test.observations if (o.step, o.expression) in kept)
    return replace(test, observations=tuple(observations))


def observe_raise(raised: BaseException, step: int) -> RecordedRaise | None:
    """Return an exception as data, or None for one that a test cannot name."""
    cls = type(raised)
    name = class_name(cls)
    found: object = sys.modules.get(cls.__module__)
    for part in cls.__qualname__.split("."):
        found = getattr(found, part, None)
    if found is not cls or not isinstance(raised, Exception):
        return None
    try:
        message = str(raised)
    except Exception:
        message = ""
    first = message.partition("\n")[0][:LONGEST]
    is_telling = first.strip() and first.isprintable() and stable(first)
    return RecordedRaise(step, name, first if is_telling else None)


def _of_results(
    sequence: Sequence, values: list[object]
) -> tuple[list[Observation], list[Observation]]:
    """Return what the last call gave, where it is plain, and what the calls before it gave.

    The last call is what the test is about.  That it gives None is told where it could give something else; of the
    others it is never told.
    """
    seen = []
    for step, value in enumerate(values):
        is_last = step == len(sequence) - 1
        match sequence.steps[step].operation:
            case Call() as call if _gives(call, value) and (is_last or value is not None):
                expected = observe_result(value)
            case _:
                continue
        if expected is not None:
            seen.append(Observation(step, "{0}", expected.source, expected.style))
    last = [each for each in seen if each.step == len(sequence) - 1]
    return last, [each for each in seen if each not in last]


def _gives(call: Call, value: object) -> bool:
    """Return whether a result is worth telling: no object just made, no None where nothing else was possible."""
    is_optional = NONE in members(call.output) and call.output != NONE
    return call.how != "new" and _is_expression(call) and (value is not None or is_optional)


def _is_expression(call: Call) -> bool:
    if call.how == "set":
        return False
    return call.how != "operator" or call.target.rpartition(".")[2] not in STATEMENTS


def _of_receiver(
    sequence: Sequence, values: list[object], routines: list[Routine]
) -> list[Observation]:
    """Return the state of the object that the last step was done to."""
    last = len(sequence) - 1
    match sequence.steps[last].operation:
        case Call(how="method" | "operator" | "get" | "set") | SetField():
            receiver = sequence.sources(last)[0]
            asked = _question(sequence)
            seen = _observe_object(receiver, values[receiver], routines)
            return [each for each in seen if each.expression != asked]
    return []


def _question(sequence: Sequence) -> str:
    """Return the last step as an expression about its receiver: what it asked need not be asked again."""
    last = len(sequence) - 1
    operation = sequence.steps[last].operation
    if not isinstance(operation, Call) or len(sequence.sources(last)) != 1:
        return ""
    name = operation.target.rpartition(".")[2]
    if operation.how == "operator":
        return {"__len__": "len({0})", "__iter__": "list({0})"}.get(name, "")
    return f"{{0}}.{name}" if operation.how in ("get", "field") else f"{{0}}.{name}()"


def _of_last(
    sequence: Sequence, values: list[object], routines: list[Routine]
) -> list[Observation]:
    """Return the state of the object that the last step made, unless it is there under another name."""
    last = len(sequence) - 1
    value = values[last]
    if any(value is other for other in values[:last]) or observe_result(value) is not None:
        return []
    return _observe_object(last, value, routines) if _is_of(value, routines) else []


def _is_of(value: object, routines: Iterable[Routine]) -> bool:
    names = {class_name(c) for c in type(value).__mro__}
    return any(r.owner in names for r in routines)


def _of_arguments(sequence: Sequence, values: list[object]) -> list[Observation]:
    """Return the lists, sets and dicts that we made and the subject has changed."""
    seen = []
    for step, value in enumerate(values):
        if type(value) in (list, set, dict, bytearray) and _is_changed(sequence, values, step):
            expected = observe_result(value)
            if expected is not None:
                seen.append(Observation(step, "{0}", expected.source, expected.style))
    return seen


def _is_changed(sequence: Sequence, values: list[object], step: int) -> bool:
    try:
        match sequence.steps[step].operation:
            case Literal(source):
                return bool(maker(source)() != values[step])
            case Display(kind):
                items = [values[s] for s in sequence.sources(step)]
                return bool(_made(kind, items) != values[step])
    except Exception:
        pass  # elements that cannot be compared: nothing is claimed about them
    return False


def _made(kind: str, items: list[Any]) -> object:
    match kind:
        case "dict" | "OrderedDict":
            return dict(zip(items[::2], items[1::2], strict=True))
        case "set":
            return set(items)
    return items


def _weakest(
    sequence: Sequence, values: list[object], routines: list[Routine]
) -> list[Observation]:
    """Return the assertions of last resort: what class the last value is of, or that it is None."""
    last = len(sequence) - 1
    operation = sequence.steps[last].operation
    if not isinstance(operation, Call) or not _is_expression(operation):
        return []
    value = values[last]
    if value is None:
        return [Observation(last, "{0}", "None", "is")]
    dotted = source_of(type(value))
    if dotted is None or not _is_of(value, routines):
        return []
    return [Observation(last, "{0}", dotted, "isinstance")]


def _attributes(step: int, value: object) -> list[Observation]:
    """Return the public attributes of an object, where they are plain values."""
    seen = []
    for name, item in (attributes_of(value) or {}).items():
        is_hidden = name.startswith("_") or not name.isidentifier() or _NOT_OBSERVER.fullmatch(name)
        expected = None if is_hidden or item is None else observe_result(item)
        if expected is not None:
            seen.append(Observation(step, f"{{0}}.{name}", expected.source, expected.style))
    return seen


# --- what stays


def agree(one: Iterable[Observation], *others: Iterable[Observation]) -> tuple[Observation, ...]:
    """Return the observations that all runs made alike."""
    sets = [set(other) for other in others]
    return tuple(o for o in one if all(o in other for other in sets))


def agreed(recordings: Iterable[RecordedTest | None]) -> RecordedTest | None:
    """Return the test that several runs of one sequence make together, or None where they leave nothing to assert."""
    first, *others = recordings
    if first is None or any(other is None for other in others):
        return None
    tests = [other for other in others if other is not None]
    observations = agree(first.observations, *(t.observations for t in tests))
    observations = tuple(o for o in observations if HIDDEN not in o.expected)
    if all(t.raises == first.raises and HIDDEN not in str(t.raises) for t in [first, *tests]):
        raises = first.raises
    elif len({_exception(t) for t in [first, *tests]}) == 1 and first.raises is not None:
        raises = RecordedRaise(first.raises.step, first.raises.exception)
    else:
        return None
    return RecordedTest(first.sequence, observations, raises) if observations or raises else None


def _exception(test: RecordedTest) -> tuple[int, str] | None:
    return (test.raises.step, test.raises.exception) if test.raises else None


def lookable(subject: Subject) -> list[Routine]:
    """Return the routines among which are the ways to look at an object."""
    return [*subject.routines, *subject.helpers, *_invariants(subject)]


def _invariants(subject: Subject) -> list[Routine]:
    """Return the predicates that objects of the subject hold true, which are not among its routines."""
    return [
        Routine(f"{cls}.{name}", "method", (Input("self", TypeForm(cls)),), BOOL, owner=cls)
        for cls, name in subject.invariants.items()
    ]


# What Python says where both objects have answered NotImplemented.
_UNORDERED = re.compile(r"not supported between instances of '")


def is_telling(raised: BaseException, is_subject: Callable[[str], bool]) -> bool:
    """Return whether an exception is part of what the code promises: raised on purpose, or a refusal of a value.

    An `assert` promises nothing: `python -O` leaves it out.
    """
    if not isinstance(raised, Exception) or isinstance(raised, RefusedEffect | RecursionError):
        return False
    if _by_subject(raised, is_subject):
        return not raised_by_assert(traceback_frames(raised)[-1])
    if type(raised) is TypeError and _UNORDERED.search(text_of(raised)):
        return True
    # Below a frame of the subject; a call that does not fit the signature has none.
    return isinstance(raised, LookupError | ValueError | ArithmeticError) and bool(
        traceback_frames(raised)
    )


def _by_subject(raised: BaseException, is_subject: Callable[[str], bool]) -> bool:
    entries = traceback_frames(raised)
    if not entries:
        return False
    module = entries[-1].tb_frame.f_globals.get("__name__", "")
    return is_subject(module) and raised_on_purpose(entries[-1], raised)
