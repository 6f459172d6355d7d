"""Operations after whose calls a worker could not go on: `Suspects`.

The code under test runs in the worker's own process.  It can make an object that nobody can look at, or change Python
itself, and the next line of refute's raises.  A fresh worker goes on, without what is likely to have done it.
"""

from __future__ import annotations

import re
from collections import Counter

from refute.look.tracebacks import INSIDE
from refute.model.sequence import Call, Sequence

# An operation that has so much against it is not called again.  A stumble is shared by all that the sequence called:
# any of them may have done it, and which one, the next stumbles tell.
_ENOUGH = 6

_PLACE = re.compile(r'^ *File "(.+)", line (\d+)', re.MULTILINE)


class Suspects:
    """Counts what speaks against operations, and tells why they were given up."""

    def __init__(self) -> None:
        self._against: Counter[str] = Counter()
        self._why: dict[str, str] = {}
        self._released: set[str] = set()

    def note(self, sequence: Sequence | None, traceback: str) -> bool:
        """Note that a worker stumbled while it ran a sequence; False where it had called nothing, and nobody is suspected."""
        steps = sequence.steps if sequence is not None else ()
        called = {op.target for op, _ in steps if isinstance(op, Call)}
        why = _in_short(traceback)
        # What happens again without an operation need not have been its doing; it gets one more chance.
        for target in self.given_up():
            if self._why[target] == why and target not in called | self._released:
                self._released.add(target)
                self._against[target] = 0
        for target in called:
            self._against[target] += -(-_ENOUGH // len(called))
            self._why[target] = why
        return bool(called)

    def given_up(self) -> tuple[str, ...]:
        """Return the operations that are not to be called again."""
        return tuple(target for target, weight in self._against.items() if weight >= _ENOUGH)

    def told(self) -> dict[str, str]:
        """Return what to say, by operation: those given up, else all that may have done it."""
        given_up = self.given_up()
        return {
            target: f"{target}: a worker could not go on after calling it: {self._why[target]}. "
            + ("It was not called again. " if given_up else "")
            + "Does it change Python itself, or can its objects not be looked at? If not, please report this.  [given-up]"
            for target in given_up or (one for one, weight in self._against.items() if weight > 0)
        }


def _in_short(traceback: str) -> str:
    """Return the last line of a traceback and where that was, in refute and below it."""
    lines = traceback.strip().splitlines()
    places = [f"{file}:{line}" for file, line in _PLACE.findall(traceback)]
    ours = [place.removeprefix(INSIDE) for place in places if place.startswith(INSIDE)]
    where = dict.fromkeys([*ours[-1:], *(one.removeprefix(INSIDE) for one in places[-1:])])
    return " ".join([lines[-1][:200].rstrip(".") if lines else "?", *(f"({one})" for one in where)])
