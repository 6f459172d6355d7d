"""What it means that a call was stopped because it took too long: `hang_in`."""

from __future__ import annotations

import inspect
import linecache
import re
import threading
import types
from collections.abc import Callable

from refute.execute.machine import StopCall
from refute.look.tracebacks import traceback_frames
from refute.model.execution import Execution
from refute.model.verdict import Violation, deadlock, hang
from refute.search.specifications import SPEC_HANGS, Specifications

# A line on which a lock is taken, and the names on it.
_TAKES = re.compile(r"\s*(?:with\b(.*):|.*?([\w.]+)\.acquire\(\))")
_NAME = re.compile(r"[A-Za-z_][\w.]*")
_LOCK = type(threading.Lock())


def hang_in(
    execution: Execution, specifications: Specifications, is_subject: Callable[[str], bool]
) -> Violation | None:
    """Return what it means that the last step was stopped, None where it may have been waiting, but not for its own lock.

    None as well where it was a specification that did not end.
    """
    raised, step = execution.outcome.exception, execution.sequence.steps[-1]
    if execution.violation is None or execution.violation.rule == SPEC_HANGS:
        return None
    if not isinstance(raised, StopCall):
        return None
    entries = traceback_frames(raised)
    is_deadlock = raised.computed_for is None and _waits_for_lock(entries, is_subject)
    if raised.computed_for is None and not is_deadlock:
        return None
    # The outermost function of the subject, not the line it was at: that is another one each time.
    frames = [entry.tb_frame for entry in entries]
    spec = specifications.spec_called(step)
    stands_in = getattr(spec.function, "__code__", None) if spec is not None else None
    codes = [
        frame.f_code
        for frame in frames
        if is_subject(frame.f_globals.get("__name__", "")) and frame.f_code is not stands_in
    ]
    file = codes[0].co_filename if codes else None
    line = codes[0].co_firstlineno if codes else None
    position = len(execution.sequence) - 1
    seconds = raised.limit if raised.computed_for is None else raised.computed_for
    violation = hang(specifications.called(step), position, seconds, file, line)
    return deadlock(violation) if is_deadlock else violation


def _waits_for_lock(entries: list[types.TracebackType], is_subject: Callable[[str], bool]) -> bool:
    """Return whether the code took a lock on the line where it was stopped, and no other thread can release it."""
    entry = entries[-1] if entries else None
    if entry is None or not is_subject(entry.tb_frame.f_globals.get("__name__", "")):
        return False
    line = linecache.getline(entry.tb_frame.f_code.co_filename, entry.tb_lineno)
    taken = _TAKES.match(line)
    if taken is None or threading.active_count() > 1:
        return False
    names = _NAME.findall(taken[1] or taken[2])
    return any(type(_named(name, entry.tb_frame)) is _LOCK for name in names)


def _named(name: str, frame: types.FrameType) -> object:
    """Return what a dotted name stands for in a frame, found without running anything of the subject's."""
    first, *rest = name.split(".")
    found = frame.f_locals.get(first, frame.f_globals.get(first))
    for attribute in rest:
        found = inspect.getattr_static(found, attribute, None)
    return found
