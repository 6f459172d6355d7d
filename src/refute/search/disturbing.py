"""Whether operations disturb what they should leave alone, tried on what sequences have made: `Disturbing`.

One call more at the end of a sequence, and a look at the state of its object and of its arguments before and after.  That is
cheap and sees too much: a cache that is filled is no change.  So where a state has changed, `Witnesses` say whether anybody
notices.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from refute.generate.knowledge import Knowledge
from refute.judge.relations.offers import Offer, offers_of
from refute.judge.relations.relation import Family, Relation
from refute.judge.relations.relation_checking import RelationChecker
from refute.judge.relations.sameness import same
from refute.judge.relations.support import Claim, Support
from refute.judge.relations.undisturbed import (
    ARGUMENT,
    HASH,
    HASHED,
    KEPT,
    QUERY,
    REFUSED,
    asks,
    kept_argument,
    leaves_arguments,
    looked_at,
    may_ask,
    may_be_changed,
    may_share,
    unchanged_argument,
)
from refute.look.classes import authored, has_value_equality
from refute.look.objects import identity
from refute.look.state import State, state_of
from refute.model.execution import RETURNED, Execution, Outcome
from refute.model.sequence import Call, Sequence, Step, ignoring
from refute.model.subject import Subject
from refute.model.verdict import Violation
from refute.search.further_steps import ATOMS, FurtherSteps
from refute.search.witnesses import Witnesses, then

_CHANGEABLE = frozenset([list, dict, set])
# So many times a call is made once more that was refused in the sequence, where there is one.
_REFUSED_AGAIN = 0.4
# So many times something is called on an object, where there are functions as well.
_ON_OBJECTS = 0.7
# So many times an argument is a value of the sequence.
_AT_HAND = 0.7

# A sequence that shows a relation broken, and what that means.
Breaking = tuple[Sequence, Violation]


class Probe(NamedTuple):
    """A call to be made, to see what it disturbs: where its arguments are, how they were, and the steps before it."""

    offer: Offer
    call: Call
    places: tuple[int, ...]
    before: tuple[State, ...]
    steps: tuple[Step, ...]


class Disturbing:
    """Tries calls on the objects of a sequence."""

    def __init__(
        self,
        subject: Subject,
        checker: RelationChecker,
        support: Support,
        further: FurtherSteps,
        knowledge: Knowledge,
        is_refusal: Callable[[BaseException], bool],
        reset: Callable[[], None],
    ) -> None:
        self._checker = checker
        self._support = support
        self._further = further
        self._machine = further.machine
        self._knowledge = knowledge
        self._is_refusal = is_refusal
        # By operation: how many kinds of arguments it had accepted, and which of them are of use here.
        self._accepted: dict[str, tuple[int, list[tuple[int, ...]]]] = {}
        self._answers_otherwise: set[str] = set()  # asked twice, these have given two answers
        offers = offers_of(subject)
        self._functions = [
            one for one in offers if one.routine.how == "function" and leaves_arguments(one)
        ]
        self._of_class: dict[str, list[Offer]] = {}
        for one in offers:
            if one.has_receiver and one.owner is not None and one.routine.how != "set":
                self._of_class.setdefault(one.owner, []).append(one)
        self._methods = {one.target: one for some in self._of_class.values() for one in some}
        self._asking = {target for target, one in self._methods.items() if asks(one)}
        looking = {
            owner: [one for one in some if may_ask(one)] for owner, some in self._of_class.items()
        }
        self._witnesses = Witnesses(self._machine, looking, reset)

    def tried(self, execution: Execution) -> Breaking | None:
        """Make one call more and return how it disturbs what it should leave alone; None where it does not."""
        probe = self._once_more(execution.taken_back) or self._chosen(execution.sequence)
        if probe is None or probe.call.target in self._further.stopped:
            return None
        hashed = self._hash_of(probe)
        outcome = self._further.call(probe.call, probe.places)
        after = tuple(state_of(self._machine.values[place]) for place in probe.places)
        if any(state.cut for state in (*probe.before, *after)):
            return None
        unchanged = [a.number == b.number for a, b in zip(probe.before, after, strict=True)]
        if outcome is not RETURNED:
            return self._refused(probe, outcome, unchanged)
        values = self._machine.values
        found = (
            self._argument_changed(probe, unchanged)
            or self._hash_changed(probe, hashed)
            or self._asked(probe, unchanged)
        )
        if found is None and self._machine.values is values:  # else all was run anew to ask
            found = self._kept(probe, after)
        return found

    # ---- one call more ------------------------------------------------------------------------------------

    def _once_more(self, taken_back: tuple[tuple[int, Step], ...]) -> Probe | None:
        """Choose a call that was refused on the way and left out: it may be refused again, and leave a trace."""
        if not taken_back or self._further.random.random() > _REFUSED_AGAIN:
            return None
        position, (call, arguments) = taken_back[self._further.chosen([*range(len(taken_back))])]
        one = self._methods.get(getattr(call, "target", ""))
        if one is None or not isinstance(call, Call) or call.then:
            return None
        return self._probe(one, call, [position - back for back in arguments])

    def _chosen(self, sequence: Sequence) -> Probe | None:
        """Choose an operation and make its arguments."""
        further, made = self._further, range(len(sequence))
        objects = [place for place in made if self._form(place) in self._of_class]
        if objects and (not self._functions or further.random.random() < _ON_OBJECTS):
            receiver = further.chosen(objects)
            offers = self._of_class[self._form(receiver)]
            return self._given(offers[further.chosen([*range(len(offers))])], receiver)
        if not self._functions:
            return None
        return self._given(self._functions[further.chosen([*range(len(self._functions))])])

    def _form(self, place: int) -> str:
        return self._machine.kinds.forms[self._machine.value_kinds[place]].name

    def _given(self, one: Offer, *receiver: int) -> Probe | None:
        """Return an operation with arguments of kinds that it has accepted before."""
        accepted = self._accepted_by(one)
        if not accepted:
            return None
        kinds = accepted[self._further.chosen([*range(len(accepted))])]
        places = [*receiver, *[self._supplied(kind) for kind in kinds[len(receiver) :]]]
        return None if -1 in places else self._probe(one, one.call, places)

    def _accepted_by(self, one: Offer) -> list[tuple[int, ...]]:
        """Return the kinds of arguments that an operation has returned with, as few as it needs."""
        known = self._knowledge.of_target(one.target)
        size = len(known.accepted) if known is not None else 0
        count, accepted = self._accepted.get(one.target, (0, []))
        if known is not None and size != count:
            classes = self._machine.kinds.classes
            accepted = [
                kinds
                for kinds in sorted(known.accepted)
                if len(kinds) == len(one.needed)
                # Of a function only its arguments can be disturbed.
                and (one.has_receiver or any(classes[kind] in _CHANGEABLE for kind in kinds))
            ]
            self._accepted[one.target] = (size, accepted)
        return accepted

    def _supplied(self, kind: int) -> int:
        """Return where a value of a kind is: one of the sequence's, or one made for the purpose; -1 for nowhere."""
        further, kinds = self._further, self._machine.kinds
        there = [place for place, had in enumerate(self._machine.value_kinds) if had == kind]
        is_shared = kinds.classes[kind] in _CHANGEABLE  # others may know it, too
        if there and not is_shared and further.random.random() < _AT_HAND:
            return further.chosen(there)
        presets = self._knowledge.presets.for_form(kinds.forms[kind])
        if presets:
            there.append(further.make([Step(presets[further.chosen([*range(len(presets))])], ())]))
        return further.other(further.chosen(there)) if there else -1

    def _probe(self, one: Offer, call: Call, places: list[int]) -> Probe:
        values = self._machine.values
        before = tuple(state_of(values[place]) for place in places)
        return Probe(one, call, tuple(places), before, tuple(self._machine.steps))

    # ---- what came of it ----------------------------------------------------------------------------------

    def _is_breach(
        self, family: Family, signature: tuple[str, ...], place: int, held: bool, probe: Probe
    ) -> bool:
        """Count whether a relation held; return whether it did not, and is a law."""
        return self._counts_as_breach(family, self._claim(family, signature, place), held, probe)

    def _claim(self, family: Family, signature: tuple[str, ...], place: int) -> Claim:
        return (family.rule, *signature), (self._checker.sort_of(place, family),)

    def _counts_as_breach(self, family: Family, claim: Claim, held: bool, probe: Probe) -> bool:
        self._support.note(claim, held, hash(tuple(s.number for s in probe.before)))
        return not held and self._support.is_law(family, claim)

    def _refused(self, probe: Probe, outcome: Outcome, unchanged: list[bool]) -> Breaking | None:
        raised, one = outcome.exception, probe.offer
        if not one.has_receiver or not isinstance(raised, Exception) or outcome.violation:
            return None
        values = [self._machine.values[place] for place in probe.places[1:]]
        if not self._is_refusal(raised) or any(map(_may_be_dealt_with_in_part, values)):
            return None
        return self._witnessed(REFUSED, ignoring(probe.call), unchanged[0], probe)

    def _asked(self, probe: Probe, unchanged: list[bool]) -> Breaking | None:
        target = probe.offer.target
        is_query = target in self._asking and target not in self._answers_otherwise
        if not is_query or not all(unchanged[1:]):
            return None
        if not unchanged[0] and not self._is_asked_again_alike(probe):
            return None
        return self._witnessed(QUERY, probe.call, unchanged[0], probe)

    def _witnessed(
        self, family: Family, call: Call, unchanged: bool, probe: Probe
    ) -> Breaking | None:
        """Count whether anybody notices what a call has changed; return who does, where nobody should.

        What nobody notices has not changed as far as the relation goes.
        """
        if not unchanged and not self._witnesses.are_asked(family, call):
            return None
        claim = self._claim(family, (call.target,), probe.places[0])  # before all is run again
        seen = None if unchanged else self._witnesses.of(family, call, probe.places, probe.steps)
        if not self._counts_as_breach(family, claim, seen is None, probe) or seen is None:
            return None
        return seen.sequence, self._checker.told(seen.relation, seen.places, len(seen.sequence) - 1)

    def _is_asked_again_alike(self, probe: Probe) -> bool:
        """Return whether an answer does not show that asking is meant to change something.

        So it is of what answers otherwise the next time, and of what gives out an object that it has made and keeps.
        """
        answer, held = self._machine.values[-1], self._machine.values[probe.places[0]]
        if type(answer) not in ATOMS and identity(answer) in state_of(held).nodes:
            return False
        again = self._further.call(probe.call, probe.places)
        if again is RETURNED and same(self._machine.values[-1], answer) is not False:
            return True
        self._answers_otherwise.add(probe.offer.target)
        return False

    def _hash_of(self, probe: Probe) -> int | None:
        """Return the hash of the object on which a method is called, where it has one by value."""
        if probe.offer.routine.how not in ("method", "operator"):
            return None
        value = self._machine.values[probe.places[0]]
        if not (authored(type(value), "__hash__") and has_value_equality(type(value))):
            return None
        try:
            return hash(value)
        except Exception:
            return None

    def _hash_changed(self, probe: Probe, hashed: int | None) -> Breaking | None:
        if hashed is None:
            return None
        held = self._hash_of(probe) in (hashed, None)
        if not self._is_breach(HASH, (probe.offer.target,), probe.places[0], held, probe):
            return None
        relation = looked_at(HASH, probe.call, HASHED, copied=False)
        return self._told(relation, probe.places, probe.steps)

    def _argument_changed(self, probe: Probe, unchanged: list[bool]) -> Breaking | None:
        one, first = probe.offer, int(probe.offer.has_receiver)
        if self._machine.values[-1] is None or not leaves_arguments(one):
            return None
        for number, name in enumerate(one.parameters(), first):
            value = self._machine.values[probe.places[number]]
            if type(value) not in _CHANGEABLE or may_be_changed(name):
                continue
            signature = (one.target, str(number))
            if self._is_breach(ARGUMENT, signature, probe.places[0], unchanged[number], probe):
                relation = unchanged_argument(probe.call, number)
                return self._told(relation, probe.places, probe.steps)
        return None

    def _kept(self, probe: Probe, after: tuple[State, ...]) -> Breaking | None:
        """Make another call, where the object keeps an argument, and look whether that changes the argument."""
        one = probe.offer
        if one.routine.how != "method" or may_share(one.doc):
            return None
        for number in range(1, len(probe.places)):
            value: Any = self._machine.values[probe.places[number]]
            if type(value) not in _CHANGEABLE or not all(type(part) in ATOMS for part in value):
                continue
            if identity(value) in after[0].nodes - probe.before[0].nodes:
                return self._changed_later(probe, number)
        return None

    def _changed_later(self, probe: Probe, number: int) -> Breaking | None:
        further, receiver, kept = self._further, probe.places[0], probe.places[number]
        offers = [o for o in self._of_class[self._form(receiver)] if o.routine.how == "method"]
        other = self._given(offers[further.chosen([*range(len(offers))])], receiver)
        if other is None or kept in other.places:
            return None
        was = further.states((receiver, kept))
        if further.call(other.call, other.places) is not RETURNED:
            return None
        now = further.states((receiver, kept))
        if was[0] == now[0]:
            return None  # it has changed nothing at all
        signature = (probe.offer.target, str(number))
        if not self._is_breach(KEPT, signature, receiver, was[1] == now[1], other):
            return None
        # What keeps it is called by the relation, after all arguments are made.
        steps = Sequence(other.steps).without(len(probe.steps))
        places = [place - (place > len(probe.steps)) for place in other.places[1:]]
        relation = kept_argument(probe.call, number, other.call)
        return self._told(relation, (*probe.places, *places), steps.steps) if steps else None

    def _told(
        self, relation: Relation, inputs: tuple[int, ...], steps: tuple[Step, ...]
    ) -> Breaking:
        sequence, places = then(relation, inputs, steps)
        return sequence, self._checker.told(relation, places, len(sequence) - 1)


def _may_be_dealt_with_in_part(value: object) -> bool:
    """Return whether a part of a value may be dealt with before the rest is refused."""
    return (hasattr(type(value), "__iter__") and type(value) not in (str, bytes)) or callable(value)
