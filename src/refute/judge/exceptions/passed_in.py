"""What the test made and passed in, and what is remarkable about it: `PassedIn`, `passed_in`."""

from __future__ import annotations

import dis
import re
import sys
import types
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from datetime import MAXYEAR, MINYEAR, date, timedelta
from decimal import Decimal
from math import inf, isfinite

from refute.look.objects import contents_of, fields_of, parts_of
from refute.model.sequence import RECEIVERS, Call, Display, Literal, SetField, Step
from refute.model.typeform import RESTRICTED, TypeForm


@dataclass(frozen=True, slots=True)
class PassedIn:
    """What the test made and passed in, by identity; and what is remarkable about it.

    `ours` are all values on the way here with what they hold, `arguments` those of the failing call.
    """

    ours: Collection[int]
    arguments: Collection[int]
    askable: Collection[int] = ()  # what was passed at any time, unless its annotation names it
    values: tuple[object, ...] = ()  # what was passed as an argument at any time
    texts: tuple[str, ...] = ()  # the texts among the arguments
    any_text: bool = False  # a text was passed at any time
    # A number beyond what any machine holds, a date at the end of the calendar.
    extreme: bool = False
    # Something on the way is or holds a date near the end, or a number has as many years as the calendar.
    far_date: bool = False
    odd_text: bool = False  # a lone surrogate, or a NUL
    cycle: bool = False  # something that holds itself
    infinity: bool = False  # infinity, or NaN


# Numbers closer to zero than this have fewer digits than others, and what is divided by them becomes infinite.
_SMALLEST = sys.float_info.min
# Beyond it C code that takes an `int` may refuse a number.
_LARGEST = 1 << 31
_MOST_PLACES = 18
# From any date, so many days lead beyond the last or the first.
_MOST_DAYS = date.max.toordinal()
# Within so many years of either end of the calendar it is no wonder that a calculation leaves it.
_FAR = 1000
# Of an object, so much is looked at to see whether it holds itself.
_MOST_HELD = 2000
_NOT_FINITE = re.compile(r"\s*[+-]?(?:inf|infinity|nan)\s*", re.IGNORECASE)
_ODD = re.compile("[\x00\ud800-\udfff]")


def passed_in(
    values: list[object],
    steps: list[Step],
    places: Iterable[int],
    sources: Collection[int],
    answers: Collection[object] = (),
) -> PassedIn:
    """Return what the steps at these places passed in; `sources` are the positions of the last call's arguments.

    A value that the subject returned is ours once we pass it on: that it was passed was our choice.  So are the `answers` that
    functions of ours have given during the last call.
    """
    ids: set[int] = set()
    texts: list[str] = []
    given: list[object] = []
    askable: set[int] = set()
    put: list[tuple[str, int, int]] = []
    extreme = odd = cycle = any_text = infinity = far_date = False
    for position in places:
        far_date = far_date or (position < len(values) and _leads_far(values[position]))
        operation, arguments = steps[position]
        if isinstance(operation, SetField):
            continue  # the predicate vouches for what was built
        ours = [position - back for back in arguments]
        if isinstance(operation, Call) and operation.how in RECEIVERS:
            if position < len(values):  # a call before the one that fails
                put += [
                    (operation.target, id(values[ours[0]]), id(one))
                    for place in ours[1:]
                    for one in (values[place], *contents_of(values[place]))
                ]
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
                extreme = extreme or _is_beyond(abs(value))  # type: ignore[arg-type]
                infinity = infinity or _is_not_finite(value)
            elif kind is Decimal:
                extreme = extreme or _has_many_places(value)  # type: ignore[arg-type]
            elif issubclass(
                kind, date | timedelta
            ):  # what it says that it is may be another's class
                extreme = extreme or _is_at_its_limit(value)  # type: ignore[arg-type]
            elif issubclass(kind, str | bytes):
                any_text = True
                odd = odd or _is_odd(value)
                infinity = infinity or _says_not_finite(value)  # type: ignore[arg-type]
            elif issubclass(kind, list | tuple | dict | set):
                inside = contents_of(value)
                any_text = any_text or any(issubclass(type(one), str | bytes) for one in inside)
                odd = odd or any(map(_is_odd, inside))
                cycle = cycle or any(one is value for one in inside)
                infinity = infinity or any(map(_is_not_finite, inside))
            elif type(value) is types.FunctionType and value.__module__ is None:
                # One of ours: what it returns is written in it; None is among the constants of any function.
                ids.update(
                    id(one.argval) for one in dis.get_instructions(value) if "CONST" in one.opname
                )
    for answer in answers:
        _add_with_contents(answer, ids)
    for source in sources:
        if type(values[source]) is str:
            texts.append(values[source])  # type: ignore[arg-type]
    arguments_ids = {id(values[source]) for source in sources}
    return PassedIn(
        ids,
        arguments_ids,
        askable,
        tuple(given),
        tuple(texts),
        any_text,
        extreme,
        far_date,
        odd,
        cycle or _goes_round(put, values),
        infinity,
    )


