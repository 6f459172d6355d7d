"""What can stand in for a value while a sequence is shrunk."""

from __future__ import annotations

from refute.model.typeform import INT, TypeForm
from refute.search.replacements import Makers
from refute.shrink.shrinker import Value

POINT = """
    class Point:
        def __init__(self, x: int) -> None:
            self.x = abs(x)
"""


def makers(bench, text: str) -> tuple[Makers, TypeForm, object]:
    one = bench(text)
    campaign = one.campaign
    made = Makers(campaign.knowledge, campaign.examiner, lambda: None)
    return made, TypeForm(f"{one.module}:Point"), campaign


def test_a_call_on_literals_makes_the_value_though_nobody_has_made_it_yet(bench):
    made, form, _ = makers(bench, POINT)
    found = made.of(Value(form, -1))

    assert found
    assert all(sequence.calls() == 1 for sequence, _ in found)
    assert all(position == len(sequence) - 1 for sequence, position in found)


def test_what_makes_an_equal_value_comes_first(bench):
    made, form, campaign = makers(bench, POINT)
    last = made.of(Value(form, -1))[-1][0]
    campaign.machine.start()
    campaign.machine.perform_all(last.steps)
    equal = Value(form, campaign.examiner.state(len(last) - 1).number)

    first = made.of(equal)[0][0]
    campaign.machine.start()
    campaign.machine.perform_all(first.steps)

    assert campaign.examiner.state(len(first) - 1).number == equal.state
    assert made.simplest(equal) is not None


def test_a_state_that_no_simple_call_leads_to_has_no_simplest_maker(bench):
    made, form, _ = makers(bench, POINT)

    assert made.simplest(Value(form, -1)) is None


def test_nothing_makes_a_type_that_the_subject_does_not_have(bench):
    made, _, _ = makers(bench, "def nothing() -> None: ...")

    assert made.of(Value(INT, 0)) == []
