"""What a campaign is told about branches."""

from __future__ import annotations

import sys

TEXT = """
    class Shelf:
        def __init__(self) -> None:
            self.things: list[int] = []

        def add(self, thing: int) -> bool:
            if len(self.things) > 3:
                return False
            self.things.append(thing)
            return True
"""


def test_branches_taken_for_the_first_time_are_noted_with_the_sequence(bench):
    one = bench(TEXT)
    fresh = []
    for _ in range(200):
        one.campaign.one()
        fresh += one.campaign.last.new_branches if one.campaign.last else []

    assert len(fresh) == len(set(fresh)) == len(one.campaign.steering.marks.seen)
    assert not one.campaign.steering.marks.frontier()


def test_code_that_was_marked_is_not_taken_for_changed(bench):
    one = bench(TEXT)
    one.run(50)
    add = sys.modules[one.module].Shelf.add
    code = add.__code__
    one.campaign.slate.restore(thorough=True)

    assert add.__code__ is code
