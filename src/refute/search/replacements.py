"""What can stand in for a value while a sequence is shrunk by replacement (thesis 6.1): `Makers`."""

from __future__ import annotations

import itertools
from collections.abc import Callable

from refute.generate.knowledge import Knowledge, KnownRoutine
from refute.model.execution import RETURNED
from refute.model.forgetful import Forgetful
from refute.model.sequence import Sequence, Step
from refute.model.typeform import TypeForm
from refute.search.campaign_tuning import LITERALS_FOR_EACH
from refute.search.examiner import Examiner
from refute.shrink.shrinker import Value, sort_key

# For so many forms they are kept.
_MOST_FORMS = 100


class Makers:
    """The pool's sequences, and calls on literals alone."""

    def __init__(
        self,
        knowledge: Knowledge,
        examiner: Examiner,
        reset: Callable[[], None],
    ) -> None:
        self._knowledge = knowledge
        self._examiner = examiner
        self._forms = knowledge.forms
        self._reset = reset
        self._simple: dict[TypeForm, list[tuple[Sequence, int]]] = Forgetful(_MOST_FORMS)

    def of(self, value: Value) -> list[tuple[Sequence, int]]:
        """Return the sequences that make a value that can stand in for this one, and where: equal and short ones first."""
        found: dict[tuple[Sequence, int], tuple[bool, int, int]] = {}
        for kind in self._knowledge.pool.kinds():
            if not self._knowledge.fits(self._forms[kind], value.form):
                continue
            for entry in self._knowledge.pool.entries(kind):
                whole = Sequence(entry.steps)
                made = whole.slice_for(entry.position)
                for maker, position in ((whole, entry.position), (made, len(made) - 1)):
                    differs = entry.state != value.state
                    found[maker, position] = (differs, maker.calls(), len(maker))
        for maker, state in self._simple_makers(value.form):
            found[maker, len(maker) - 1] = (state != value.state, maker.calls(), len(maker))
        return sorted(found, key=lambda maker: found[maker])

    def _simple_makers(self, form: TypeForm) -> list[tuple[Sequence, int]]:
        """Return calls on literals alone that make a value of the form, each with the state it is in.

        The pool holds what the search happened to make; what it has not made yet may be the simplest.
        """
        known = self._simple.get(form)
        if known is None:
            known = self._simple[form] = []
            for routine in self._knowledge.everything:
                if routine.routine.how in ("new", "function") and self._knowledge.fits(
                    routine.routine.output, form
                ):
                    known += self._made_of_literals(routine)
        return known

    def simplest(self, value: Value) -> Sequence | None:
        """Return the simplest call on literals that makes an equal value."""
        equal = [maker for maker, state in self._simple_makers(value.form) if state == value.state]
        return min(equal, key=sort_key, default=None)

    def _made_of_literals(self, routine: KnownRoutine) -> list[tuple[Sequence, int]]:
        offers = [routine.slots[index].presets[:LITERALS_FOR_EACH] for index in routine.required]
        if not 1 <= len(offers) <= 2 or not all(offers):
            return []
        made = []
        call = routine.call(routine.required)
        for literals in itertools.product(*offers):
            arguments = tuple(range(len(literals), 0, -1))
            sequence = Sequence((*literals, Step(call, arguments)))
            self._examiner.machine.start()
            if self._examiner.machine.perform_all(sequence.steps)[1] is RETURNED:
                made.append((sequence, self._examiner.state(len(sequence) - 1).number))
            self._reset()
        return made
