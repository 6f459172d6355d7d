"""Steps made at the end of a sequence that has passed, to see more of its values: `FurtherSteps`."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from refute.execute.machine import Machine, StopCall
from refute.generate.varied import Varied
from refute.look.state import state_of
from refute.model.execution import RETURNED, Outcome
from refute.model.sequence import Call, Step
from refute.model.typeform import ANY, TypeForm

# What cannot change.
ATOMS = frozenset([int, str, bytes, bool, type(None), float])
# So many times objects are those of the sequence, which calls have changed, and not others, made for the purpose.
_AS_IT_IS = 0.5
# So many times a number beside a collection is a size or a place in it.
_BY_SIZE = 0.7


class FurtherSteps:
    """Performs steps on the machine of a campaign, on the values at hand or on others like them."""

    def __init__(self, machine: Machine, varied: Varied, random: Random) -> None:
        self.machine = machine
        self.random = random
        self.stopped: set[str] = (
            set()
        )  # operations that did not return: they are not called here again
        self._varied = varied

    def chosen(self, among: list[int]) -> int:
        """Return one of the places."""
        return among[int(self.random.random() * len(among))]

    def call(self, call: Call, places: Iterable[int]) -> Outcome:
        """Make a call with the values at these places."""
        here = len(self.machine.values)
        outcome = self.machine.perform(Step(call, tuple([here - place for place in places])))
        if isinstance(outcome.exception, StopCall):
            self.stopped.add(call.target)
        return outcome

    def states(self, places: Iterable[int]) -> list[int]:
        """Return numbers that tell apart the states of the values at these places."""
        return [state_of(self.machine.values[place]).number for place in places]

    def are_changed(self, places: Iterable[int], before: list[int]) -> bool:
        """Return whether the values at these places are in other states than before."""
        values = self.machine.values
        return any(
            type(values[place]) not in ATOMS and state_of(values[place]).number != state
            for place, state in zip(places, before, strict=True)
        )

    def make(self, steps: Iterable[Step]) -> int:
        """Perform steps that make a plain value; return where it is."""
        for step in steps:
            self.machine.perform(step)
        return len(self.machine.values) - 1

    def others(self, places: tuple[int, ...], forms: tuple[TypeForm, ...]) -> tuple[int, ...]:
        """Return where values like those at these places are made, which are asked for as these forms say."""
        made = [self.other(*one) for one in zip(places, forms, strict=True)]
        values = [self.machine.values[place] for place in made]
        sizes = [len(value) for value in values if isinstance(value, list | tuple | str | bytes)]
        for number, value in enumerate(values):
            if type(value) is int and sizes and self.random.random() < _BY_SIZE:
                made[number] = self.make(self._varied.up_to(sizes[0] + 1))
        return tuple(made)

    def other(self, place: int, form: TypeForm = ANY) -> int:
        """Return where another value like the one at a place is made; the same place where there is no other way."""
        machine = self.machine
        steps = self._varied.like(machine.values[place], form)
        if steps is not None:
            return self.make(steps)
        call, arguments = machine.steps[place]
        if not isinstance(call, Call) or call.how != "new" or self.random.random() < _AS_IT_IS:
            return place
        given = [
            self._varied.like(machine.values[place - back], asked)
            for back, asked in zip(arguments, call.inputs, strict=True)
        ]
        made = [self.make(steps) for steps in given if steps is not None]
        here = len(machine.values)
        if len(made) < len(given) or self.call(call, made) is not RETURNED:
            return place
        return here
