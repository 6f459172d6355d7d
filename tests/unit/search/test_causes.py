"""Of all that was seen it is told what became of it."""

from __future__ import annotations

from dataclasses import replace

from refute.model.sequence import Call, Literal, Sequence
from refute.model.typeform import ANY, INT
from refute.model.verdict import Blame, Severity, Violation
from refute.search.causes import Causes

SIGNATURE = ("raises", "KeyError", "shop:f", "a[b]", "")
DOUBTFUL = Violation(
    "raises", 0, Blame.TEST, "KeyError", "shop:f", SIGNATURE, Severity.DOUBTFUL, because="never"
)
REFUSAL = replace(DOUBTFUL, severity=Severity.ROBUSTNESS, because="documented")
SHORT = Sequence().extend(Literal("0", INT)).extend(Call("shop:f", (INT,), ANY), (0,))
LONG = (
    Sequence()
    .extend(Literal("1", INT))
    .extend(Literal("0", INT))
    .extend(Call("shop:f", (INT,), ANY), (1,))
)


def test_what_is_told_merged_flaky_or_refused_makes_up_all_that_was_seen():
    causes = Causes()
    causes.meet("here", DOUBTFUL)
    causes.meet("there", DOUBTFUL)
    causes.meet("here", REFUSAL)
    causes.meet("flaky", replace(DOUBTFUL, signature=("raises", "flaky")))
    causes.meet("slow", replace(DOUBTFUL, blame=Blame.NOBODY, signature=("stopped",)))
    counts = causes.tally({SIGNATURE: "123456"}, {("raises", "flaky")})

    assert counts == {
        "seen": 5,
        "findings": 1,
        "merged": 1,
        "refusals": 1,
        "flaky": 1,
        "stopped": 1,
    }


def test_what_becomes_nothing_is_lost():
    causes = Causes()
    causes.meet("here", DOUBTFUL)

    assert causes.tally({}, set())["lost"] == 1


def test_what_is_known_by_its_place_alone_was_noted_before():
    causes = Causes()
    causes.meet("here", replace(DOUBTFUL, signature=("invalid", "shop:f")))

    assert causes.tally({}, set()) == {"seen": 0}


def test_places_that_refuse_are_counted_by_operation_and_rule():
    causes = Causes()
    causes.meet("here", REFUSAL)
    causes.meet("there", REFUSAL)
    causes.meet("there", DOUBTFUL)

    assert causes.refusals() == {"shop:f": {"documented": 2}}


def test_the_shortest_example_is_kept_for_each_choice_of_arguments_and_few_choices():
    causes = Causes()
    for kinds, sequence in (((1,), LONG), ((1,), SHORT), ((1,), LONG), ((2,), LONG)):
        causes.suspect(DOUBTFUL, sequence, kinds, "feedback", 1)
    for kind in range(3, 9):
        causes.suspect(DOUBTFUL, SHORT, (kind,), "feedback", 2)
    (suspicion,) = causes.take_suspicions()

    assert suspicion.examples == {(1,): SHORT, (2,): LONG, (3,): SHORT, (4,): SHORT}
    assert (suspicion.number, suspicion.made_by) == (1, "feedback")
    assert causes.take_suspicions() == []
