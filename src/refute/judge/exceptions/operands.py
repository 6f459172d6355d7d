"""On whose values an expression failed: `operands`, read from the frame without running anything of the subject.

A value is ours where the test made it and passed it in, by identity; but of what exists only once, by where it comes from.  What was asked for is a key or an index that the
caller chose: as an argument, in a collection, or when the object was made.
"""

from __future__ import annotations

import ast
import re
import types
from collections.abc import Collection, Iterable
from enum import Enum
from functools import lru_cache
from typing import Any, NamedTuple

from refute.judge.exceptions.expression import (
    argument_for,
    attribute_behind,
    computed_names,
    dotted,
    expression_at,
    is_indexed_by_its_items,
    is_part_of,
    is_taken_apart,
    is_target_of_loop,
    kept_arguments,
    loops_over_parameters,
    unpacked_at,
    unset_parameters,
)
from refute.judge.exceptions.missing_attribute import missing_attribute
from refute.judge.exceptions.passed_in import PassedIn
from refute.look.objects import contents_of
from refute.look.tracebacks import text_of
from refute.model.evidence import Origin

_MISSING, _COMPUTED = object(), object()
# Of a recursion, the ends tell all.
_MOST_FRAMES = 40
_PLAIN_TYPES = frozenset({"int", "float", "str", "bytes", "tuple", "list"})


def ends(entries: list[types.TracebackType]) -> list[types.TracebackType]:
    """Return the entries, of very many the first and the last."""
    if len(entries) <= _MOST_FRAMES:
        return entries
    half = _MOST_FRAMES // 2
    return [*entries[:half], *entries[-half:]]


class Operands(NamedTuple):
    """What the failing expression worked on, as in `Evidence`."""

    origin: Origin
    missing_attribute: str = ""
    asked_for: bool = False
    names_attribute: bool = False
    template_passed: bool = False
    set_by: str = ""


_UNKNOWN = Operands(Origin.UNKNOWN)
_ASKED_FOR = Operands(Origin.PASSED_IN, asked_for=True)


def operands(
    exception: BaseException, passed: PassedIn, mine: list[types.TracebackType]
) -> Operands:
    """Return what the failing expression worked on, and whether the caller asked for it."""
    operation, entry = mine[0], mine[-1]
    frame, ours = entry.tb_frame, passed.ours
    if isinstance(exception, AttributeError):
        if _names_attribute(exception, entry, passed):
            return Operands(Origin.PASSED_IN, names_attribute=True)
        found = missing_attribute(exception, entry, ours)
        if found is not None:
            return Operands(found.origin, found.missing_attribute, set_by=found.set_by)
    if isinstance(exception, KeyError) and (
        _asked_for_key(exception, frame, passed)
        or _asked_of_itself(exception, frame, operation.tb_frame, passed)
    ):
        return _ASKED_FOR
    expression = expression_at(frame.f_code, entry.tb_lasti)
    if expression is None:
        return _UNKNOWN
    if _formats_ours(expression, frame, ours):
        return Operands(Origin.PASSED_IN, template_passed=True)
    if isinstance(exception, RuntimeError) and _CHANGED.search(text_of(exception)):
        expression = _gone_through(expression)
    if isinstance(expression, ast.Tuple | ast.List) and isinstance(expression.ctx, ast.Store):
        # Something is unpacked: what counts is what, not the names it is to get.
        expression = unpacked_at(frame.f_code, expression) or expression
        if ".0" in frame.f_locals:
            frame = _function_around(frame, mine)
    asked = isinstance(exception, LookupError) and (
        _index_is_argument(expression, frame, passed)
        or _index_is_of_parameter(expression, frame, operation.tb_frame.f_code, passed)
        or _index_is_kept(expression, frame, passed)
        or _index_is_handed_on(expression, mine, passed)
        or _calls_what_it_holds(expression, frame)
        or is_taken_apart(frame.f_code, entry.tb_lasti)
        or is_indexed_by_its_items(frame.f_code, entry.tb_lasti)
    )
    values = list(values_in(expression, frame))
    if any(value is _MISSING for value in values):
        return _ASKED_FOR if asked else _UNKNOWN
    made_by_us = any(id(value) in ours for value in values)
    return Operands(Origin.PASSED_IN if made_by_us else Origin.OWN, asked_for=asked)


