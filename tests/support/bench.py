"""A class written in a test, with an examiner: `Bench` runs calls on it as the search would, or as a whole sequence."""

from __future__ import annotations

import itertools
import sys
import textwrap
from pathlib import Path
from typing import Any

from refute.discover.discovery import discover
from refute.discover.modules import locate
from refute.execute.machine import Machine
from refute.judge.laws.registry import LAWS
from refute.look.kinds import Kinds
from refute.model.execution import RETURNED
from refute.model.literals import source_of
from refute.model.sequence import Literal, Sequence, Step
from refute.model.typeform import ANY
from refute.model.verdict import Violation
from refute.search.examiner import Examiner

_numbers = itertools.count()


class Bench:
    """`made("Till")`, then `call("Till.put", 0, 3)`: the first number is the position of the receiver."""

    def __init__(self, folder: Path, source: str) -> None:
        self.module = f"bench_{next(_numbers)}"
        (folder / f"{self.module}.py").write_text(textwrap.dedent(source), encoding="utf-8")
        sys.path.insert(0, str(folder))
        self.subject = discover([locate(self.module, folder)])
        sys.path.remove(str(folder))
        self.kinds = Kinds({cls: name for name, cls in self.subject.classes.items()})
        self.machine = Machine(self.kinds)
        self.examiner = Examiner(self.subject, self.kinds, self.machine, LAWS)
        self.routines = {one.target.partition(":")[2]: one for one in self.subject.routines}
        self.steps: list[Step] = []
        self.machine.start()

    @property
    def invariant_checker(self) -> Any:
        return self.examiner.invariant_checker

    @property
    def over_time(self) -> Any:
        return self.examiner.over_time

    def begin(self) -> None:
        """Begin a new sequence."""
        self.steps = []
        self.machine.start()

    def literal(self, value: Any) -> int:
        """Write a value; return its position."""
        form = self.kinds.forms[self.kinds.of(value)]
        self._do(Step(Literal(source_of(value) or "0", form), ()))
        return len(self.steps) - 1

    def call(self, name: str, *arguments: Any, receiver: int | None = None) -> Violation | None:
        """Make a call; arguments are written as literals.  Return what is wrong after it."""
        routine = self.routines[name]
        sources = [] if receiver is None else [receiver]
        sources += [self.literal(one) for one in arguments]
        here = len(self.steps)
        call = routine.call(tuple(range(len(sources))))
        return self._do(Step(call, tuple(here - one for one in sources)))

    def _do(self, step: Step) -> Violation | None:
        self.steps.append(step)
        outcome = self.machine.perform(step)
        if outcome is RETURNED:
            return None
        violation = self.examiner.explain(self.steps, outcome, lambda call, kinds: True)
        self.steps.pop()
        self.machine.take_back(step)
        return violation

    def sequence(self) -> Sequence:
        """Return the calls made so far."""
        return Sequence(tuple(self.steps))

    def examine(
        self, sequence: Sequence, wanted: tuple[str, ...] | None = None
    ) -> Violation | None:
        """Run a sequence from nothing and return its first violation."""
        return self.examiner.examine(sequence, lambda call, kinds: True, wanted)[0]


__all__ = ["ANY", "Bench"]
