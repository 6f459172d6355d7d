"""Several ways to look at one object show the same: `views`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

from refute.judge.relations.offers import Offer
from refute.judge.relations.relation import Family, Move, Relation
from refute.judge.relations.sameness import same
from refute.look.classes import can_be_iterated_again, supports
from refute.model.subject import Subject

VIEWS = Family(
    rule="views",
    says=(
        "`x[i]` is the item with this number, counted from either end, slices are slices of the items, `items()` are the "
        "`keys()` with the `values()`, `len` counts them."
    ),
    reason="they show one and the same",
    remedy="let one of them be made from the other",
    test_name="shows_the_same_in_every_way",
    silent_when="It was seen to be so only of few objects, or not of most; the one or the other raises.",
    example="ring[-1] == list(ring)[-1]",
    enough=10,
    by_contents=False,
)
# Keys may be a part of what is counted.
COUNTED = replace(VIEWS, share=0.95)

# Above so many items nothing is compared.
_MOST = 64


def views(offers: list[Offer], subject: Subject) -> Iterator[Relation]:
    """Yield what the classes of the subject should show in several ways."""
    of_class: dict[str, dict[str, Offer]] = {}
    for one in offers:
        if one.owner is not None and one.has_receiver:
            of_class.setdefault(one.owner, {})[one.name] = one
    for owner, known in of_class.items():
        cls = subject.classes.get(owner)
        if not isinstance(cls, type):
            continue
        if "__getitem__" in known and _is_sequence(cls):
            yield _numbered(known["__getitem__"])
        for methods, view in _VIEWS:
            if methods <= known.keys() and (view[0] != "__getitem__" or _is_sequence(cls)):
                yield _shown(owner, *view)


def _is_sequence(cls: type) -> bool:
    return can_be_iterated_again(cls) and supports(cls, "__len__") and not supports(cls, "keys")


def _shown(
    owner: str, blamed: str, assertion: str, message: str, holds: Callable[..., bool | None]
) -> Relation:
    return Relation(
        COUNTED if holds is _counted else VIEWS,
        (f"{owner}.{blamed}",),
        1,
        (),
        (0,),
        assertion,
        f"{owner.rpartition(':')[2]}: {message}",
        about=owner,
        holds=holds,
        variant=holds.__name__.strip("_"),
    )


def _numbered(one: Offer) -> Relation:
    """Return the relation that a number gives the item that comes at this place when all are gone through."""
    return Relation(
        VIEWS,
        (one.target,),
        2,
        (Move(one.call, (0, 1)),),
        (0, 1, 2),
        "assert {2} == list({0})[{1}]",
        f"{one.shown} with a number does not give the item at this place",
        anchor=one.call,
        holds=_item,
        variant="item",
    )


def _items(x: Any) -> list[Any] | None:
    items = list(islice(iter(x), _MOST + 1))
    return items if 0 < len(items) <= _MOST and len(items) == len(x) else None


def _item(x: Any, number: Any, item: Any) -> bool | None:
    """Return whether an item is the one with this number, where those from 0 on are what iteration yields."""
    try:
        items = _items(x) if type(number) is int else None
        if items is None or any(same(x[i], one) is not True for i, one in enumerate(items)):
            return None
        return same(item, items[number])
    except Exception:
        return None


def _slice(x: Any) -> bool | None:
    try:
        items = _items(x)
        if items is None or same(x[0], items[0]) is not True:
            return None
        return same(list(x[1:]), items[1:])
    except Exception:
        return None


def _pairs(x: Any) -> bool | None:
    """Return whether the items are the keys with the values; None where they are no pairs, or there are none."""
    try:
        keys, values, items = list(x.keys()), list(x.values()), list(x.items())
    except Exception:
        return None
    if not 0 < len(items) <= _MOST or any(
        type(item) is not tuple or len(item) != 2 for item in items
    ):
        return None
    return same(list(zip(keys, values, strict=False)), items)


def _counted(x: Any) -> bool | None:
    try:
        keys, size = list(x.keys()), len(x)
    except Exception:
        return None
    return len(keys) == size if keys else None


_VIEWS: tuple[tuple[frozenset[str], tuple[str, str, str, Callable[..., bool | None]]], ...] = (
    (
        frozenset(["__getitem__"]),
        (
            "__getitem__",
            "assert list({0}[1:]) == list({0})[1:]",
            "x[1:] is not the items from the second on",
            _slice,
        ),
    ),
    (
        frozenset(["keys", "values", "items"]),
        (
            "items",
            "assert list(zip({0}.keys(), {0}.values())) == list({0}.items())",
            "items() are not the keys() with the values()",
            _pairs,
        ),
    ),
    (
        frozenset(["keys", "__len__"]),
        (
            "__len__",
            "assert len({0}) == len(list({0}.keys()))",
            "len(x) does not count its keys()",
            _counted,
        ),
    ),
)
