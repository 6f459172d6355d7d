"""From a live exception to `Evidence`: which frames, raised on purpose or not, and on whose values.

JCrasher tells the machine's exceptions from those thrown on purpose; in Python the opcode at the raising
instruction says which (RAISE_VARARGS is `raise` or `assert`, anything else the interpreter or a builtin).
"""

from __future__ import annotations

import ast
import dis
import inspect
import re
import types
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import MAXYEAR, MINYEAR, date, timedelta
from enum import Enum
from functools import lru_cache
from math import inf
from typing import Any

from refute.execute.failing import (
    attribute_behind,
    expression_at,
    is_guarded,
    is_let_through,
    is_part_of,
    is_taken_apart,
    kept_arguments,
    loops_over_parameters,
    raises_itself,
    unpacked_at,
)
from refute.execute.made import BINDING, is_made_by_code
from refute.model.evidence import Evidence
from refute.model.execution import Frame
from refute.model.private import is_public
from refute.model.sequence import RECEIVERS, Call, Display, Literal, SetField, Step
from refute.model.typeform import TypeForm

_RAISE = dis.opmap["RAISE_VARARGS"]
_MISSING = object()
# Of a recursion, the ends tell all.
_MOST_FRAMES = 40
_PLAIN_TYPES = frozenset({"int", "float", "str", "bytes", "tuple", "list"})
_CONVERTERS = frozenset({"int", "float", "complex", "fromisoformat", "strptime", "fromhex"})


@dataclass(frozen=True, slots=True)
class Passed:
    """What the test made and passed in, by identity; and what is remarkable about it.

    `ours` are all values on the way here with what they hold, `arguments` those of the failing call.
    """

    ours: Collection[int]
    arguments: Collection[int]
    askable: Collection[int] = ()  # what was passed at any time, unless its annotation names it
    values: tuple[object, ...] = ()  # what was passed as an argument at any time
    texts: tuple[str, ...] = ()  # the texts among the arguments
    any_text: bool = False  # a text was passed at any time
    extreme: bool = (
        False  # a number beyond what any machine holds, a date at the end of the calendar
    )
    odd_text: bool = False  # a lone surrogate, or a NUL
    cyclic: bool = False  # something that holds itself


# Beyond it C code that takes an `int` may refuse a number.
_LARGEST = 1 << 31
# From any date, so many days lead beyond the last or the first.
_MOST_DAYS = date.max.toordinal()
_ODD = re.compile("[\x00\ud800-\udfff]")


def passed_in(
    values: list[object], steps: list[Step], places: Iterable[int], sources: Collection[int]
) -> Passed:
    """Return what the steps at these places passed in; `sources` are the positions of the last call's arguments.

    A value that the subject returned is ours once we pass it on: that it was passed was our choice.
    """
    ids: set[int] = set()
    texts: list[str] = []
    given: list[object] = []
    askable: set[int] = set()
    extreme = odd = cyclic = any_text = False
    for position in places:
        operation, arguments = steps[position]
        if isinstance(operation, SetField):
            continue  # the predicate vouches for what was built
        ours = [position - back for back in arguments]
        if isinstance(operation, Call) and operation.how in RECEIVERS:
            ours = ours[1:]
        if isinstance(operation, Literal | Display) and position < len(values):
            ours.append(position)
        if isinstance(operation, Call):
            askable.update(
                id(values[position - back])
                for back, form in zip(arguments, operation.inputs, strict=True)
                if not _names_values(form)
            )
        for place in ours:
            value = values[place]
            given.append(value)
            _add_with_contents(value, ids)
            kind = type(value)
            if kind is int or kind is float:
                extreme = extreme or _LARGEST <= abs(value) < inf  # type: ignore[arg-type]
            elif isinstance(value, date | timedelta):
                extreme = extreme or _is_at_its_limit(value)
            elif isinstance(value, str | bytes):
                any_text = True
                odd = odd or _is_odd(value)
            elif isinstance(value, list | tuple | dict | set):
                inside = [*value, *value.values()] if isinstance(value, dict) else list(value)
                any_text = any_text or any(isinstance(one, str | bytes) for one in inside)
                odd = odd or any(map(_is_odd, inside))
                cyclic = cyclic or any(one is value for one in inside)
            elif isinstance(value, types.FunctionType) and value.__module__ is None:
                ids.add(id(None))  # one of ours, that returns None or may be given it
    for source in sources:
        if type(values[source]) is str:
            texts.append(values[source])  # type: ignore[arg-type]
    arguments_ids = {id(values[source]) for source in sources}
    return Passed(
        ids, arguments_ids, askable, tuple(given), tuple(texts), any_text, extreme, odd, cyclic
    )


