"""A list in the making behaves as the list it will be: every operator and method, against a real one."""

from __future__ import annotations

import copy
import operator
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from refute.exhaustive.structures import bounds, structures
from refute.generate.bounded.lists import LazyCells
from refute.model.bounds import Array, Values
from refute.model.errors import UsageError


def taken(items: Any) -> str:
    match items:
        case [a, b]:
            return f"two: {a} {b}"
        case [a, *rest]:
            return f"first: {a} of {len(rest) + 1}"
    return "other"


OTHERS: list[Any] = [[], [0], [1, 0], [0, 1, 1], (), (0,), (1, 0), None, 1]
COMPARED = [operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne]
ASKED: dict[str, Callable[[Any], Any]] = {
    **{
        f"{op.__name__} {other} {swapped}": (
            lambda x, op=op, other=other, swapped=swapped: op(other, x) if swapped else op(x, other)
        )
        for op in (*COMPARED, operator.add)
        for other in OTHERS
        for swapped in (False, True)
    },
    **{
        f"index {v}": (lambda x, v=v: x.index(*v)) for v in [(0,), (1,), (1, 1), (0, 0, 1), (1, -1)]
    },
    **{
        f"[{i}]": (lambda x, i=i: x[i]) for i in (0, 1, -1, 2, slice(1), slice(None, None, -1), "a")
    },
    "count": lambda x: x.count(1),
    "twice": lambda x: (x * 2, 2 * x),
    "itself": lambda x: (x == x, x < x, x + x),
    "copy": lambda x: x.copy(),
    "copies": lambda x: (copy.copy(x), copy.deepcopy(x), pickle.loads(pickle.dumps(x))),
    "in": lambda x: 1 in x,
    "iterated": lambda x: (list(x), tuple(reversed(x)), sorted(x), len(x), bool(x), [*x]),
    "text": lambda x: (repr(x), str(x), f"{x}"),
    "spec": lambda x: f"{x:>3}",
    "hash": lambda x: hash(x),
    "match": taken,
    "instance": lambda x: (isinstance(x, list), isinstance(x, tuple), x.__class__),
    "absent": lambda x: x.nothing,
}


class Holder:
    items: Any


def outcome(action: Callable[[Any], Any], value: Any) -> Any:
    try:
        return action(value)
    except Exception as raised:
        assert LazyCells.__name__ not in str(raised)
        return type(raised)


@pytest.mark.parametrize("kind", [list, tuple])
@pytest.mark.parametrize("name", ASKED)
def test_a_list_in_the_making_answers_as_a_list(name: str, kind: type) -> None:
    action = ASKED[name]
    told: list[Any] = []

    def predicate(one: Holder) -> bool:
        told.append(outcome(action, one.items))
        told.append(kind(one.items))
        return True

    space = bounds(Holder, items=Array((0, 1, 2), Values((0, 1)), kind))
    found = [one.items for one in structures(Holder, space, predicate=predicate, path="general")]

    assert len(found) == 7
    assert told[::2] == [outcome(action, items) for items in told[1::2]]
    assert all(type(items) is kind for items in found)


CHANGES: dict[str, Callable[[Any], Any]] = {
    "append": lambda x: x.append(1),
    "sort": lambda x: x.sort(),
    "set": lambda x: operator.setitem(x, 0, 1),
    "delete": lambda x: operator.delitem(x, 0),
    "add": lambda x: operator.iadd(x, [1]),
    "times": lambda x: operator.imul(x, 2),
}


@pytest.mark.parametrize("name", CHANGES)
def test_changing_it_is_refused(name: str) -> None:
    def predicate(one: Holder) -> bool:
        CHANGES[name](one.items)
        return True

    space = bounds(Holder, items=Array((1,), Values((0, 1))))
    with pytest.raises(UsageError) as caught:
        list(structures(Holder, space, predicate=predicate))

    assert caught.value.slug == "predicate-writes"


def of_type(one: Holder) -> bool:
    return type(one.items) is list


def of_type_further_down(one: Holder) -> bool:
    return of_type(one)


def of_class(one: Holder) -> bool:
    return type(one) == Holder  # noqa: E721


def wants_a_true_list(one: Holder) -> bool:
    return list.index(one.items, 0) == 0


@pytest.mark.parametrize("predicate", [of_type, of_type_further_down, of_class, wants_a_true_list])
def test_what_cannot_be_followed_is_refused_and_never_counts_as_false(predicate: Any) -> None:
    space = bounds(Holder, items=Array((1,), Values((0, 1))))
    with pytest.raises(UsageError) as caught:
        list(structures(Holder, space, predicate=predicate))

    assert caught.value.slug == "builtin-container"
