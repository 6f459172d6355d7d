"""Whether a sequence shows that a relation does not hold, and what that means: `RelationChecker`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import islice

from refute.judge.arguments import LiveValues
from refute.judge.laws.refusals import described
from refute.judge.relations.related import RULES, relations_of
from refute.judge.relations.relation import Family, Relation
from refute.judge.relations.support import Claim, Support
from refute.judge.relations.undisturbed import relation_at_end
from refute.look.classes import is_built_in, place_of
from refute.look.kinds import Kinds
from refute.look.objects import held_by
from refute.model.sequence import Sequence
from refute.model.subject import Subject
from refute.model.verdict import INTERNAL, Blame, Severity, Violation, capped

# What decides whose fault it is: evidence, gathered beforehand.
RELATION = "relation"
# So much of what an object holds is looked at.
_LOOKED_AT = 40


class RelationChecker:
    """Checks relations on the live values of a sequence.

    While searching, `support` counts; in a process that only runs a sequence again nothing was counted, and a breach is one.
    """

    def __init__(self, subject: Subject, kinds: Kinds, live: LiveValues) -> None:
        self.support: Support | None = None
        self._subject = subject
        self._kinds = kinds
        self._live = live

    @cached_property
    def relations(self) -> list[Relation]:
        """All relations of the subject; found when they are first asked for."""
        return relations_of(self._subject)

    def is_about(self, wanted: tuple[str, ...] | None) -> bool:
        """Return whether a signature is that of a relation."""
        return wanted is not None and wanted[0] in RULES

    def violation(self, sequence: Sequence, wanted: tuple[str, ...]) -> Violation | None:
        """Return how the sequence that has just run breaks the relation with this signature; None where it does not."""
        at_end = relation_at_end(sequence, wanted)
        named = [relation for relation in self.relations if relation.signature == wanted]
        for relation in named if at_end is None else [at_end]:
            for places in self._broken(relation, sequence):
                return self.told(relation, places, len(sequence) - 1)
        return None

    def _broken(self, relation: Relation, sequence: Sequence) -> Iterator[tuple[int, ...]]:
        for places in relation.places(sequence):
            claim = self.claim(relation, places)
            known = self.support is None or self.support.is_law(relation.family, claim)
            if known and relation.verdict(self._live.values, places) is False:
                yield places

    def claim(self, relation: Relation, places: tuple[int, ...]) -> Claim:
        """Return a relation together with the classes of the inputs at these places."""
        # Of what is looked at before and after, only the object counts: who looks is chosen as it fits.
        count = 1 if relation.changes else relation.inputs
        family = relation.family
        return relation.signature, tuple(self.sort_of(place, family) for place in places[:count])

    def sort_of(self, place: int, family: Family) -> str:
        """Return of what class a value is, of an object also of what classes all is that it holds.

        What holds for a vector of numbers need not hold for one of lists, where nobody says what a vector is made of.
        """
        value = self._live.values[place]
        cls = type(value)
        if is_built_in(cls) or not family.by_contents:
            return cls.__qualname__
        parts = list(islice(held_by(value), _LOOKED_AT))
        held = {type(part).__qualname__ for part in parts}
        # A table by nothing is not what a table with nothing in it is.
        tables = [part for part in (value, *parts) if isinstance(part, dict)]
        held |= {
            f"{type(key).__qualname__} as a key" for table in tables for key in dict.keys(table)
        }
        return f"{cls.__qualname__} of {', '.join(sorted(held))}"

    def told(self, relation: Relation, places: tuple[int, ...], step: int) -> Violation:
        """Return what it means that a relation does not hold of the values at these places."""
        family, target = relation.family, relation.operations[0]
        file, line = place_of(target, self._subject.owner(target) or object)
        subjects = tuple(places[number] for number in relation.compared)
        raised = None
        if relation.raised is not None:
            raised = relation.raised(*[self._live.values[place] for place in subjects])
        violation = Violation(
            rule=family.rule,
            step=step,
            blame=Blame.CODE,
            message=relation.message
            if raised is None
            else f"{relation.message}: raises {described(raised)}",
            operation=target,
            signature=relation.signature,
            severity=Severity.LIKELY,
            exception=None if raised is None else type(raised).__name__,
            file=file,
            line=line,
            reason=self._reason(relation, places),
            remedy=family.remedy,
            subjects=subjects,
            assertion=relation.assertion,
            test_name=family.test_name,
            because=RELATION,
        )
        internal = not self._subject.internal.isdisjoint(relation.operations)
        return capped(violation, INTERNAL) if internal else violation

    def _reason(self, relation: Relation, places: tuple[int, ...]) -> str:
        if self.support is None or not relation.family.enough:
            return relation.family.reason
        held, seen = self.support.counted(self.claim(relation, places))
        return f"{relation.family.reason}; it held on {held} of {seen} different inputs"