def _names_values(form: TypeForm) -> bool:
    """Return whether an annotation says which values there are: a `Literal`, or a list of such."""
    return form.name == "literal" or any(map(_names_values, form.args))


def _is_at_its_limit(value: date | timedelta) -> bool:
    """Return whether a year more or less is no date any more: there is nothing wrong with code that cannot go on."""
    if isinstance(value, timedelta):
        return abs(value.days) >= _MOST_DAYS
    return value.year <= MINYEAR + 1 or value.year >= MAXYEAR - 1


def _is_odd(value: object) -> bool:
    return isinstance(value, str) and _ODD.search(value) is not None


def _add_with_contents(value: object, ids: set[int]) -> None:
    ids.add(id(value))
    if isinstance(value, list | tuple | set | frozenset):
        ids.update(map(id, value))
    elif isinstance(value, dict):
        ids.update(map(id, value.keys()))
        ids.update(map(id, value.values()))
    elif isinstance(value, str | bytes):
        # Single characters and small numbers exist once: one met inside the code may well be of this text.
        ids.update(map(id, value[:64]))


def traceback_frames(exception: BaseException, inside: str) -> list[types.TracebackType]:
    """Return the traceback entries below refute's own frames, outermost first."""
    entries = []
    entry = exception.__traceback__
    while entry is not None:
        file = entry.tb_frame.f_code.co_filename
        if not (file.startswith(inside) or file == "<refute>"):
            entries.append(entry)
        entry = entry.tb_next
    return entries


def raised_on_purpose(entry: types.TracebackType) -> bool:
    """Return whether the entry's instruction is a `raise` or `assert` statement."""
    return entry.tb_frame.f_code.co_code[entry.tb_lasti] == _RAISE


def evidence_of(
    exception: BaseException,
    call: Call,
    *,
    inside: str,
    is_subject: Any,
    passed: Passed,
    contract: bool,
    learned: bool,
    documented: frozenset[str] = frozenset(),
    anything: bool = False,
    internal: bool = False,
) -> Evidence:
    """Return the facts about an exception that `call` raised.

    `inside` is the folder of refute's own code, `is_subject(module_name)` tells the subject's modules.
    """
    entries = traceback_frames(exception, inside)
    mine = [e for e in entries if is_subject(e.tb_frame.f_globals.get("__name__", ""))]
    innermost_is_mine = bool(entries) and bool(mine) and entries[-1] is mine[-1]
    on_purpose = innermost_is_mine and raised_on_purpose(mine[-1])
    bases = frozenset(base.__name__ for base in type(exception).__mro__)
    on_purpose = on_purpose or (
        bool(mine) and is_let_through(mine[-1].tb_frame.f_code, mine[-1].tb_lineno, bases)
    )
    operand, asked, derived, made = "unknown", False, False, False
    if mine and not on_purpose:
        operand, asked = _operands(exception, passed, mine)
        derived = _is_derived(mine[-1], passed.ours)
        made = is_made_by_code(exception, mine[-1], passed.values, is_subject)
    argless = len(call.inputs) <= (call.how in RECEIVERS)
    return Evidence(
        target=call.target,
        how=call.how,
        exception=type(exception).__name__,
        bases=bases,
        message=text_of(exception),
        frames=tuple(_frame(entry) for entry in _ends(mine)),
        on_purpose=on_purpose,
        raiser="binding"
        if _is_passed_on(exception, mine)
        else _raiser(exception, entries, mine, is_subject),
        operand=operand,
        asked=asked,
        contract=contract,
        learned=learned,
        documented=_documented(type(exception).__name__, bases, documented, mine),
        none_passed=id(None) in passed.ours,
        derived=derived,
        made=made,
        anything=anything,
        internal=internal,
        extreme=passed.extreme,
        odd_text=passed.odd_text,
        cyclic=passed.cyclic,
        converts=bool(mine) and passed.any_text and _converts(mine[-1]),
        nothing_passed=bool(mine) and _takes_any_number_and_got_none(mine[0], argless),
        incomplete=_is_incomplete(exception, mine, passed.ours),
        guarded=bool(mine)
        and is_guarded(mine[-1].tb_frame.f_code, mine[-1].tb_lasti, mine[-1].tb_lineno),
        passes=bool(passed.ours),
        argless=argless,
        asks_machine=any(_asks_machine(entry.tb_frame) for entry in _ends(mine)),
    )


