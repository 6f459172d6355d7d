"""Whether an exception that a law met counts: who raised it, and whether the value excuses it."""

from __future__ import annotations

from decimal import InvalidOperation
from types import TracebackType

from refute.judge.laws.contents import contents_of
from refute.look.tracebacks import raised_on_purpose, traceback_of
from refute.model.roles import Breach

# What Python calls on its own behalf while something is copied or pickled.
COPYING = (
    *("__copy__", "__deepcopy__", "__reduce__", "__reduce_ex__", "__getstate__", "__setstate__"),
    *("__getnewargs__", "__getnewargs_ex__", "__getattr__", "__getattribute__"),
)

_ACCIDENTS = (AttributeError, IndexError, KeyError, NameError, RecursionError, TypeError)


def forbidden(value: object, assertion: str, what: str, error: Exception) -> Breach | None:
    """Return the breach of a law that says "never raises", unless the value is what is wrong.

    NotImplementedError says "not for this class", MemoryError says nothing about it.
    """
    if isinstance(error, (NotImplementedError, MemoryError)):
        return None
    if isinstance(error, RecursionError) and contents_of(value).excuses_recursion:
        return None
    if isinstance(error, InvalidOperation) and contents_of(value).nan:  # a signalling NaN
        return None
    return Breach(f"{what} raises {described(error)}", assertion, error)


def described(error: BaseException) -> str:
    """Return "TypeError: the message", or the bare name if there is none."""
    try:
        message = str(error)
    except Exception:
        message = ""
    name = type(error).__name__
    return f"{name}: {message}" if message else name


def is_raised_on_purpose(error: BaseException, functions: tuple[str, ...] = ()) -> bool:
    """Return whether a `raise` statement raised the exception: in one of the functions, if any are named."""
    place = _places(error)[-1]
    return raised_on_purpose(place, error) and (
        not functions or place.tb_frame.f_code.co_name in functions
    )


def is_refused(error: BaseException) -> bool:
    """Return whether a `raise` says "not with this": a TypeError is how Python itself refuses to hash or to compare."""
    return isinstance(error, TypeError) and is_raised_on_purpose(error)


def is_accident_while_copying(cls: type, error: BaseException) -> bool:
    """Return whether the class's own code for copying stumbled: not a refusal, and not in code of others."""
    places = _places(error)
    if not isinstance(error, _ACCIDENTS) or raised_on_purpose(places[-1], error):
        return False
    if places[-1].tb_frame.f_globals.get("__name__") != cls.__module__:
        return False
    mine = {
        supplied for supplied in COPYING if any(supplied in k.__dict__ for k in cls.__mro__[:-1])
    }
    return any(place.tb_frame.f_code.co_name in mine for place in places)


def _places(error: BaseException) -> list[TracebackType]:
    # Never empty: the exception was caught by a law.
    places = []
    place = traceback_of(error)
    while place is not None:
        places.append(place)
        place = place.tb_next
    return places
