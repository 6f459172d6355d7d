"""Dataclasses ⇄ lines of JSON, driven by their annotations: `to_line` and `from_line`; `to_json` and `from_json`.

Processes talk in such lines.  What was read fits its annotations, or `Malformed` says where it does not: nothing else
is raised, whatever another process sends, and nothing it sends is run.
"""

from __future__ import annotations

import functools
import json
import reprlib
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Any

from refute.model.codec import sequence_from_json, sequence_to_json
from refute.model.execution import RecordedOutcome
from refute.model.sequence import Sequence
from refute.model.story import outcome_from_json, outcome_to_json

# Where an object may be of several classes, this key says of which.
_CLASS = "is"

# The originals: code under test may replace those in `json`.
_dumps, _loads = json.dumps, json.loads

Convert = Callable[[Any], Any]


class Malformed(ValueError):
    """What arrived is not what was to be sent; the message says where and why."""


def to_line(message: object) -> bytes:
    """Return a message as one line of JSON that begins with the name of its class."""
    return _dumps(to_json(message)).encode() + b"\n"


def from_line(kind: Any, line: bytes) -> Any:
    """Return the message that a line holds, one of the classes in `kind`, a class or a union of classes."""
    return from_json(kind, parsed(line))


def to_json(message: object) -> dict[str, Any]:
    """Return a message as a JSON object, with the name of its class."""
    cls: Any = type(message)
    return {_CLASS: cls.__name__, **_written(_form(cls), message)}


def from_json(kind: Any, data: Any) -> Any:
    """Return the message that `to_json` wrote."""
    return _tagged(typing.get_args(kind) or (kind,)).read(data)


def parsed(line: bytes) -> Any:
    """Return the JSON in a line."""
    try:
        return _loads(line)
    except (ValueError, RecursionError) as wrong:
        raise Malformed(f"not a line of JSON: {wrong}") from None


# ---- the form of each type --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Form:
    """How values of a type are read from JSON and written; `write` is None where they are JSON as they are."""

    read: Convert
    write: Convert | None = None


def _written(form: _Form, value: Any) -> Any:
    return value if form.write is None else form.write(value)


@functools.cache
def _form(kind: Any) -> _Form:
    if kind in _FORMS:
        return _FORMS[kind]
    origin, inside = typing.get_origin(kind), typing.get_args(kind)
    if origin in (typing.Union, UnionType):
        return _union(inside)
    if origin in (list, frozenset) or (origin is tuple and inside[-1] is ...):
        return _many(origin, _form(inside[0]))
    if origin is tuple:
        return _row(tuple(map(_form, inside)))
    if origin in (dict, Mapping):
        return _table(_form(inside[0]), _form(inside[1]), inside[0] is int)
    if is_dataclass(kind):
        return _record(kind)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _Form(_guarded(kind), lambda member: member.value)
    raise TypeError(f"{kind} has no form in JSON")


def _expected(what: str, data: Any) -> Malformed:
    return Malformed(f"expected {what}, not {reprlib.repr(data)}")


def _plain(kind: type) -> _Form:
    accepted = (kind, int) if kind is float else (kind,)

    def read(data: Any) -> Any:
        if type(data) not in accepted:  # True is no number
            raise _expected(kind.__name__, data)
        return data

    return _Form(read)


def _guarded(convert: Convert) -> Convert:
    """Return a conversion with a reader of its own that says what is wrong in the way all others do."""

    def read(data: Any) -> Any:
        try:
            return convert(data)
        except Exception as wrong:  # the data may be anything
            raise Malformed(f"{type(wrong).__name__}: {wrong}") from None

    return read


_FORMS: dict[Any, _Form] = {
    **{kind: _plain(kind) for kind in (str, int, float, bool, NoneType)},
    object: _Form(lambda data: data),  # any JSON; whoever knows what it is reads it
    Sequence: _Form(_guarded(sequence_from_json), sequence_to_json),
    # As in the corpus, where types are names: what is replayed is compared with that.
    RecordedOutcome: _Form(_guarded(outcome_from_json), outcome_to_json),
}


