"""All relations between the operations of a subject: `relations_of`, `FAMILIES`."""

from __future__ import annotations

from refute.judge.relations.algebra import COMMUTATIVE, commutative
from refute.judge.relations.idempotence import IDEMPOTENT, INVOLUTION, idempotent, involutions
from refute.judge.relations.offers import offers_of
from refute.judge.relations.parts import PARTS, parts
from refute.judge.relations.putting import PUT, puts
from refute.judge.relations.relation import Family, Relation
from refute.judge.relations.round_trips import ROUND_TRIP, round_trips
from refute.judge.relations.twins import TWINS, twins
from refute.judge.relations.undisturbed import ARGUMENT, HASH, KEPT, QUERY, REFUSED
from refute.judge.relations.views import VIEWS, views
from refute.model.subject import Subject

FAMILIES: tuple[Family, ...] = (
    ROUND_TRIP,
    IDEMPOTENT,
    INVOLUTION,
    TWINS,
    COMMUTATIVE,
    PARTS,
    VIEWS,
    PUT,
    QUERY,
    REFUSED,
    ARGUMENT,
    KEPT,
    HASH,
)
RULES = frozenset(family.rule for family in FAMILIES)
_FINDERS = (round_trips, idempotent, involutions, twins, commutative, parts, views, puts)


def relations_of(subject: Subject) -> list[Relation]:
    """Return the relations that names, signatures and docstrings suggest."""
    offers = offers_of(subject)
    return [relation for find in _FINDERS for relation in find(offers, subject)]