def _leads_far(value: object) -> bool:
    """Return whether a value is or holds a date near the end of the calendar, or is a number that leads there from any."""
    if type(value) is int or type(value) is float:
        return abs(value) >= MAXYEAR
    return any(map(_is_far, [value, *fields_of(value).values()]))


def _is_far(value: object) -> bool:
    cls = type(value)  # asked first: `isinstance` runs the code of a proxy's `__class__`
    if issubclass(cls, date) and isinstance(value, date):
        return not MINYEAR + _FAR <= value.year <= MAXYEAR - _FAR
    return issubclass(cls, timedelta) and isinstance(value, timedelta) and _is_at_its_limit(value)


def _goes_round(put: list[tuple[str, int, int]], values: list[object]) -> bool:
    """Return whether one method was given objects so that each is, in the end, put into itself.

    Where several methods take part, such as one that sets a next and one that sets a previous, a ring may be meant.
    """
    if not put:
        return False
    objects = {id(value): value for value in values}
    into: dict[tuple[str, int], set[int]] = {}
    for target, receiver, argument in put:
        into.setdefault((target, receiver), set()).add(argument)
    for target, receiver in into:
        reached: set[int] = set()
        more = [receiver]
        while more:
            found = into.get((target, more.pop()), set()) - reached
            reached |= found
            more += found
        if receiver in reached and _holds_itself(objects[receiver]):
            return True
    return False


def holds_cycle(passed: PassedIn) -> bool:
    """Return whether something that holds itself was passed in, by now: a call before may have put it there.

    Of containers only: that an object leads back to itself, through its parent or its next, may be meant.
    """
    return passed.cycle or any(_holds_itself(one, contents_of) for one in passed.values)


def _holds_itself(value: object, parts: Callable[[object], list[object]] = parts_of) -> bool:
    """Return whether an object is met again among what it holds, and what that holds."""
    seen: set[int] = set()
    more = [value]
    while more and len(seen) < _MOST_HELD:
        held = more.pop()
        for one in parts(held):
            if one is value:
                return True
            if id(one) not in seen:
                seen.add(id(one))
                more.append(one)
    return False


def _names_values(form: TypeForm) -> bool:
    """Return whether an annotation says which values there are: a `Literal`, a condition, or a list of such."""
    return form.name in ("literal", RESTRICTED) or any(map(_names_values, form.args))


def _is_beyond(size: float) -> bool:
    return _LARGEST <= size < inf or 0 < size < _SMALLEST


def _is_at_its_limit(value: date | timedelta) -> bool:
    """Return whether a year more or less is no date any more: there is nothing wrong with code that cannot go on."""
    if isinstance(value, timedelta):
        return abs(value.days) >= _MOST_DAYS
    return value.year <= MINYEAR + 1 or value.year >= MAXYEAR - 1


def _has_many_places(value: Decimal) -> bool:
    """Return whether a number is larger, or closer to zero, than anything that is counted or measured."""
    if not value.is_finite():
        return False
    return abs(value.adjusted()) > _MOST_PLACES or abs(value) >= _LARGEST


def _is_not_finite(value: object) -> bool:
    return type(value) is float and not isfinite(value)


def _says_not_finite(text: str | bytes) -> bool:
    """Return whether a text is one that `float` and `Decimal` take for infinity, or for no number."""
    return isinstance(text, str) and _NOT_FINITE.fullmatch(text) is not None


def _is_odd(value: object) -> bool:
    return issubclass(type(value), str) and _ODD.search(value) is not None  # type: ignore[call-overload]


def _add_with_contents(value: object, ids: set[int]) -> None:
    ids.add(id(value))
    if type(value) is str or type(value) is bytes:
        # Single characters and small numbers exist once: one met inside the code may well be of this text.
        ids.update(map(id, value[:64]))
    else:
        ids.update(map(id, contents_of(value)))
