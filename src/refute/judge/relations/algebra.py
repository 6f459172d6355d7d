"""What operators are known for: `commutative`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from refute.judge.relations.offers import Offer
from refute.judge.relations.relation import MAJORITY, Family, Move, Relation
from refute.look.classes import has_value_equality
from refute.model.subject import Subject

COMMUTATIVE = Family(
    rule="commutative",
    says="`a & b` is `b & a`; `a + b`, `a * b` and `a | b` are where that was seen nearly always.",
    reason="which of the two comes first does not matter",
    remedy="ask both operands for the same, or say in a docstring which one counts",
    test_name="does_not_depend_on_the_order",
    silent_when="The operands are of different classes; the parameter is not called `other`; a docstring says which counts.",
    example="Span(0, 5) & Span(0, 2) == Span(0, 2) & Span(0, 5)",
    # Now and then one of the two is meant to count more, such as where both have a name.
    enough=50,
    share=0.99,
)
# Nobody means anything else by it than what two have in common.
INTERSECTION = replace(COMMUTATIVE, enough=10, share=MAJORITY)

_ORDERED = re.compile(
    r"\b(?:left|right|first|second|upper|lower|precede|wins|override|hide|before|after|append|concat)"
)


def commutative(offers: list[Offer], subject: Subject) -> Iterator[Relation]:
    """Yield the operators whose operands may be exchanged."""
    for one in offers:
        cls = subject.classes.get(one.owner or "")
        family = {"__and__": INTERSECTION, "intersection": INTERSECTION}.get(one.name)
        if one.name in ("__add__", "__mul__", "__or__", "__xor__"):
            family = COMMUTATIVE
        if family is None or not isinstance(cls, type) or not has_value_equality(cls):
            continue
        if (
            len(one.needed) != 2
            or one.says(_ORDERED)
            or one.parameters()[0] not in ("other", "o", "rhs", "that")
        ):
            continue
        call = one.call
        yield Relation(
            family,
            (one.target,),
            2,
            (Move(call, (0, 1)), Move(call, (1, 0))),
            (2, 3),
            "assert {1} == {0}",
            f"{one.shown} is another thing when its operands are exchanged",
            anchor=call,
            applies=lambda a, b, *results: type(a) is type(b),
            tells=lambda a, b, *results: a is not b and a != b,
        )
