"""The undirected random walk: nothing is kept, made or learned."""

from __future__ import annotations

CHAIN = """
    class Inner: ...

    class Outer:
        def __init__(self, inner: Inner) -> None:
            self.inner = inner

    def plain(n: int) -> int:
        return n
"""


def test_nothing_is_learned_from_what_raises(bench):
    one = bench("def f(x):\n    return x + 1", by="walk-blind")
    one.run(100)

    assert one.known("f").calls > 50
    assert all(slot.bad == {} for slot in one.known("f").slots)


def test_an_argument_that_is_not_at_hand_is_not_made(bench):
    one = bench(CHAIN, by="walk-blind", length=1)
    one.run(100)

    assert one.known("Inner").calls > 0
    assert one.known("Outer").calls == 0


def test_no_walk_is_longer_than_asked_for(bench):
    one = bench(CHAIN, by="walk-blind", length=4)
    lengths = []
    for _ in range(50):
        one.campaign.one()
        lengths.append(one.campaign.last.sequence.calls())

    assert 1 < max(lengths) <= 4
