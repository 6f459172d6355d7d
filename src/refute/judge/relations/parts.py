"""What is cut into parts is what the parts are together: `parts`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from refute.judge.relations.offers import Offer
from refute.judge.relations.relation import Family, Move, Relation
from refute.judge.relations.sameness import same
from refute.model.subject import Subject
from refute.model.syntax import MOST_ITEMS

PARTS = Family(
    rule="parts",
    says="What is cut into chunks, pages, halves, batches has all of it in them, nothing lost and nothing twice.",
    reason="the parts together are the whole",
    remedy="look at the last part, or say in the docstring what is left out",
    test_name="adds_up",
    silent_when=(
        "The docstring says that something is dropped, left over, filled up, overlaps or comes once; the parts are not of the "
        "type of the whole."
    ),
    example="flatten(chunks([1, 2, 3], 2)) == [1, 2, 3]",
    enough=10,
)

_CUTS = re.compile(
    r"(?:\w+_)?(?:chunk(?:s|ed|ify)?|batch(?:es|ed)?|split(?:s)?(?:_at|_into|_every|_half|_evenly|_in_two)?|"
    r"partition(?:s|ed)?|slices|pages|paginate[d]?|halves|folds|pieces|divide[d]?|segments|grouper|in_groups|cut)(?:_\w+)?"
)
_LEAVES_OUT = re.compile(
    r"\b(?:drop|discard|ignor|without|left over|leftover|remainder|fill|pad|overlap|once|uniq|only|among|exact|full|"
    r"strip|separator|delimit|whitespace|sample|random)"
)
_WHOLE_OF = re.compile(r"exact|full|whole|strict|even|window|word|line|path|ext|name|url|key")


def parts(offers: list[Offer], subject: Subject) -> Iterator[Relation]:
    """Yield the operations that seem to cut their first argument into parts."""
    for one in offers:
        if one.has_receiver or not one.needed or not _CUTS.fullmatch(one.name):
            continue
        if one.says(_LEAVES_OUT) or _WHOLE_OF.search(one.name) or one.routine.how == "new":
            continue
        call, count = one.call, len(one.needed)
        yield Relation(
            PARTS,
            (one.target,),
            count,
            (Move(call, tuple(range(count))),),
            (0, count),
            "assert collections.Counter(item for part in {1} for item in part) == collections.Counter({0})",
            f"the parts that {one.shown} returns are not the whole",
            anchor=call,
            holds=_adds_up,
            tells=lambda whole, *rest: len(whole) > 1 and len(rest[-1]) > 1,
        )


def _adds_up(whole: Any, pieces: Any) -> bool | None:
    """Return whether parts of the type of the whole have the same in them, in whatever order."""
    if type(whole) not in (list, tuple, str, bytes) or type(pieces) not in (list, tuple):
        return None
    if len(pieces) >= MOST_ITEMS or any(
        type(part) not in (list, tuple, type(whole)) for part in pieces
    ):
        return None
    try:
        return same(Counter(item for part in pieces for item in part), Counter(whole))
    except TypeError:
        return None  # not hashable
