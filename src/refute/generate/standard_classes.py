"""Standard classes whose objects have all that a Protocol asks for: `satisfying`."""

from __future__ import annotations

import datetime
import decimal
import io
import pathlib
from types import FunctionType

from refute.look.structural import has_operator, satisfies
from refute.model.subject import class_name

_CLASSES: tuple[type, ...] = (
    *(int, str, list, dict, tuple, float, bytes, set, io.StringIO, io.BytesIO),
    *(datetime.date, datetime.timedelta, decimal.Decimal, pathlib.Path),
)
# So many are enough to show how the Protocol is used.
_MOST = 5


def satisfying(protocol: type) -> tuple[str, ...]:
    """Return the names of a few classes, as forms write them, that can stand for a Protocol; the plain ones first.

    Of one that asks for an operator only the first: objects of different classes can hardly be compared or added.
    """
    found = [cls for cls in _CLASSES if satisfies(cls, protocol) and _is_meant(cls, protocol)]
    most = 1 if has_operator(protocol) else _MOST
    return tuple(_NAMES.get(cls, class_name(cls)) for cls in found[:most])


def _is_meant(cls: type, protocol: type) -> bool:
    """Return whether a stream is for what the Protocol reads and writes: methods made in C do not say what they take."""
    methods = [one for one in vars(protocol).values() if isinstance(one, FunctionType)]
    takes_bytes = any("bytes" in repr(one.__annotations__) for one in methods)
    return takes_bytes if cls is io.BytesIO else not takes_bytes or cls is not io.StringIO


_NAMES: dict[type, str] = {
    io.StringIO: "io:StringIO",
    io.BytesIO: "io:BytesIO",
    pathlib.Path: "pathlib:Path",
}
