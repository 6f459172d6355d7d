"""Who notices that an object was changed: `Witnesses`, other operations that look at it before and after.

A state has more in it than anybody is told: caches, indices, the order of a dict.  Only what an operation, or a public field,
tells differently counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from refute.execute.machine import Machine
from refute.judge.relations.offers import Offer
from refute.judge.relations.relation import Family, Relation
from refute.judge.relations.undisturbed import looked_at, may_move
from refute.look.objects import fields_of
from refute.look.state import state_of
from refute.model.execution import RETURNED
from refute.model.sequence import Call, Sequence, Step
from refute.model.typeform import ANY, TypeForm
from refute.search.further_steps import ATOMS

# So many looks at an object are tried; where nobody has noticed anything so often, only after 2, 4, 8… times as many.
_MOST_LOOKS = 24
_OFTEN = 8

# A call that looks at an object, and the places of what it is given besides.
Glance = tuple[Call, tuple[int, ...]]


class Noticed(NamedTuple):
    """A sequence at whose end somebody notices a change, the relation that is broken, and where its values are."""

    sequence: Sequence
    relation: Relation
    places: tuple[int, ...]


def then(
    relation: Relation, inputs: tuple[int, ...], steps: tuple[Step, ...]
) -> tuple[Sequence, tuple[int, ...]]:
    """Return steps with the calls of a relation after them, and where its values are."""
    made, places = list(steps), list(inputs)
    for call, given in relation.moves:
        here = len(made)
        made.append(Step(call, tuple([here - places[number] for number in given])))
        places.append(here)
    return Sequence.trusted(tuple(made)), tuple(places)


class Witnesses:
    """Runs sequences again with looks in them; `looking` are the operations that ask, by class."""

    def __init__(
        self,
        machine: Machine,
        looking: dict[str, list[Offer]],
        reset: Callable[[], None],
    ) -> None:
        self._machine = machine
        self._looking = looking
        self._reset = reset
        self._in_vain: Counter[tuple[str, str]] = Counter()

    def are_asked(self, family: Family, call: Call) -> bool:
        """Return whether it is worth while to ask who notices what a call has changed: less and less so if nobody does."""
        key = (family.rule, call.target)
        self._in_vain[key] += 1
        times = self._in_vain[key]
        return times <= _OFTEN or not times & (times - 1)

    def of(
        self, family: Family, call: Call, places: tuple[int, ...], steps: tuple[Step, ...]
    ) -> Noticed | None:
        """Return a sequence in which somebody notices that the call has changed its object; None where nobody does.

        The values of the machine are those of another run afterwards.
        """
        for look, inputs in list(self._looks(call, places))[:_MOST_LOOKS]:
            for copied in (False, True):
                relation = looked_at(family, call, look, copied)
                sequence, found = then(relation, (places[0], *inputs, *places[1:]), steps)
                if self._is_noticed(relation, sequence, found, copied):
                    self._in_vain[family.rule, call.target] = 0
                    return Noticed(sequence, relation, found)
        return None

    def _looks(self, call: Call, places: tuple[int, ...]) -> Iterator[Glance]:
        """Yield what may show how an object is: public fields, and operations that ask."""
        values, kinds = self._machine.values, self._machine.kinds
        owner = kinds.forms[self._machine.value_kinds[places[0]]].name
        for name in fields_of(values[places[0]]):
            if name.isidentifier() and not (name.startswith("_") or may_move(name)):
                yield Call(f"{owner}.{name}", (TypeForm(owner),), ANY, how="field"), ()
        plain = [place for place in dict.fromkeys(places[1:]) if type(values[place]) in ATOMS]
        for one in self._looking.get(owner, ()):
            if one.target == call.target or may_move(one.name):
                continue
            if len(one.needed) == 1:
                yield one.call, ()
            elif len(one.needed) == 2:
                yield from ((one.call, (place,)) for place in plain)

    def _is_noticed(
        self, relation: Relation, sequence: Sequence, places: tuple[int, ...], copied: bool
    ) -> bool:
        """Return whether what is told after the call is something else than before, when all is run from nothing."""
        machine, first = self._machine, len(sequence) - len(relation.moves)
        self._reset()
        machine.start()
        if machine.perform_all(sequence.steps[:first])[1] is not RETURNED:
            return False
        was = state_of(machine.values[places[0]]).number
        if machine.perform(sequence.steps[first]) is not RETURNED:
            return False
        # Who disturbs by looking is no witness; what may be changed is compared by a copy.
        is_steady = state_of(machine.values[places[0]]).number == was
        if not is_steady or copied is (type(machine.values[-1]) in ATOMS):
            return False
        if machine.perform_all(sequence.steps[first + 1 :])[1] is not RETURNED:
            return False
        before, after = (machine.values[places[number]] for number in relation.compared)
        return relation.holds(before, after) is False and not _is_reordered(before, after)


def _is_reordered(one: Any, other: Any) -> bool:
    """Return whether two lists differ in nothing but their order, as those of a cache that keeps what was used last."""
    if type(one) is not list or type(other) is not list or len(one) != len(other):
        return False
    return all(item in other for item in one) and all(item in one for item in other)
