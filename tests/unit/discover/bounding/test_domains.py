"""Domains are put together flat, and classes without objects are left out."""

from __future__ import annotations

from collections import OrderedDict

import pytest

from refute.discover.bounding.domains import as_values, check_domains, is_domain, joined, prune
from refute.model.bounds import AnyOf, Array, Bounds, DictOf, Objects, SetOf, Tuple, Values
from refute.model.errors import UsageError

NONE, LEAF = Values((None,)), Objects("Leaf")


def test_a_union_is_flat_holds_a_class_once_and_neighbouring_values_together() -> None:
    parts = [AnyOf((NONE, LEAF)), LEAF, Values((1,)), Values((2,))]

    assert joined(parts) == AnyOf((NONE, LEAF, Values((1, 2))))


def test_one_part_stays_itself() -> None:
    assert joined([LEAF]) is LEAF
    assert joined([LEAF, LEAF]) is LEAF


@pytest.mark.parametrize(
    ("domain", "left"),
    [
        (AnyOf((NONE, LEAF)), NONE),
        (LEAF, Values(())),
        (NONE, NONE),
        (Array((0, 2), LEAF), Array((0,), Values(()))),
        (Array((0, 2), AnyOf((NONE, LEAF))), Array((0, 2), NONE)),
        (SetOf(LEAF, (0, 1), frozenset), SetOf(Values(()), (0,), frozenset)),
        (DictOf(NONE, LEAF, (0, 1), OrderedDict), DictOf(NONE, Values(()), (0,), OrderedDict)),
        (Tuple((NONE, LEAF)), Tuple((NONE, Values(())))),
    ],
)
def test_a_class_without_objects_is_left_out(domain: object, left: object) -> None:
    assert prune(domain, {"Leaf": 0}) == left  # type: ignore[arg-type]
    assert prune(domain, {"Leaf": 1}) == domain  # type: ignore[arg-type]


def test_a_field_that_nothing_can_be_chosen_for_is_refused() -> None:
    with pytest.raises(UsageError, match=r"Tree\.root has an empty domain") as refused:
        check_domains(Bounds("Tree", {"Tree": 1}, {"Tree.root": Values(())}, {}))

    assert refused.value.slug == "empty-domain"


def test_one_value_stands_for_a_list_of_one_and_a_class_for_its_objects() -> None:
    class Leaf: ...

    assert as_values(3) == (3,)
    assert as_values([3, 4]) == [3, 4]
    assert is_domain(LEAF, {}) and is_domain(Leaf, {"Leaf": Leaf})
    assert not is_domain(Leaf, {}) and not is_domain(3, {"Leaf": Leaf})
