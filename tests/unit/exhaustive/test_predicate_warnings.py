"""What is to be said of the predicate of a class, before and after a search."""

from __future__ import annotations

import random
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "subjects"))

from korat.binary_tree import Node

from refute.discover.bounding.outside_state import Outside
from refute.discover.bounding.predicate import Invariant
from refute.exhaustive.predicate_warnings import outside_lines, warnings_for
from refute.exhaustive.structures import bounds, structures
from refute.generate.bounded.tasks import SearchTally
from refute.model.errors import UsageError


def error_of(action: Any) -> UsageError:
    with pytest.raises(UsageError) as caught:
        action()
    return caught.value


class Never:
    value: int

    def rep_ok(self) -> bool:
        return self.value > 100


class Moody:
    value: int

    def rep_ok(self) -> bool:
        return self.value >= 0 and random.random() < 0.5


def test_a_class_without_predicate() -> None:
    assert error_of(lambda: structures(Node, Node=3)).slug == "no-predicate"


def test_a_predicate_that_is_never_true_names_the_field_that_decided() -> None:
    found = structures(Never, bounds(Never, 3))

    assert found.count() == 0
    assert found.warnings()[0].startswith(
        "Never.rep_ok was never true, for 4 candidates: 4 of them"
    )
    assert "Never.value" in found.warnings()[0]


def test_a_predicate_that_changes_its_mind_is_named() -> None:
    random.seed(1)
    found = structures(Moody, bounds(Moody, 30))
    found.count()

    assert "[predicate-unsteady]" in found.warnings()[0]


class Box3:
    n: int

    def rep_ok(self) -> bool:
        return self.n > 5

    def no(self) -> bool:
        return False


def test_a_predicate_that_looks_at_nothing_is_never_true() -> None:
    found = structures(Box3, bounds(Box3, n=[0, 1]), predicate="no")

    assert list(found) == []
    assert found.warnings() == [
        "Box3.no was never true, for 1 candidate: it says no before it reads any field  [predicate-never-true]"
    ]


def test_a_predicate_that_is_not_there_is_named() -> None:
    with pytest.raises(UsageError, match="Box3 has no method nope"):
        structures(Box3, bounds(Box3, n=[0, 1]), predicate="nope")


def invariant(checker: bool = False) -> Invariant:
    return Invariant("Box3.rep_ok", lambda one: True, checker=checker)


def said(tally: SearchTally, *, checker: bool = False, representatives: bool = False) -> list[str]:
    return warnings_for(tally, invariant(checker), representatives, Outside())


def test_a_search_that_found_something_has_nothing_to_say() -> None:
    assert said(SearchTally(complete=True, found=1)) == []


def test_an_exception_counts_as_no_and_is_told_unless_that_is_how_the_predicate_answers() -> None:
    tally = SearchTally(raised=Counter({"AssertionError": 9, "KeyError": 2}))

    assert said(tally) == [
        "Box3.rep_ok raised KeyError 2 times, which counts as False  [predicate-raises]"
    ]
    assert said(tally, checker=True) == []


def test_fields_that_are_not_read_are_named_with_what_was_done_about_them() -> None:
    tally = SearchTally(unread={"Box3.n", "Box3.m"})

    assert "does not always read Box3.m, Box3.n: all their values are listed" in said(tally)[0]
    assert "one value of each is taken" in said(tally, representatives=True)[0]


def test_what_depends_on_chance_is_said_before_what_reads_global_state() -> None:
    outside = Outside(
        places={"LIMITS": ({"LIMITS": []}, "LIMITS")}, nondeterministic=["random.random"]
    )
    lines = outside_lines("Box3.rep_ok", outside)

    assert lines[0].startswith("Box3.rep_ok depends on chance or time (random.random)")
