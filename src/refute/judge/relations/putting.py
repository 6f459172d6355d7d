"""What was put into an object can be got from it: `puts`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from refute.judge.relations.offers import Offer
from refute.judge.relations.relation import Family, Move, Relation
from refute.model.subject import Subject

PUT = Family(
    rule="put-get",
    says="What was put with `x[key] = value` is there: `x[key]` raises neither KeyError nor IndexError.",
    reason="what was put is there",
    remedy="look up as it is put, or refuse the key when it is put",
    test_name="has_what_was_put",
    silent_when=(
        "`len` does not count one more; the key is not equal to itself; it was seen to be so only of few objects, or not of "
        "most."
    ),
    example="book[name] = number; book[name]",
    enough=10,
    by_contents=False,
)


def puts(offers: list[Offer], subject: Subject) -> Iterator[Relation]:
    """Yield of the classes that items are put into, got from and counted in that they are there then."""
    of_class: dict[str, dict[str, Offer]] = {}
    for one in offers:
        if one.owner is not None and one.has_receiver:
            of_class.setdefault(one.owner, {})[one.name] = one
    for known in of_class.values():
        if {"__setitem__", "__getitem__", "__len__"} <= known.keys():
            yield _put(known["__setitem__"], known["__getitem__"], known["__len__"])


def _put(putting: Offer, getting: Offer, counting: Offer) -> Relation:
    return Relation(
        PUT,
        (getting.target, putting.target),
        3,
        (Move(counting.call, (0,)), Move(putting.call, (0, 1, 2))),
        (0, 1),
        "{0}[{1}]",
        f"{getting.shown} does not find what {putting.shown} has put",
        anchor=putting.call,
        changes=True,
        holds=_is_there,
        applies=_counts,
        raised=_missed,
    )


def _counts(x: Any, key: Any, value: Any, before: int, *rest: Any) -> bool:
    """Return whether an object counts one more since something was put, by a key that can be found.

    What keeps only some of it, or only the last few, is free to.
    """
    try:
        return bool(key == key) and len(x) > before
    except Exception:
        return False


def _is_there(x: Any, key: Any) -> bool | None:
    try:
        return _missed(x, key) is None
    except Exception:
        return None


def _missed(x: Any, key: Any) -> LookupError | None:
    """Return what is raised where an item is looked up that is not there."""
    try:
        x[key]
    except (KeyError, IndexError) as error:
        return error
    return None
