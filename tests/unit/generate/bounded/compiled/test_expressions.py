"""Expressions of a predicate in which every field read stands alone."""

from __future__ import annotations

import pytest

from refute.generate.bounded.compiled.blocks import NotResumable, ReadItem, ReadLength
from refute.generate.bounded.compiled.resumable import CompiledPredicate
from refute.generate.bounded.compiled.statements import lower
from refute.model.bounds import Array, Bounds, Values


class Shelf: ...


BOUNDS = Bounds(
    "Shelf",
    {"Shelf": 1},
    {"Shelf.size": Values((0, 1, 2)), "Shelf.items": Array((0, 1, 2), Values((0, 1)))},
    {"Shelf": Shelf},
)


def has_size(x) -> bool:
    return len(x.items) == x.size


def ends_with_one(x) -> bool:
    return len(x.items) > 0 and x.items[-1] == 1 and x.size == 0


def is_short_circuit(x) -> bool:
    return x.size == 0 or len(x.items) == 2


def sums(x) -> bool:
    return sum(one for one in x.items) == x.size


def formats(x) -> bool:
    return f"{x.size}" == "1"


@pytest.mark.parametrize(
    ("predicate", "found"),
    [
        (has_size, 1 + 2 + 4),
        (ends_with_one, 1 + 2),
        (is_short_circuit, 7 + 2 * 4),
        (sums, 3 + 3 + 1),
    ],
)
def test_an_expression_means_what_it_meant(predicate, found):
    compiled = CompiledPredicate(BOUNDS, predicate)
    compiled.run()

    assert compiled.found == found


def test_the_length_of_a_list_is_read_without_its_items():
    code = [one for block in lower(BOUNDS, has_size).main.blocks for one in block.code]

    assert any(isinstance(one, ReadLength) for one in code)
    assert not any(isinstance(one, ReadItem) for one in code)


def test_an_expression_that_is_not_known_is_refused_by_name():
    with pytest.raises(NotResumable, match="JoinedStr around a field read"):
        lower(BOUNDS, formats)