def _ends(entries: list[types.TracebackType]) -> list[types.TracebackType]:
    if len(entries) <= _MOST_FRAMES:
        return entries
    half = _MOST_FRAMES // 2
    return [*entries[:half], *entries[-half:]]


def _documented(
    name: str,
    bases: frozenset[str],
    documented: frozenset[str],
    mine: list[types.TracebackType],
) -> str:
    """Return "yes", "" for no, or "base" where only a base class is documented, which the code raises by itself.

    In the last case the documentation speaks of that, and what the interpreter raises is something else.
    """
    if name in documented:
        return "yes"
    named = bases & documented
    if not named or not mine:
        return "yes" if named else ""
    code = mine[-1].tb_frame.f_code
    return "base" if raises_itself(code) and not named.isdisjoint(code.co_names) else "yes"


def _is_passed_on(exception: BaseException, mine: list[types.TracebackType]) -> bool:
    """Return whether a call does not fit the signature because the arguments were passed on as they came.

    `*args` and `**kwargs` are the caller's; so is a function that was passed in and takes another number.
    """
    if not isinstance(exception, TypeError) or not mine:
        return False
    if not BINDING.search(text_of(exception)):
        return False
    return bool(mine[-1].tb_frame.f_code.co_flags & (inspect.CO_VARARGS | inspect.CO_VARKEYWORDS))


def _takes_any_number_and_got_none(entry: types.TracebackType, argless: bool) -> bool:
    code = entry.tb_frame.f_code
    if not code.co_flags & inspect.CO_VARARGS or argless:
        return bool(code.co_flags & inspect.CO_VARARGS)
    name = code.co_varnames[code.co_argcount + code.co_kwonlyargcount]
    return entry.tb_frame.f_locals.get(name) == ()


def _converts(entry: types.TracebackType) -> bool:
    """Return whether a text was to be converted: ValueError is Python's way to say that it cannot be."""
    expression = expression_at(entry.tb_frame.f_code, entry.tb_lasti)
    match expression:
        case ast.Call(func=ast.Name(name) | ast.Attribute(attr=name)) if name in _CONVERTERS:
            return True
        case ast.expr():  # list(map(int, words))
            named = [node.id for node in ast.walk(expression) if isinstance(node, ast.Name)]
            return "map" in named and not _CONVERTERS.isdisjoint(named)
        case _:
            return False


def _is_incomplete(
    exception: BaseException, mine: list[types.TracebackType], ours: Collection[int]
) -> bool:
    """Return whether a dictionary that was passed in lacks a key that the code looks up."""
    if not isinstance(exception, KeyError) or not mine:
        return False
    entry = mine[-1]
    expression = expression_at(entry.tb_frame.f_code, entry.tb_lasti)
    match expression:
        case ast.Subscript(value=container):
            pass
        case ast.Call(func=ast.Attribute(value=container)):
            pass
        case _:
            return False
    if not isinstance(container, ast.Name | ast.Attribute):
        return False
    return any(id(value) in ours for value in _values_in(container, entry.tb_frame))


def _asks_machine(frame: types.FrameType) -> bool:
    """Return whether the code asks what kind of machine it runs on: elsewhere it may well be right."""
    found = [frame.f_globals.get(name) for name in frame.f_code.co_names]
    return any(isinstance(one, types.ModuleType) and one.__name__ == "platform" for one in found)


def text_of(exception: BaseException) -> str:
    """Return the message of an exception, cut; never raises."""
    try:
        return str(exception)[:500]
    except Exception:
        return "<message that raises>"


def _frame(entry: types.TracebackType) -> Frame:
    code = entry.tb_frame.f_code
    module = str(entry.tb_frame.f_globals.get("__name__", ""))
    return Frame(code.co_filename, entry.tb_lineno, code.co_qualname, module)


def _raiser(
    exception: BaseException,
    entries: list[types.TracebackType],
    mine: list[types.TracebackType],
    is_subject: Any,
) -> str:
    if not mine:
        return "binding"
    if entries[-1] is not mine[-1] and raised_on_purpose(entries[-1]):
        return "foreign"
    if _is_of_a_library(type(exception), is_subject):
        return "foreign"
    # The first of the subject's frames is the operation; a public one further down owns what is below it.
    receiver = mine[0].tb_frame.f_locals.get("self", _MISSING)
    for entry in _ends(mine[1:]):
        # A setter or a check that an object calls on itself is part of the operation.
        if is_public(entry.tb_frame.f_code.co_qualname):
            own = entry.tb_frame.f_locals.get("self", None) is receiver
            if not own:
                return "public"
    return "operation"


