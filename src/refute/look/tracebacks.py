"""Exceptions as they were raised: `traceback_frames` below refute's own, `text_of` the message, `one_line` in short."""

from __future__ import annotations

import os
import types

# Characters of a message: as it is judged and saved, and as it is told on one line.
_LONGEST, _SHORT = 500, 100

# The folder of refute's own code: frames of files in it are ours, not the subject's.
INSIDE = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep


def traceback_frames(exception: BaseException, inside: str = INSIDE) -> list[types.TracebackType]:
    """Return the traceback entries below refute's own frames, outermost first."""
    entries = []
    entry = exception.__traceback__
    while entry is not None:
        file = entry.tb_frame.f_code.co_filename
        if not (file.startswith(inside) or file == "<refute>"):
            entries.append(entry)
        entry = entry.tb_next
    return entries


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