def _many(kind: type, item: _Form) -> _Form:
    def read(data: Any) -> Any:
        if type(data) is not list:
            raise _expected("a list", data)
        return kind(map(item.read, data))

    if kind is frozenset:
        return _Form(read, lambda value: sorted(_written(item, one) for one in value))
    write = item.write
    return _Form(read, None if write is None else lambda value: list(map(write, value)))


def _row(items: tuple[_Form, ...]) -> _Form:
    def read(data: Any) -> Any:
        if type(data) is not list or len(data) != len(items):
            raise _expected(f"a list of {len(items)}", data)
        return tuple(item.read(one) for item, one in zip(items, data, strict=True))

    if all(item.write is None for item in items):
        return _Form(read)
    return _Form(
        read, lambda value: [_written(item, one) for item, one in zip(items, value, strict=True)]
    )


def _table(key: _Form, value: _Form, numbered: bool) -> _Form:
    number = _guarded(int)

    def read(data: Any) -> Any:
        if type(data) is not dict:
            raise _expected("an object", data)
        return {
            number(name) if numbered else key.read(name): value.read(one)
            for name, one in data.items()
        }

    write = value.write
    if write is None:
        return _Form(read)
    return _Form(read, lambda table: {name: write(one) for name, one in table.items()})


def _record(cls: Any) -> _Form:
    hints = typing.get_type_hints(cls)
    forms = {field.name: _form(hints[field.name]) for field in fields(cls)}
    made = _guarded(lambda values: cls(**values))

    def read(data: Any) -> Any:
        if type(data) is not dict:
            raise _expected(f"an object, a {cls.__name__}", data)
        if data.keys() != forms.keys():
            names = ", ".join(sorted(data.keys() ^ forms.keys()))
            raise Malformed(f"{cls.__name__} lacks, or does not have: {names}")
        values = {}
        for name, form in forms.items():
            try:
                values[name] = form.read(data[name])
            except Malformed as wrong:
                raise Malformed(f"{cls.__name__}.{name}: {wrong}") from None
        return made(values)

    return _Form(
        read, lambda one: {name: _written(form, getattr(one, name)) for name, form in forms.items()}
    )


def _union(members: tuple[Any, ...]) -> _Form:
    """Return the form of plain values or of something else: of one other type, or of several classes."""
    plain = tuple(_FORMS[one].read for one in members if one in _PLAIN)
    others = tuple(one for one in members if one not in _PLAIN)
    if not others:
        return _Form(lambda data: _first_fit(plain, data))
    other = _form(others[0]) if len(others) == 1 else _tagged(others)

    def read(data: Any) -> Any:
        if type(data) in (dict, list):
            return other.read(data)
        return _first_fit((*plain, other.read), data)

    return _Form(read, lambda value: value if type(value) in _PLAIN else _written(other, value))


_PLAIN = (str, int, float, bool, NoneType)


def _first_fit(reads: tuple[Convert, ...], data: Any) -> Any:
    reasons = []
    for read in reads:
        try:
            return read(data)
        except Malformed as wrong:
            reasons.append(str(wrong))
    raise Malformed("; ".join(reasons))


@functools.cache
def _tagged(classes: tuple[type, ...]) -> _Form:
    """Return the form of an object of one of several classes."""
    by_name = {cls.__name__: _form(cls) for cls in classes}

    def read(data: Any) -> Any:
        if type(data) is not dict:
            raise _expected("an object", data)
        name = data.get(_CLASS)
        form = by_name.get(name) if type(name) is str else None
        if form is None:
            raise _expected(f"one of {', '.join(by_name)}", name)
        return form.read({key: value for key, value in data.items() if key != _CLASS})

    return _Form(read, to_json)