def _is_of_a_library(cls: type, is_subject: Any) -> bool:
    """Return whether a library has an exception of its own for this, whatever raised it: JSONDecodeError.

    `struct.error` is how the machine says that a number does not fit.
    """
    module = cls.__module__
    return module not in ("builtins", "struct") and not is_subject(module)


def _operands(
    exception: BaseException, passed: Passed, mine: list[types.TracebackType]
) -> tuple[str, bool]:
    operation, entry = mine[0], mine[-1]
    frame, ours = entry.tb_frame, passed.ours
    if isinstance(exception, AttributeError):
        found = _attribute_owner(exception, frame, ours)
        if found:
            return found, False
    if isinstance(exception, KeyError) and _asked_for_key(exception, frame, passed):
        return "ours", True
    expression = expression_at(frame.f_code, entry.tb_lasti)
    if expression is None:
        return "unknown", False
    if _formats_ours(expression, frame, ours):
        return "ours", True
    if isinstance(expression, ast.Tuple | ast.List) and isinstance(expression.ctx, ast.Store):
        # Something is unpacked: what counts is what, not the names it is to get.
        expression = unpacked_at(frame.f_code, expression) or expression
        if ".0" in frame.f_locals:
            frame = _function_around(frame, mine)
    asked = isinstance(exception, LookupError) and (
        _index_is_argument(expression, frame, passed)
        or _index_is_of_parameter(expression, frame, operation.tb_frame.f_code, passed)
        or _index_is_kept(expression, frame, passed)
        or _calls_what_it_holds(expression, frame)
        or is_taken_apart(frame.f_code, entry.tb_lasti)
    )
    values = list(_values_in(expression, frame))
    if any(value is _MISSING for value in values):
        return ("ours", True) if asked else ("unknown", False)
    made_by_us = any(id(value) in ours for value in values)
    return ("ours" if made_by_us else "own"), asked


def _function_around(frame: types.FrameType, mine: list[types.TracebackType]) -> types.FrameType:
    """Return the frame of the function that a generator expression stands in: what it loops over is there."""
    frames = [entry.tb_frame for entry in _ends(mine)[-2::-1]]
    return next((one for one in frames if is_part_of(frame.f_code, one.f_code)), frame)


def _asked_for_key(exception: KeyError, frame: types.FrameType, passed: Passed) -> bool:
    """Return whether the missing key is what the caller asked for: an argument, or a piece of it in any letters."""
    if not exception.args:
        return False
    key = exception.args[0]
    if id(key) in passed.arguments or _is_parameter_value(frame, key, passed.arguments):
        return True
    if isinstance(key, str) and any(_is_piece(key, text) for text in passed.texts):
        return True
    # A function made by a call of ours remembers what it was made for.
    kept = [frame.f_locals.get(name, _MISSING) for name in frame.f_code.co_freevars]
    return any(one is key and id(key) in passed.ours for one in kept)


def _is_piece(key: str, text: str) -> bool:
    key, text = key.strip().casefold(), text.strip().casefold()
    return key == text or bool(key and key in text)


def _formats_ours(expression: ast.expr, frame: types.FrameType, ours: Collection[int]) -> bool:
    """Return whether a format of ours was applied: `format % value`, `format.format(value)`."""
    match expression:
        case ast.BinOp(left=ast.Name(name), op=ast.Mod()):
            pass
        case ast.Call(func=ast.Attribute(value=ast.Name(name), attr="format")):
            pass
        case _:
            return False
    value = frame.f_locals.get(name, _MISSING)
    return isinstance(value, str) and id(value) in ours


def _attribute_owner(
    exception: AttributeError, frame: types.FrameType, ours: Collection[int]
) -> str | None:
    owner = getattr(exception, "obj", _MISSING)
    if owner is _MISSING:
        return None
    if isinstance(owner, types.ModuleType):
        return "self" if owner.__dict__ is frame.f_globals else None
    if owner is not None and owner is frame.f_locals.get("self", _MISSING):
        if id(owner) in ours:
            return "ours"  # the object was passed to its own method
        cls: Any = type(owner)
        if hasattr(cls, "__getattr__") or _is_left_to_others(cls, exception.name or ""):
            return "left"
        return "unset" if exception.name in _set_somewhere(cls) else "self"
    if id(owner) in ours:
        return "ours"
    if owner is None:
        return "own"
    return "left" if _is_declared(type(owner), exception.name or "") else None


