"""Which few candidates of a suite together show everything."""

from __future__ import annotations

from refute.model.recording import Candidate
from refute.model.sequence import Call, Sequence
from refute.model.typeform import ANY
from refute.search.selection import select

NEW = Call("shop:Cart", (), ANY, how="new")


def candidate(steps: int, *features: str) -> Candidate:
    return Candidate(Sequence(Sequence().extend(NEW).steps * steps), frozenset(features))


def test_a_suite_keeps_all_features_with_few_and_short_tests():
    candidates = [
        candidate(9, "a", "b", "c"),
        candidate(1, "a"),
        candidate(2, "a", "b"),
        candidate(1, "b"),
        candidate(3, "c"),
        candidate(1),
    ]
    chosen = select(candidates)

    assert frozenset().union(*(candidates[i].features for i in chosen)) == {"a", "b", "c"}
    assert chosen == [2, 4]


def test_what_later_choices_make_superfluous_goes():
    # The first choice is best by itself, but the two that the rest needs show all that it does.
    candidates = [candidate(1, "a", "b"), candidate(1, "a", "c"), candidate(1, "b", "d")]

    assert select(candidates) == [1, 2]


def test_of_equals_the_first_and_shortest_stays():
    assert select([candidate(2, "a"), candidate(1, "a"), candidate(1, "a")]) == [1]
    assert select([]) == []
