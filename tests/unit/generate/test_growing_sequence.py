"""A sequence that is performed while it is made."""

from __future__ import annotations

from refute.model.sequence import Call, Literal, ignores


def sequences(one, count: int):
    for _ in range(count):
        one.campaign.one()
        yield one.campaign.last.sequence


def test_presets_that_cannot_change_are_written_once(bench):
    one = bench("def f(a: int) -> None: ...", by="feedback")
    for sequence in sequences(one, 50):
        literals = [s.operation for s in sequence.steps if isinstance(s.operation, Literal)]

        assert len({id(literal) for literal in literals}) == len(literals)


def test_what_was_refused_stays_in_the_sequence_only_where_that_is_asked_for(bench):
    text = """
        class Door:
            def knock(self) -> None:
                raise PermissionError("closed")

            def look(self) -> int:
                return 1
    """
    plain = bench(text, by="feedback")
    past = bench(text, by="feedback", past_exceptions=True)

    def ignored(one) -> int:
        return sum(
            isinstance(s.operation, Call) and ignores(s.operation)
            for sequence in sequences(one, 50)
            for s in sequence.steps
        )

    assert ignored(plain) == 0
    assert ignored(past) > 0


def test_an_object_is_not_given_to_its_own_method_where_nothing_is_annotated(bench):
    one = bench(
        """
        class Box:
            def put(self, thing) -> None: ...
        """,
        by="feedback",
    )
    put = [
        sequence.sources(position)
        for sequence in sequences(one, 100)
        for position, step in enumerate(sequence.steps)
        if isinstance(step.operation, Call) and step.operation.target.endswith("put")
    ]

    assert put
    assert all(receiver != thing for receiver, thing in put)