@lru_cache(maxsize=1024)
def _set_somewhere(cls: type) -> frozenset[str]:
    """Return the attributes that some method of the class, or of a base, sets on something: these are not misspelt."""
    functions = [
        getattr(one, "__func__", one) for base in cls.__mro__ for one in vars(base).values()
    ]
    codes = [one.__code__ for one in functions if isinstance(one, types.FunctionType)]
    return frozenset(
        step.argval
        for code in codes
        for step in dis.get_instructions(code)
        if step.opname == "STORE_ATTR"
    )


def _is_declared(cls: type, name: str) -> bool:
    """Return whether a class says, by an annotation only, that its objects have an attribute."""
    return any(name in vars(one).get("__annotations__", ()) for one in cls.__mro__)


def _is_left_to_others(cls: type, name: str) -> bool:
    """Return whether a class leaves it to a subclass, or to its user, to set an attribute: a mixin, a template."""
    if cls.__name__.endswith("Mixin"):
        return True
    classes = [*cls.__mro__, *cls.__subclasses__()]
    return any(name in vars(one).get("__annotations__", ()) or name in vars(one) for one in classes)


def _is_parameter_value(frame: types.FrameType, key: object, arguments: Collection[int]) -> bool:
    code = frame.f_code
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    return any(frame.f_locals.get(name, _MISSING) is key and id(key) in arguments for name in names)


def _is_derived(entry: types.TracebackType, ours: Collection[int]) -> bool:
    """Return whether the failing expression works on something that the code computed, and on nothing of ours as it is."""
    expression = expression_at(entry.tb_frame.f_code, entry.tb_lasti)
    parts: list[ast.expr] = []
    match expression:
        case ast.Call(func=ast.Attribute(value=owner), args=args, keywords=keywords):
            parts = [owner, *args, *(k.value for k in keywords)]
        case ast.Call(args=args, keywords=keywords):
            parts = [*args, *(k.value for k in keywords)]
        case ast.BinOp(left=left, right=right):
            parts = [left, right]
        case ast.Subscript(value=value, slice=index):
            parts = [value, index]
        case ast.Tuple(ctx=ast.Store()) | ast.List(ctx=ast.Store()):
            unpacked = unpacked_at(entry.tb_frame.f_code, expression)
            parts = [unpacked] if unpacked is not None else []
    derived = False
    for starred in parts:
        part = _unconverted(starred.value if isinstance(starred, ast.Starred) else starred)
        if isinstance(part, ast.Name | ast.Attribute):
            values = list(_values_in(part, entry.tb_frame))
            if any(id(value) in ours or _holds(value, ours) for value in values):
                return False
            derived = derived or bool(values)
        elif not isinstance(part, ast.Constant):
            derived = True
    return derived


def _unconverted(part: ast.expr) -> ast.expr:
    """Return what is converted: the year in `date(int(year), 1, 1)` is still the caller's."""
    while (
        isinstance(part, ast.Call)
        and isinstance(part.func, ast.Name)
        and part.func.id in _PLAIN_TYPES
        and len(part.args) == 1
    ):
        part = part.args[0]
    return part


def _holds(value: object, ours: Collection[int]) -> bool:
    """Return whether a tuple or dict, such as `args` and `kwargs`, holds something of ours."""
    if type(value) is tuple:
        return any(id(item) in ours for item in value)
    return type(value) is dict and any(id(item) in ours for item in value.values())


def _index_is_argument(expression: ast.expr, frame: types.FrameType, passed: Passed) -> bool:
    for index in _indices(expression):
        value = frame.f_locals.get(index, _MISSING)
        if _is_parameter_value(frame, value, passed.arguments):
            return True
    return False


def _index_is_of_parameter(
    expression: ast.expr, frame: types.FrameType, operation: types.CodeType, passed: Passed
) -> bool:
    """Return whether one of several that the caller asked for is not there: `[row[i] for i in indices]`."""
    if not passed.askable:
        return False
    asked = loops_over_parameters(frame.f_code).intersection(_indices(expression))
    if is_part_of(frame.f_code, operation):
        return bool(asked)
    return any(id(frame.f_locals.get(name, _MISSING)) in passed.ours for name in asked)


