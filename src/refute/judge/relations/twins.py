"""Two operations that do the same, one to the object and one to another: `twins`."""

from __future__ import annotations

from collections.abc import Iterator

from refute.judge.relations.offers import Offer
from refute.judge.relations.relation import Family, Move, Relation
from refute.look.classes import has_value_equality
from refute.model.subject import Subject

TWINS = Family(
    rule="twins",
    says="What changes an object in place leaves what its twin returns: `+=` and `+`, `sort` and `sorted`, `update` and `union`.",
    reason="they have one meaning, by name",
    remedy="let one of the two call the other",
    test_name="agrees_with_its_twin",
    silent_when="The one that changes the object returns something else than the object or None; they take different arguments.",
    example="scaled = v.scaled(2); v.scale(2); v == scaled",
)

_IN_PLACE = {
    "__iadd__": "__add__",
    "__isub__": "__sub__",
    "__imul__": "__mul__",
    "__iand__": "__and__",
    "__ior__": "__or__",
    "__ixor__": "__xor__",
    "update": "union",
    "intersection_update": "intersection",
    "difference_update": "difference",
    "symmetric_difference_update": "symmetric_difference",
}


def twins(offers: list[Offer], subject: Subject) -> Iterator[Relation]:
    """Yield the pairs of methods of which one changes the object and the other returns a changed one."""
    by_name = {(one.owner, one.name): one for one in offers if one.has_receiver}
    for one in by_name.values():
        for name in _names_of_twin(one.name):
            other = by_name.get((one.owner, name))
            if other is not None and _is_pair(one, other, subject):
                yield _pair(one, other)


def _names_of_twin(name: str) -> Iterator[str]:
    if name in _IN_PLACE:
        yield _IN_PLACE[name]
    elif name[-1] == "e":
        yield f"{name}d"
    elif name[-1] == "y":
        yield f"{name[:-1]}ied"
    else:
        yield f"{name}ed"
        yield f"{name}{name[-1]}ed"
    yield f"{name}_copy"


def _is_pair(one: Offer, other: Offer, subject: Subject) -> bool:
    cls = subject.classes.get(one.owner or "")
    if not isinstance(cls, type) or not has_value_equality(cls):
        return False
    returns = one.routine.output.name
    in_place = one.name.startswith("__i") or returns in ("None", "any", one.owner)
    return (
        in_place and len(one.needed) == len(other.needed) and one.parameters() == other.parameters()
    )


def _pair(one: Offer, other: Offer) -> Relation:
    given = tuple(range(len(one.needed)))
    return Relation(
        TWINS,
        (one.target, other.target),
        len(given),
        (Move(other.call, given), Move(one.call, given)),
        # `a += b` may make another object.
        (len(given), len(given) + 1 if one.name.startswith("__i") else 0),
        "assert {1} == {0}",
        f"{one.shown} leaves another object than {other.shown} returns",
        anchor=other.call,
        changes=True,
    )