# What Python says where a collection is changed by whoever goes through it.
_CHANGED = re.compile(r"(?:changed size|mutated) during iteration")


def _gone_through(expression: ast.expr) -> ast.expr:
    """Return what is complained of where a collection is changed meanwhile: of `self.all.get(key)` not the key."""
    match expression:
        case ast.Call(func=ast.Attribute(value=owner)):
            return owner
        case _:
            return expression


def _function_around(frame: types.FrameType, mine: list[types.TracebackType]) -> types.FrameType:
    """Return the frame of the function that a generator expression stands in: what it loops over is there."""
    frames = [entry.tb_frame for entry in ends(mine)[-2::-1]]
    return next((one for one in frames if is_part_of(frame.f_code, one.f_code)), frame)


def _asked_for_key(exception: KeyError, frame: types.FrameType, passed: PassedIn) -> bool:
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


def _names_attribute(
    exception: AttributeError, entry: types.TracebackType, passed: PassedIn
) -> bool:
    """Return whether the caller said by what name an attribute is read: `getattr(item, name)`."""
    match expression_at(entry.tb_frame.f_code, entry.tb_lasti):
        case ast.Call(func=ast.Name("getattr"), args=[_, ast.Constant(), *_]):
            return False
        case ast.Call(func=ast.Name("getattr"), args=[_, named, *_]):
            name = exception.name
            if isinstance(name, str) and any(_is_piece(name, one) for one in passed.texts):
                return True
            # Put together from what was passed in: `getattr(self, "on_" + event)`.
            frame = entry.tb_frame
            parts = (frame.f_locals.get(one) for one, _ in _reads(named))
            return any(isinstance(one, str) and one in passed.texts for one in parts)
        case _:
            return False


def _is_piece(key: str, text: str) -> bool:
    key, text = key.strip().casefold(), text.strip().casefold()
    return key == text or bool(key and key in text)


def _formats_ours(expression: ast.expr, frame: types.FrameType, ours: Collection[int]) -> bool:
    """Return whether a format of ours was applied: `format % value`, `self.format.format(value)`."""
    match expression:
        case ast.BinOp(left=form, op=ast.Mod()):
            pass
        case ast.Call(func=ast.Attribute(value=form, attr="format" | "format_map")):
            pass
        case _:
            return False
    return any(isinstance(one, str) and id(one) in ours for one in values_in(form, frame))


def _asked_of_itself(
    exception: KeyError, frame: types.FrameType, operation: types.FrameType, passed: PassedIn
) -> bool:
    """Return whether the operation was asked for several, and asked itself for each: one of them is not there."""
    is_itself = frame is not operation and frame.f_code is operation.f_code
    return is_itself and any(_is_parameter_value(frame, key, passed.ours) for key in exception.args)


def _is_parameter_value(frame: types.FrameType, key: object, arguments: Collection[int]) -> bool:
    code = frame.f_code
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    return any(frame.f_locals.get(name, _MISSING) is key and id(key) in arguments for name in names)


def is_computed(entry: types.TracebackType, ours: Collection[int]) -> bool:
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
            if _may_yield_ours(unpacked, expression, entry.tb_frame, ours):
                return False
    computed = False
    for starred in parts:
        part = _unconverted(starred.value if isinstance(starred, ast.Starred) else starred)
        if isinstance(part, ast.Name | ast.Attribute):
            values = list(values_in(part, entry.tb_frame))
            if any(id(value) in ours or _holds(value, ours) for value in values):
                return False
            # What a name of the module stands for is the code's own as well.
            computed = computed or bool(values) or _is_global(part, entry.tb_frame)
        elif not isinstance(part, ast.Constant):
            computed = True
    return computed


