"""Which branches of the subject's own code a run takes: `Arcs`.

An arc is a pair of lines of one code object that were executed one after the other; 0 stands for the start, -1 for
the end.  Watching slows code down ten times, so it is only used where sequences are chosen for a suite; `refute find`
never watches.

A trace function, not `sys.monitoring`: that is fast where an event is switched off after its first time, but here
the arcs of every run are wanted whole, and then it measured two to three times slower, on 3.12 and on 3.13.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import CodeType, FrameType
from typing import Any

Arc = tuple[CodeType, int, int]

START, END = 0, -1


class Arcs:
    """Collects the arcs that are taken in some source files while it watches."""

    def __init__(self, files: Iterable[str]) -> None:
        self.files = frozenset(files)
        self._known: dict[CodeType, bool] = {}

    @contextmanager
    def watched(self) -> Iterator[set[Arc]]:
        """Yield a set that holds, when the block is left, the arcs taken in it, in this thread."""
        seen: set[Arc] = set()
        before = sys.gettrace()
        try:
            sys.settrace(
                self._tracer(seen)
            )  # inside: a clock that strikes meanwhile raises right after it
            yield seen
        finally:
            sys.settrace(before)

    def _tracer(self, seen: set[Arc]) -> Callable[[FrameType, str, object], Any]:
        known, is_watched = self._known, self._is_watched

        def enter(frame: FrameType, event: str, argument: object) -> Any:
            code = frame.f_code
            if not (known[code] if code in known else is_watched(code)):
                return None
            last = START

            def follow(frame: FrameType, event: str, argument: object) -> Any:
                nonlocal last
                if event == "line":
                    line = frame.f_lineno
                    seen.add((code, last, line))
                    last = line
                elif event == "return":
                    seen.add((code, last, END))
                return follow

            return follow

        return enter

    def _is_watched(self, code: CodeType) -> bool:
        # A module's own code runs once, at import, before anyone watches.
        watched = code.co_filename in self.files and code.co_name != "<module>"
        self._known[code] = watched
        return watched


def name_of(arc: Arc) -> str:
    """Return an arc as text that means the same in another process."""
    code, before, after = arc
    return f"{code.co_filename}:{code.co_firstlineno}:{before}→{after}"
