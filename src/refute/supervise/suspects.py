"""Operations after whose calls a worker could not go on: `Suspects`; whether they have to do with it: `is_explained`.

The code under test runs in the worker's own process.  It can make an object that nobody can look at, or patch Python
itself, and the next line of refute's raises.  A fresh worker goes on, without what is likely to have done it.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from errno import EBADF
from types import FrameType

from refute.look.tracebacks import INSIDE, traceback_frames
from refute.model.messages import Stumbled
from refute.model.sequence import Call, Sequence

# An operation that has so much against it is not called again.  A stumble is shared by all that the sequence called:
# any of them may have done it, and which one, the next stumbles tell.
_ENOUGH = 6

_LIBRARY = os.path.dirname(os.__file__) + os.sep
_PLACE = re.compile(r'^ *File "(.+)", line (\d+)', re.MULTILINE)


def is_explained(raised: BaseException) -> bool:
    """Return whether the code under test explains an exception in our own code: else it is a defect of ours.

    It does where its code was running, and where it may have used up the stack or the memory or closed a descriptor.
    """
    if isinstance(raised, RecursionError | MemoryError) or getattr(raised, "errno", 0) == EBADF:
        return True
    return not all(_is_of_python(entry.tb_frame) for entry in traceback_frames(raised))


def _is_of_python(frame: FrameType) -> bool:
    """Return whether code is of the standard library, or was made from text in a module of ours, as methods of dataclasses are."""
    file = frame.f_code.co_filename
    if file.startswith("<"):
        return file.startswith("<frozen ") or str(frame.f_globals.get("__name__")).startswith(
            "refute."
        )
    return file.startswith(_LIBRARY) and "-packages" + os.sep not in file


class Suspects:
    """Counts what speaks against operations, and tells why they were given up."""

    def __init__(self) -> None:
        self._against: Counter[str] = Counter()
        self._why: dict[str, str] = {}
        self._released: set[str] = set()
        self.patched = ""  # what was replaced in Python, from when that is known

    def note(self, sequence: Sequence | None, stumbled: Stumbled) -> bool:
        """Note that a worker stumbled while it ran a sequence; False where nobody is suspected: it is a defect of ours."""
        steps = sequence.steps if sequence is not None else ()
        called = {op.target for op, _ in steps if isinstance(op, Call)}
        if stumbled.by in called:
            called = {stumbled.by}
        if not stumbled.is_theirs or not called:
            return False
        if stumbled.patched and not self.patched:
            self.patched = (
                stumbled.patched
            )  # perhaps long ago: from now on workers look after each call
            return True
        why = (
            f"{stumbled.patched} was replaced"
            if stumbled.patched
            else _in_short(stumbled.traceback)
        )
        # What happens again without an operation need not have been its doing; it gets one more chance.
        for target in self.given_up():
            if self._why[target] == why and target not in called | self._released:
                self._released.add(target)
                self._against[target] = 0
        for target in called:
            self._against[target] += -(-_ENOUGH // len(called))
            self._why[target] = why
        return True

    def given_up(self) -> tuple[str, ...]:
        """Return the operations that are not to be called again."""
        return tuple(target for target, weight in self._against.items() if weight >= _ENOUGH)

    def told(self) -> dict[str, str]:
        """Return what to say, by operation: those given up, else all that may have done it."""
        given_up = self.given_up()
        if self.patched and not self._against:
            return {
                "": f"a call replaced {self.patched}, and a worker could not go on. It has not happened again, so that the "
                "operation is not known.  [given-up]"
            }
        return {
            target: f"{target}: a worker could not go on after calling it: {self._why[target]}. "
            + ("It was not called again. " if given_up else "")
            + "It patches Python, or its objects cannot be looked at.  [given-up]"
            for target in given_up or (one for one, weight in self._against.items() if weight > 0)
        }


def _in_short(traceback: str) -> str:
    """Return the last line of a traceback and where that was, in refute and below it."""
    lines = traceback.strip().splitlines()
    places = [f"{file}:{line}" for file, line in _PLACE.findall(traceback)]
    ours = [place.removeprefix(INSIDE) for place in places if place.startswith(INSIDE)]
    where = dict.fromkeys([*ours[-1:], *(one.removeprefix(INSIDE) for one in places[-1:])])
    return " ".join([lines[-1][:200].rstrip(".") if lines else "?", *(f"({one})" for one in where)])