def _is_global(part: ast.expr, frame: types.FrameType) -> bool:
    return isinstance(part, ast.Name) and part.id in frame.f_globals


def looks_for_own(entry: types.TracebackType, passed: PassedIn) -> bool:
    """Return whether `index` or `remove` looks in a list of the code's own for what nobody has asked for in this call.

    That it was once passed in and kept makes it no question of the caller's.
    """
    match expression_at(entry.tb_frame.f_code, entry.tb_lasti):
        case ast.Call(
            func=ast.Attribute(ast.Name() | ast.Attribute() as place, "index" | "remove"),
            args=[ast.Name() as wanted],
        ):
            where = list(values_in(place, entry.tb_frame))
            what = list(values_in(wanted, entry.tb_frame))
        case _:
            return False
    return (
        bool(what)
        and not any(id(one) in passed.ours for one in where)
        and not any(id(one) in passed.arguments for one in what)
    )


def works_on_piece(entry: types.TracebackType, passed: PassedIn) -> bool:
    """Return whether the failing expression works on a piece of a text that was passed in, such as one of its lines."""
    frame = entry.tb_frame
    expression = expression_at(frame.f_code, entry.tb_lasti)
    values = [frame.f_locals.get(name) for name, _ in (_reads(expression) if expression else ())]
    pieces = [one for one in values if isinstance(one, str) and one]
    return any(piece in text for piece in pieces for text in passed.texts)


def _may_yield_ours(
    looped: ast.expr | None, target: ast.expr, frame: types.FrameType, ours: Collection[int]
) -> bool:
    """Return whether a loop takes apart what a helper yields, and the helper was given a collection of ours.

    Such as `for key, value in pairs_of(pairs)`: what is no pair is the caller's.  Pieces of a text are the code's.
    """
    if not isinstance(looped, ast.Call) or not is_target_of_loop(frame.f_code, target):
        return False
    given = [
        value
        for argument in looped.args
        if isinstance(argument, ast.Name)
        for value in values_in(argument, frame)
    ]
    return any(id(value) in ours and not isinstance(value, str | bytes) for value in given)


def _unconverted(part: ast.expr) -> ast.expr:
    """Return what is converted: the year in `date(int(year), 1, 1)` is still the caller's, and so is a name in other letters."""
    while isinstance(part, ast.Call):
        match part:
            case ast.Call(func=ast.Name(name), args=[only]) if name in _PLAIN_TYPES:
                part = only
            case ast.Call(func=ast.Attribute(ast.Name() as text, "lower" | "upper" | "casefold")):
                part = text
            case _:
                break
    return part


def _holds(value: object, ours: Collection[int]) -> bool:
    """Return whether a tuple or dict, such as `args` and `kwargs`, holds something of ours."""
    if type(value) is tuple:
        return any(id(item) in ours for item in value)
    return type(value) is dict and any(id(item) in ours for item in value.values())


def _index_is_argument(expression: ast.expr, frame: types.FrameType, passed: PassedIn) -> bool:
    for index in _indices(expression):
        value = frame.f_locals.get(index, _MISSING)
        if _is_parameter_value(frame, value, passed.arguments):
            return True
    return False


def _index_is_of_parameter(
    expression: ast.expr, frame: types.FrameType, operation: types.CodeType, passed: PassedIn
) -> bool:
    """Return whether one of several that the caller asked for is not there: `[row[i] for i in indices]`."""
    if not passed.askable:
        return False
    loops = loops_over_parameters(frame.f_code)
    asked = loops.keys() & set(_indices(expression))
    if is_part_of(frame.f_code, operation):
        return bool(asked)
    here = frame.f_locals
    # From Python 3.12 on, the variable of a comprehension is gone once it has raised.
    values = [
        value
        for name in asked
        for value in ([here[name]] if name in here else contents_of(here.get(loops[name])))
    ]
    return any(id(value) in passed.ours for value in values)


