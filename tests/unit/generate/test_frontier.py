"""Planned sequences, performed as they are."""

from __future__ import annotations

from refute.generate.frontier import Frontier
from refute.model.sequence import Call, Sequence


def test_a_planned_sequence_is_performed_without_what_was_our_fault(bench):
    one = bench(
        """
        def half(n: int) -> int:
            if n % 2:
                raise ValueError(n)
            return n // 2

        def double(n: int) -> int:
            return 2 * n
        """
    )
    half, double = one.known("half").call((0,)), one.known("double").call((0,))
    literal = one.campaign.knowledge.presets.like("3")[0]
    plan = Sequence().extend(literal).extend(half, [0]).extend(double, [1]).extend(double, [0])
    generator = Frontier(one.campaign.knowledge, lambda: plan)

    execution = generator.grow(one.campaign.machine, lambda steps, outcome: None)

    made = [step.operation for step in execution.sequence.steps if isinstance(step.operation, Call)]
    assert made == [double]
    assert [step.operation for _, step in execution.taken_back] == [half]
    assert set(generator.kinds) == {0, 3}
    assert execution.made_by == "frontier"
