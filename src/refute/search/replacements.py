"""What can stand in for a value while a sequence is shrunk by replacement (thesis 6.1): `Makers`."""

from __future__ import annotations

import itertools
from collections.abc import Callable

from refute.generate.knowledge import Knowledge, KnownRoutine
from refute.generate.pool import Entry
from refute.look.objects import identity
from refute.model.execution import RETURNED
from refute.model.forgetful import Forgetful
from refute.model.sequence import Sequence, Step
from refute.model.typeform import TypeForm
from refute.search.campaign_tuning import LITERALS_FOR_EACH
from refute.search.examiner import Examiner
from refute.shrink.shrinker import Value, sort_key

# For so many forms they are kept.
_MOST_FORMS = 100
# Of so many entries of the pool what makes their values is kept.
_MOST_ENTRIES = 1000
# So many are offered, the best ones: nobody tries more.
_MOST_OFFERED = 80


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
        # By identity of the entry, which is held here: what shrinking asks for again and again.
        self._made: dict[int, tuple[Entry, list[tuple[Sequence, int, int]]]]
        self._made = Forgetful(_MOST_ENTRIES)
        self._simple: dict[TypeForm, list[tuple[Sequence, int]]] = Forgetful(_MOST_FORMS)

    def of(self, value: Value) -> list[tuple[Sequence, int]]:
        """Return the sequences that make a value that can stand in for this one, and where: equal and short ones first."""
        found: list[tuple[bool, int, int, Sequence, int]] = []
        for kind in self._knowledge.pool.kinds():
            if not self._knowledge.fits(self._forms[kind], value.form):
                continue
            for entry in self._knowledge.pool.entries(kind):
                for maker, position, calls in self._made_by(entry):
                    found.append((entry.state != value.state, calls, len(maker), maker, position))
        for maker, state in self._simple_makers(value.form):
            place = len(maker) - 1
            found.append((state != value.state, maker.calls(), len(maker), maker, place))
        found.sort(key=lambda one: one[:3])
        return list(dict.fromkeys([one[3:] for one in found[:_MOST_OFFERED]]))

    def _made_by(self, entry: Entry) -> list[tuple[Sequence, int, int]]:
        """Return the sequences that make the value of an entry, whole and as short as can be, where, and their calls."""
        known = self._made.get(identity(entry))
        if known is None:
            whole = Sequence.trusted(entry.steps)
            made = whole.slice_for(entry.position)
            makers = [
                (whole, entry.position, entry.calls),
                (made, len(made) - 1, made.calls()),
            ]
            known = self._made[identity(entry)] = (entry, makers)
        return known[1]

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
