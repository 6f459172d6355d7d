"""Bodies that are being made, or still to be made, in the steps that hold them: `OpenBodies`.

A function may be made in the body of another one, and be called for the first time when that has long returned.  So the
body around it stays a list of steps, and is written into the function anew when something in it changes.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import replace

from refute.generate.frozen_bodies import with_function, with_steps
from refute.generate.generator import Judge, Live
from refute.generate.given_functions import GivenFunctions
from refute.generate.late_captures import Open
from refute.look.objects import identity
from refute.model.growing import Grown
from refute.model.sequence import Call, Callback, Parameter, Require, Sequence, Step
from refute.model.typeform import TypeForm


class OpenBodies(GivenFunctions):
    """A growing sequence that writes the bodies of its functions into its steps."""

    def _begin(self, live: Live, judge: Judge) -> None:
        super()._begin(live, judge)
        # By the identity of the operation, which is held here: functions to be made, and those that have a body.
        self._open: dict[int, Open] = {}
        self._closed: dict[int, Open] = {}
        # What a function has become: the operation that it was, what it is now, and what that captures of what it did.
        self._became: dict[int, tuple[Callback, Grown]] = {}
        self._growing: list[Open] = []

    def _add_open(self, opened: Open) -> None:
        opened.outer = self._growing[-1] if self._growing else None
        self._open[identity(opened.operation)] = opened

    def is_open(self, operation: Callback) -> bool:
        """Return whether the body of a function is still to be made."""
        return identity(operation) in self._open

    def latest(self, operation: Callback) -> Grown | None:
        """Return what a function has become since it was made; None where it is as it was."""
        found = self._became.get(identity(operation))
        return None if found is None else found[1]

    def demanding(
        self, operation: Callback, indices: tuple[int, ...], source: str
    ) -> Callback | None:
        """Return a function that first asks for a condition on arguments; None where it is not of this sequence."""
        known = self._open.pop(identity(operation), None) or self._closed.get(identity(operation))
        if known is None:
            return None
        asked = [Step(Parameter(index), ()) for index in indices]
        asked.append(Step(Require(source), tuple(range(len(indices), 0, -1))))
        made = replace(operation, body=Sequence.trusted((*asked, *operation.body.steps)))
        self._close(known, Grown(made, tuple(range(len(made.captures)))), operation)
        return made

    def counting(self, operation: Callback) -> bool:
        """Let a function take any number of arguments, and ask for as many as it took; whether it is of this sequence."""
        known = self._open.pop(identity(operation), None) or self._closed.get(identity(operation))
        if known is None:
            return False
        asked = Step(Require(f"len({{0}}) == {len(operation.names)}"), (1,))
        body = Sequence.trusted((Step(Parameter(0), ()), asked))
        made = replace(
            operation,
            names=("*args",),
            inputs=(TypeForm("tuple"),),
            captures=(),
            body=body.concatenate(self._plain_body(known.gives)),
        )
        self._close(known, Grown(made, ()), operation)
        return True

    @abstractmethod
    def _plain_body(self, output: TypeForm) -> Sequence:
        """Return the body of a function that only gives something of a form, if it has to."""

    def _close(self, opened: Open, grown: Grown, was: Callback) -> None:
        """Write the body into the step that made the function, or the class whose method it is."""
        made = grown.operation
        step = opened.steps[opened.position]
        opened.steps[opened.position] = with_function(step, opened.method, made, grown.captures)
        self._became[identity(was)] = (was, Grown(made, grown.captures))
        self._freeze(opened, made)
        self._closed[identity(made)] = opened
        outer = opened.outer
        if outer is not None and outer not in self._growing:
            body = Sequence.trusted(tuple(opened.steps))
            changed = replace(outer.operation, body=body)
            every = tuple(range(len(changed.captures)))
            self._close(outer, Grown(changed, every), outer.operation)

    def _freeze(self, opened: Open, made: Callback) -> None:
        """Let what is made in a body know where it stands now that the body is done."""
        before, steps = opened.body or [], list(made.body.steps)
        places = {identity(step.operation): place for place, step in enumerate(steps)}
        for one in (*self._open.values(), *self._closed.values(), *self._growing):
            if one.steps is before and one.outer is opened:
                one.position = places[identity(before[one.position].operation)]
                one.steps = steps
        opened.operation, opened.body = made, steps

    def _write_down(self, step: Step) -> None:
        """Write down the bodies that are being made, with the call that comes now: it may end the process."""
        if type(step.operation) is not Call:
            return
        self._steps.append(step)
        around = {one.position: one for one in self._around() if one.outer is None}
        for position in around:
            self._live.amend(position, self._so_far(around[position].steps)[position])
        self._steps.pop()

    def _around(self) -> Iterator[Open]:
        """Yield the functions whose bodies are being made, and those in whose bodies they were made."""
        for one in self._growing:
            opened: Open | None = one
            while opened is not None:
                yield opened
                opened = opened.outer

    def _so_far(self, steps: list[Step]) -> list[Step]:
        """Return steps with the bodies of their functions as far as these are made."""
        done = list(steps)
        seen: list[Open] = []
        for one in self._around():
            if one.steps is steps and one not in seen and one.body is not None:
                seen.append(one)
                made = with_steps(one.operation, self._so_far(one.body))
                done[one.position] = with_function(done[one.position], one.method, *made)
        return done
