"""Exceptions as they were raised: `traceback_frames` below refute's own, `raised_on_purpose`, `text_of` the message, `one_line` in short."""

from __future__ import annotations

import dis
import os
import re
import types
from collections.abc import Callable

from refute.model.forgetful import Forgetful

# Lines and columns, from and to, as far as they are known.
SourceRange = tuple[int | None, int | None, int | None, int | None]

# Characters of a message: as it is judged and saved, and as it is told on one line.
_LONGEST, _SHORT = 500, 100

# The folder of refute's own code: frames of files in it are ours, not the subject's.
INSIDE = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep


# The file, by name, of the functions that we make.
MADE_FILE = "<refute>"

# An exception may have something else by that name.
_traceback: Callable[[BaseException], types.TracebackType | None]
_traceback = BaseException.__dict__["__traceback__"].__get__


def traceback_of(exception: BaseException) -> types.TracebackType | None:
    """Return the traceback of an exception, past whatever its class says."""
    return _traceback(exception)


def traceback_frames(exception: BaseException, inside: str = INSIDE) -> list[types.TracebackType]:
    """Return the traceback entries below refute's own frames, outermost first."""
    entries = []
    entry = traceback_of(exception)
    while entry is not None:
        file = entry.tb_frame.f_code.co_filename
        if not (file.startswith(inside) or file == MADE_FILE):
            entries.append(entry)
        entry = entry.tb_next
    return entries


# By the identity of code, which is held here: hashing code takes longer than all else.
_POSITIONS: dict[int, tuple[types.CodeType, list[SourceRange]]] = Forgetful(2000)


def source_position(entry: types.TracebackType) -> SourceRange:
    """Return lines and columns of what was running, which stay the same when code is compiled anew to be watched."""
    code = entry.tb_frame.f_code
    known = _POSITIONS.get(id(code))
    if known is None:
        known = _POSITIONS[id(code)] = code, list(code.co_positions())
    return known[1][entry.tb_lasti >> 1]


def text_of(exception: BaseException) -> str:
    """Return the message of an exception, cut; never raises."""
    try:
        return str(exception)[:_LONGEST]
    except Exception:
        return "<message that raises>"


def one_line(raised: BaseException) -> str:
    """Return the message of an exception, short; never raises."""
    try:
        return " ".join(str(raised).split())[:_SHORT]
    except Exception:
        return "…"


_RAISE = dis.opmap["RAISE_VARARGS"]
# What the interpreter itself says where a `raise` statement names no exception: `raise last` while `last` is None.
_NOTHING_TO_RAISE = re.compile(
    r"exceptions must derive from BaseException|exception causes must derive from BaseException"
    r"|No active exception to reraise|calling .* should have returned an instance of BaseException"
)


def raised_on_purpose(entry: types.TracebackType, exception: BaseException) -> bool:
    """Return whether the entry's instruction is a `raise` or `assert` statement, and it raised what it names."""
    if entry.tb_frame.f_code.co_code[entry.tb_lasti] != _RAISE:
        return False
    by_interpreter = type(exception) in (TypeError, RuntimeError)
    return not (by_interpreter and _NOTHING_TO_RAISE.match(text_of(exception)))


def raised_by_assert(entry: types.TracebackType) -> bool:
    """Return whether the entry's instruction is that of an `assert` statement, which `python -O` leaves out."""
    asserts = False
    for one in dis.get_instructions(entry.tb_frame.f_code):
        if one.offset >= entry.tb_lasti:
            break
        if one.opcode == _RAISE:
            asserts = False
        elif one.opname == "LOAD_ASSERTION_ERROR" or one.argval is AssertionError:
            asserts = True
    return asserts
