"""The running sequence, and arguments for its next call."""

from __future__ import annotations

from refute.model.sequence import Call, Literal


def sequences(one, count: int):
    for _ in range(count):
        one.campaign.one()
        yield one.campaign.last.sequence


def test_numbers_that_multiply_are_small(bench):
    one = bench(
        """
        class Text:
            def __mul__(self, times: int) -> str:
                return "x" * times
        """,
        by="feedback",
    )
    given = [
        sequence.steps[sequence.sources(position)[1]].operation
        for sequence in sequences(one, 100)
        for position, step in enumerate(sequence.steps)
        if isinstance(step.operation, Call) and step.operation.target.endswith("__mul__")
    ]
    numbers = [int(one.source) for one in given if isinstance(one, Literal)]

    assert numbers
    assert max(map(abs, numbers)) < 1000
