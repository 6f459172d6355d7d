"""One search with its tally: by the general path, or by a predicate that is compiled."""

from __future__ import annotations

import sys

import pytest

from refute.generate.bounded.exploration import Exploration, place_in
from refute.generate.bounded.tasks import Task
from refute.model.bounds import Bounds, SetOf, Values
from refute.model.errors import UsageError


class Pair: ...


def is_two(x) -> bool:
    return x.a + x.b == 2


def is_odd(x) -> bool:
    return (lambda a: a == 1)(x.a)  # cannot be resumed


def bounds(**fields) -> Bounds:
    domains = {f"Pair.{name}": domain for name, domain in fields.items()}
    return Bounds("Pair", {"Pair": 1}, domains, {"Pair": Pair})


PAIR = bounds(a=Values((0, 1, 2)), b=Values((0, 1, 2)))


def pair(search) -> tuple[int, int]:
    one = search.reader.build()
    return one.a, one.b


@pytest.mark.parametrize("path", ["general", "resumable", "auto"])
def test_every_path_yields_the_same_in_the_same_order(path):
    exploration = Exploration(PAIR, is_two, pair, path=path)

    assert list(exploration.run()) == [(0, 2), (1, 1), (2, 0)]
    assert (exploration.tally.found, exploration.tally.candidates) == (3, 9)
    assert exploration.tally.complete


def test_counting_yields_nothing():
    exploration = Exploration(PAIR, is_two, None)

    assert list(exploration.run()) == []
    assert exploration.tally.found == 3


def test_a_search_that_is_left_early_is_not_complete():
    exploration = Exploration(PAIR, is_two, pair, path="general")
    steps = exploration.run()
    next(steps)
    steps.close()

    assert not exploration.tally.complete


def test_a_predicate_that_cannot_be_resumed_is_refused_only_where_that_was_asked_for():
    assert len(list(Exploration(PAIR, is_odd, pair).run())) == 3

    with pytest.raises(UsageError, match="cannot be resumed: a computed function"):
        list(Exploration(PAIR, is_odd, pair, path="resumable").run())


def test_one_part_of_a_search_is_done_by_itself():
    exploration = Exploration(PAIR, is_two, pair, path="general")

    assert list(exploration.do(Task((("Pair", "a", 1, 3),)))) == [(1, 1)]


def test_sets_of_values_are_no_reason_to_look_at_shapes():
    exploration = Exploration(bounds(s=SetOf(Values((0, 1)), (0, 1))), lambda x: True, None)

    assert exploration.shapes is None


def test_code_that_is_not_a_compiled_predicate_has_no_place():
    assert place_in(sys._getframe()) is None
    assert place_in(None) is None
