"""Evidence adds up, and is passed on along links without growing."""

from __future__ import annotations

from refute.discover.inference.type_evidence import TypeEvidence
from refute.model.typeform import INT, NONE, STR, union


def test_independent_reasons_add_up_and_the_same_counts_once() -> None:
    evidence = TypeEvidence()
    for reason in ("use: +", "use: +", "name: n"):
        evidence.note("f#n", INT, 0.5, reason)
    evidence.spread()

    assert evidence.of("f#n")[INT].weight == 0.75


def test_members_of_a_union_are_noted_and_none_is_not() -> None:
    evidence = TypeEvidence()
    evidence.note("f#n", union(INT, STR, NONE), 0.5, "stub")
    evidence.spread()

    assert list(evidence.of("f#n")) == [INT, STR]


def test_what_is_known_of_a_place_is_known_less_of_those_its_values_go_to() -> None:
    evidence = TypeEvidence()
    evidence.note("g#x", INT, 0.8, "name: x")
    evidence.link("f#n", "g#x", 0.5, "passed on: to g", "called with: n")
    evidence.link("h#m", "f#n", 0.5, "passed on: to f", "called with: m")
    evidence.spread()

    assert evidence.of("f#n")[INT] == (0.4, "passed on: to g")
    assert evidence.of("h#m")[INT] == (0.2, "passed on: to f")


def test_a_circle_of_links_makes_nothing_surer() -> None:
    evidence = TypeEvidence()
    evidence.note("a", INT, 0.8, "name: a")
    for one, other in (("a", "b"), ("b", "c"), ("c", "a")):
        evidence.link(one, other, 0.9, "flow", "flow")
    evidence.spread()

    assert evidence.of("a")[INT].weight == 0.8