def _index_is_kept(expression: ast.expr, frame: types.FrameType, passed: PassedIn) -> bool:
    """Return whether what is looked up is what the caller gave to a constructor, or to what made this function.

    The object that keeps it may be the receiver, one that was passed in, or one that such an object holds.
    """
    for name, attributes in _kept_indices(expression):
        if name in frame.f_code.co_freevars and not attributes:
            value = frame.f_locals.get(name, _MISSING)
            if id(value) in passed.ours and not isinstance(value, Enum):
                return True
        if not attributes:
            name, attributes = attribute_behind(frame.f_code, name)
        if not attributes or name not in frame.f_locals:
            continue
        *way, kept = attributes
        owners = _chain(name, tuple(way), frame) if way else [frame.f_locals[name]]
        classes: list[Any] = [type(owner) for owner in owners]
        if not any(kept in kept_arguments(cls) for cls in classes):
            continue
        values = _chain(name, attributes, frame)
        if any(id(one) in passed.askable and not isinstance(one, Enum) for one in values):
            return True
    return False


def _index_is_handed_on(
    expression: ast.expr, mine: list[types.TracebackType], passed: PassedIn
) -> bool:
    """Return whether a helper looks something up by its parameter, for which its caller gave what was passed in, as it is."""
    names, entries = set(_indices(expression)), ends(mine)
    for called, caller in zip(entries[:0:-1], entries[-2::-1], strict=False):
        given = [
            one
            for name in names & unset_parameters(called.tb_frame.f_code)
            if (one := argument_for(called.tb_frame.f_code, name, caller)) is not None
        ]
        frame = caller.tb_frame
        looked_up = [ast.Subscript(ast.Name("_"), one) for one in given]
        if any(_index_is_kept(one, frame, passed) for one in looked_up):
            return True
        if any(
            _index_is_argument(one, frame, passed)
            or _index_is_of_parameter(one, frame, entries[0].tb_frame.f_code, passed)
            for one in looked_up
        ):
            return True
        names = {one.id for one in given if isinstance(one, ast.Name)}
    return False


@lru_cache(maxsize=4096)
def _kept_indices(expression: ast.expr) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the names that are looked up by, each with the attributes that are read of it."""
    return tuple(
        dotted(node.slice) for node in ast.walk(expression) if isinstance(node, ast.Subscript)
    )


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


def values_in(expression: ast.expr, frame: types.FrameType) -> Iterable[object]:
    """Yield what the names and attribute chains of the failing expression stand for, `self` apart.

    Attributes are read from instance dictionaries only: nothing of the subject is run here.
    """
    for name, attributes in _reads(expression):
        if not name:
            yield _MISSING  # the result of a nested call is not at hand
        elif attributes is None or (not attributes and name in computed_names(frame.f_code)):
            if name in frame.f_locals and name != "self":
                yield _followed(name, frame)
        elif name in frame.f_locals:
            yield from _chain(name, attributes, frame)


def _followed(name: str, frame: types.FrameType) -> object:
    """Return what a local name stands for.

    Of what exists only once, such as the empty text, identity says nothing: it counts as computed where the code has
    computed it.
    """
    value: Any = frame.f_locals[name]
    return _COMPUTED if exists_once(value) and name in computed_names(frame.f_code) else value


def exists_once(value: Any) -> bool:
    """Return whether a value is one that the interpreter has only one of: a small number, a character."""
    kind = type(value)
    if kind is int:
        return bool(-5 <= value <= 256)
    return kind in (str, bytes) and len(value) < 2


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
            base, names = dotted(node)
            if base:
                found.append((base, names[:-1] if id(node) in called else names))
    return tuple(found)


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
