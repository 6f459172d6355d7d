"""Sequences begin with every small valid object: by calls where calls lead to it, else built field by field."""

from __future__ import annotations

from refute.model.sequence import Allocate
from refute.model.verdict import Severity
from refute.render.source import snippet

# The fault needs three items, the middle one the largest: a search from the constructor seldom gets there by itself.
PEAK = """
    class Trail:
        def __init__(self) -> None:
            self.heights: list[int] = []

        def go(self, height: int) -> None:
            self.heights.append(height)

        def peak(self) -> int:
            if self.heights[-3:] == [0, 2, 1]:
                return self.heights[7]
            return max(self.heights, default=0)

        def rep_ok(self) -> bool:
            return True
"""
# No call makes the level negative, but the predicate does not say so.
WEAK = """
    class Tank:
        def __init__(self) -> None:
            self.level = 0
            self.full = False

        def fill(self) -> None:
            self.level = 1

        def share(self) -> float:
            return 1 / (1 - self.full)

        def rep_ok(self) -> bool:
            return self.level >= 0
"""


def test_an_object_that_calls_lead_to_is_made_by_calls(bench):
    one = bench(PEAK, by="structures")
    found = one.run(2000)

    (finding,) = [f for f in found if f.violation.rule == "raises"]
    assert snippet(finding.sequence, finding.violation) == [
        "trail = Trail()",
        "trail.go(0)",
        "trail.go(2)",
        "trail.go(1)",
        "trail.peak()  # IndexError: list index out of range",
    ]
    assert finding.violation.severity is Severity.LIKELY
    assert finding.found_by == "structures"


def test_an_object_that_no_call_leads_to_is_built_and_said_to_be(bench):
    one = bench(WEAK, by="structures")
    (finding,) = one.run(500)

    assert finding.sequence.is_built()
    assert finding.violation.severity is Severity.ROBUSTNESS
    assert finding.violation.reason.endswith("the object is valid, but no call has led to it")
    assert snippet(finding.sequence, finding.violation) == [
        "tank = object.__new__(Tank)",
        "tank.level = 0",
        "tank.full = True",
        "tank.share()  # ZeroDivisionError: division by zero",
    ]


def test_what_was_seen_on_built_objects_is_judged_again_by_calls(bench):
    one = bench(WEAK.replace("self.full = False", "self.full = True"), by="mix")
    found = one.run(300)

    assert [f.violation.severity for f in found if not f.sequence.is_built()] == [Severity.LIKELY]


def test_built_objects_are_not_kept(bench):
    one = bench(WEAK, by="mix", record=True)
    one.run(600)
    pool = one.campaign.knowledge.pool
    kept = [step.operation for kind in pool.kinds() for e in pool.entries(kind) for step in e.steps]

    assert one.campaign.structures()[f"{one.module}:Tank"]["objects"] > 0
    assert kept
    assert not [operation for operation in kept if isinstance(operation, Allocate)]
    assert not [c for c in one.campaign.candidates() if c.sequence.is_built()]


def test_each_sequence_is_made_once_then_it_is_done(bench):
    one = bench(WEAK, by="structures")
    while one.campaign.one():
        pass

    # Levels 0 to 4, full or not: calls lead to two of the ten, and each of them has two methods.
    assert one.campaign.structures()[f"{one.module}:Tank"] == {
        "objects": 10,
        "by_calls": 2,
        "refused": False,
        "note": "10 objects within Tank=1; 5 candidates",
    }
    assert one.campaign.tally.sequences == 1 + 10 * 2


def test_a_class_whose_objects_cannot_be_listed_is_noted(bench):
    one = bench(WEAK.replace("self.full = False", "self.full = print"), by="structures")
    one.run(10)
    (note,) = [each["note"] for each in one.campaign.structures().values()]

    assert "full=[...]" in note


def test_a_method_takes_parts_of_the_object(bench):
    one = bench(
        """
        class Node:
            def __init__(self) -> None:
                self.next: Node | None = None

        class Chain:
            def __init__(self) -> None:
                self.first: Node | None = None

            def cut(self, node: Node) -> None:
                node.next.next = None

            def rep_ok(self) -> bool:
                node, seen = self.first, []
                while node is not None:
                    if node in seen:
                        return False
                    seen.append(node)
                    node = node.next
                return True
        """,
        by="structures",
    )
    found = one.run(300)

    (finding,) = [f for f in found if f.sequence.is_built()]
    lines = snippet(finding.sequence, finding.violation)
    assert [line.partition("  #")[0] for line in lines] == [
        "node = object.__new__(Node)",
        "node.next = None",
        "chain = object.__new__(Chain)",
        "chain.first = node",
        "chain.cut(node)",
    ]


def test_what_is_built_has_no_walk_behind_it_that_an_application_model_could_allow(bench) -> None:
    one = bench(
        """
        class File:
            aux_open = False
            def __init__(self) -> None:
                self._open = False
            def open(self) -> None:
                self._open = True
            def close(self) -> int:
                done = 1 // self._open
                self._open = False
                return done
            def appmodel(self, last: str) -> bool:
                meant, self.aux_open = last != "close" or self.aux_open, self._open
                return meant
            def rep_ok(self) -> bool:
                return True
        """,
        by="structures",
    )

    assert one.run(30) == []
    assert one.campaign.structures() == {}
