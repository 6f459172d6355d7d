"""Whether a sequence shows that a relation does not hold."""

from __future__ import annotations

import sys
from dataclasses import replace

import pytest

from refute.judge.relations.relation_checking import RELATION, RelationChecker
from refute.judge.relations.support import Support
from refute.judge.relations.undisturbed import HASH, QUERY
from refute.look.kinds import Kinds
from refute.model.sequence import Literal, Sequence
from refute.model.typeform import STR
from refute.model.verdict import Severity

TEXT = """
class Bag:
    def __init__(self, *items): self.items = list(items)

def encode(text): return text
def decode(text): return text
"""


class Live:
    def __init__(self) -> None:
        self.values: list[object] = []
        self.value_kinds: list[int] = []


@pytest.fixture
def checked(module):
    one, live = module(TEXT), Live()
    checker = RelationChecker(one.subject, Kinds({}), live)
    relation = one.relation("round-trip")
    sequence = Sequence().extend(Literal("'a'", STR))
    for number, move in enumerate(relation.moves):
        sequence = sequence.extend(move.call, [number])
    return one, live, checker, relation, sequence


def test_a_breach_is_likely_and_prints_itself(checked):
    _, live, checker, relation, sequence = checked
    live.values = ["a", "b", "c"]

    assert checker.is_about(relation.signature)
    violation = checker.violation(sequence, relation.signature)
    assert violation is not None and violation.severity is Severity.LIKELY
    assert (violation.subjects, violation.assertion) == ((0, 2), "assert {1} == {0}")
    assert violation.because == RELATION and violation.line == 5
    assert violation.reason == relation.family.reason


def test_what_holds_is_none_and_so_is_what_is_not_asked_for(checked):
    _, live, checker, relation, sequence = checked
    live.values = ["a", "b", "a"]

    assert checker.violation(sequence, relation.signature) is None
    assert checker.violation(sequence, ("round-trip", "no", "no")) is None
    assert not checker.is_about(None) and not checker.is_about(("raises", "a"))


def test_while_searching_it_must_be_a_law_by_now_and_the_report_says_on_how_many(checked):
    _, live, checker, relation, sequence = checked
    live.values = ["a", "b", "c"]
    checker.support = Support()

    assert checker.violation(sequence, relation.signature) is None
    claim = checker.claim(relation, (0, 1, 2))
    assert claim == (relation.signature, ("str",))
    for number in range(40):
        checker.support.note(claim, number > 0, number)
    violation = checker.violation(sequence, relation.signature)
    assert violation is not None and violation.reason.endswith(
        "it held on 39 of 40 different inputs"
    )


def test_what_an_object_holds_counts_for_what_it_is(checked):
    one, live, checker, relation, _ = checked
    bag = sys.modules[one.name].Bag
    live.values = [bag(1, None), bag("a"), 5, bag({"a": 1})]

    assert [checker.sort_of(place, relation.family) for place in range(4)] == [
        *("Bag of NoneType, int, list", "Bag of list, str", "int"),
        "Bag of dict, int, list, str, str as a key",
    ]
    assert checker.sort_of(0, QUERY) == "Bag"


def test_what_its_package_does_not_offer_counts_less(checked):
    one, live, checker, relation, sequence = checked
    live.values = ["a", "b", "c"]
    one.subject.internal = frozenset([f"{one.name}:decode"])

    checker.__dict__["relations"] = [relation]
    violation = checker.violation(sequence, relation.signature)
    assert violation is not None and violation.severity is Severity.ROBUSTNESS


def test_a_relation_read_off_the_end_of_a_sequence(checked):
    one, live, checker, _, _ = checked
    from refute.judge.relations.undisturbed import unchanged_argument
    from refute.model.sequence import Call
    from refute.model.typeform import ANY

    relation = unchanged_argument(Call(f"{one.name}:encode", (ANY,), ANY), 0)
    sequence = Sequence().extend(Literal("[]", STR))
    for move in relation.moves:
        sequence = sequence.extend(move.call, [0])
    live.values = [[1], [], None]

    violation = checker.violation(sequence, relation.signature)
    assert violation is not None and violation.rule == "argument"
    checker.support = Support()
    told = checker.told(replace(relation, family=HASH), (0, 1, 2), 2)
    assert told.reason == HASH.reason  # Python says so, whatever was seen
    assert violation.signature == ("argument", f"{one.name}:encode", "0")
