"""What bodies give is what is asked for, and the same for the same arguments."""

from __future__ import annotations

from refute.model.sequence import Call, Callback, Literal, Parameter, Raise, Return

SORTED = """
    from collections.abc import Callable

    def ordered(items: list[int], key: Callable[[int], {output}]) -> list[int]:
        return sorted(items, key=key)
"""


def results(one, sequences: int) -> list[object]:
    """Return the operations whose values the functions of some sequences give."""
    found = []
    for _ in range(sequences):
        one.campaign.one()
        for operation, _ in one.campaign.last.sequence.steps:
            body = operation.body if isinstance(operation, Callback) else None
            if body is not None and len(body) and isinstance(body.steps[-1].operation, Return):
                (source,) = body.sources(len(body) - 1)
                found.append(body.steps[source].operation)
    return found


def test_a_number_may_be_the_argument_or_made_of_it_or_written_down(bench):
    given = results(bench(SORTED.format(output="int")), 300)

    assert {type(one) for one in given} == {Parameter, Call, Literal}
    assert {one.target.rpartition(".")[2] for one in given if isinstance(one, Call)} == {
        "__add__",
        "__neg__",
    }


def test_a_text_is_written_down(bench):
    assert {type(one) for one in results(bench(SORTED.format(output="str")), 300)} == {Literal}


def test_who_is_given_no_number_gives_a_number_all_the_same(bench):
    one = bench(
        """
        from collections.abc import Callable

        def longest(items: list[str], key: Callable[[str], int]) -> list[str]:
            return sorted(items, key=key)
        """
    )
    raised = []
    for _ in range(500):
        one.campaign.one()
        for operation, _ in one.campaign.last.sequence.steps:
            body = operation.body if isinstance(operation, Callback) else ()
            raised += [o.source for o, _ in getattr(body, "steps", ()) if isinstance(o, Raise)]

    assert "NotImplementedError()" not in raised