def _index_is_kept(expression: ast.expr, frame: types.FrameType, passed: Passed) -> bool:
    """Return whether what is looked up is what the caller gave to the constructor, or to what made this function."""
    cls: Any = type(frame.f_locals.get("self"))
    for name, attribute in _kept_indices(expression):
        if name in frame.f_code.co_freevars and not attribute:
            value = frame.f_locals.get(name, _MISSING)
            if id(value) in passed.ours and not isinstance(value, Enum):
                return True
        if not attribute:
            name, attribute = "self", attribute_behind(frame.f_code, name)
        if name != "self" or attribute not in kept_arguments(cls):
            continue
        values = _chain(name, (attribute,), frame)
        if any(id(one) in passed.askable and not isinstance(one, Enum) for one in values):
            return True
    return False


@lru_cache(maxsize=4096)
def _kept_indices(expression: ast.expr) -> tuple[tuple[str, str], ...]:
    """Return the names, or attributes of names, that are looked up by: a dot and its right side."""
    found = []
    for node in ast.walk(expression):
        if isinstance(node, ast.Subscript):
            match node.slice:
                case ast.Name(name):
                    found.append((name, ""))
                case ast.Attribute(ast.Name(name), attribute):
                    found.append((name, attribute))
    return tuple(found)


def _calls_what_it_holds(expression: ast.expr, frame: types.FrameType) -> bool:
    """Return whether a function is called that the object was given or has made: `self.key(item)`."""
    match expression:
        case ast.Call(func=ast.Attribute(ast.Name("self"), name)):
            cls = type(frame.f_locals.get("self"))
            found = next((vars(one)[name] for one in cls.__mro__ if name in vars(one)), None)
            return found is None or isinstance(found, types.MemberDescriptorType)
        case _:
            return False


@lru_cache(maxsize=4096)
def _indices(expression: ast.expr) -> tuple[str, ...]:
    """Return the names that the expression looks up by, in brackets or as a first argument."""
    found = []
    for node in ast.walk(expression):
        index: ast.expr | None = None
        if isinstance(node, ast.Subscript):
            index = node.slice
        elif isinstance(node, ast.Call) and node.args:
            index = node.args[0]
        if isinstance(index, ast.Name):
            found.append(index.id)
    return tuple(found)


def _values_in(expression: ast.expr, frame: types.FrameType) -> Iterable[object]:
    """Yield what the names and attribute chains of the failing expression stand for, `self` apart.

    Attributes are read from instance dictionaries only: nothing of the subject is run here.
    """
    for name, attributes in _reads(expression):
        if not name:
            yield _MISSING  # the result of a nested call is not at hand
        elif attributes is None:
            if name in frame.f_locals and name != "self":
                yield frame.f_locals[name]
        elif name in frame.f_locals:
            yield from _chain(name, attributes, frame)


@lru_cache(maxsize=4096)
def _reads(expression: ast.expr) -> tuple[tuple[str, tuple[str, ...] | None], ...]:
    """Return the names that an expression reads, each with the attributes read of it; "" for a nested call."""
    called = {id(node.func) for node in ast.walk(expression) if isinstance(node, ast.Call)}
    inner = {id(n.value) for n in ast.walk(expression) if isinstance(n, ast.Attribute)}
    found: list[tuple[str, tuple[str, ...] | None]] = []
    for node in ast.walk(expression):
        if id(node) in inner:
            continue
        if isinstance(node, ast.Call) and node is not expression:
            found.append(("", None))
        elif isinstance(node, ast.Name) and id(node) not in called:
            found.append((node.id, None))
        elif isinstance(node, ast.Attribute):
            names, base = _dotted(node)
            if base:
                found.append((base, tuple(names[:-1] if id(node) in called else names)))
    return tuple(found)


def _dotted(node: ast.Attribute) -> tuple[list[str], str]:
    names = []
    current: ast.expr = node
    while isinstance(current, ast.Attribute):
        names.append(current.attr)
        current = current.value
    return names[::-1], current.id if isinstance(current, ast.Name) else ""


def _chain(name: str, attributes: tuple[str, ...], frame: types.FrameType) -> Iterable[object]:
    value: object = frame.f_locals[name]
    if name != "self" and isinstance(value, types.ModuleType):
        return
    for attribute in attributes:
        try:
            value = object.__getattribute__(value, "__dict__")[attribute]
        except (AttributeError, KeyError, TypeError):
            yield _MISSING
            return
    if not (name == "self" and value is frame.f_locals["self"]):
        yield value
