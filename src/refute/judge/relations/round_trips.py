"""What is written and read again is what it was: `round_trips`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from refute.judge.relations.offers import Offer, offers_of
from refute.judge.relations.relation import Family, Move, Relation
from refute.look.classes import authored, has_value_equality
from refute.model.sequence import Call
from refute.model.subject import Subject
from refute.model.typeform import ANY, STR, TypeForm, members

ROUND_TRIP = Family(
    rule="round-trip",
    says="What is encoded and decoded again, written and read, packed and unpacked, is what it was.",
    reason="one undoes what the other does",
    remedy="mend one of the two, or say in a docstring what is lost",
    test_name="is_undone",
    silent_when=(
        "A docstring says that something is rounded, lost or only for people; what reads takes more that the object is made "
        "of, what writes is told what to keep; what differs holds floating-point numbers, or equals only itself."
    ),
    example='parse_row(format_row(["a"])) == ["a"]',
)

# By a part of the name: who undoes whom.
_INVERSES = (
    *(("encode", "decode"), ("dump", "load"), ("serialize", "deserialize")),
    *(("serialise", "deserialise"), ("marshal", "unmarshal"), ("pack", "unpack")),
    *(("quote", "unquote"), ("escape", "unescape"), ("compress", "decompress")),
    *(("encrypt", "decrypt"), ("format", "parse"), ("render", "parse"), ("unparse", "parse")),
    *(("stringify", "parse"), ("to_", "from_"), ("as_", "from_"), ("flatten", "unflatten")),
    *(("hexlify", "unhexlify"), ("freeze", "thaw"), ("build", "parse"), ("wrap", "unwrap")),
)
_READERS = frozenset(["parse", "from_string", "from_str", "fromstring", "from_text", "of_text"])
_LOSSY = re.compile(
    r"\b(?:round|los[est]|lossy|approximat|human|readable|pretty|truncat|abbreviat|shorten|"
    r"discard|drop|ignor|only those|best effort|normali[sz]|disappear|vanish|omit|irreversib|one[- ]way)"
)
# Parameters that say what is kept say that something else is not.
_SELECTS = re.compile(r"_?(?:keep|preserve|skip|drop|exclude|ignore|omit|strip)_\w+")
_STR = Call("builtins:str", (ANY,), STR)


def round_trips(offers: list[Offer], subject: Subject) -> Iterator[Relation]:
    """Yield the pairs of operations of which one seems to undo the other."""
    by_name = {(one.owner, one.name): one for one in offers}
    for one in offers:
        for other in _undoing(one, by_name):
            if not (_loses(one) or _loses(other) or _is_told_more(other, by_name)):
                yield from _pair(one, other)
        yield from _reading(one, subject)


def inverses(subject: Subject) -> dict[str, frozenset[str]]:
    """Return by operation those that it undoes."""
    found: dict[str, set[str]] = {}
    for relation in round_trips(offers_of(subject), subject):
        one, other = relation.operations
        found.setdefault(other, set()).add(one)
    return {name: frozenset(some) for name, some in found.items()}


def _undoing(one: Offer, by_name: dict[tuple[str | None, str], Offer]) -> Iterator[Offer]:
    for does, undoes in _INVERSES:
        if does in one.name and undoes not in one.name:
            other = by_name.get((one.owner, one.name.replace(does, undoes, 1)))
            if other is not None:
                yield other
    there, to, back = one.name.partition("_to_")
    other = by_name.get((one.owner, f"{back}_to_{there}")) if to else None
    if other is not None:
        yield other


def _loses(one: Offer) -> bool:
    return one.says(_LOSSY) or any(_SELECTS.fullmatch(name) for name in one.optional())


def _is_told_more(other: Offer, by_name: dict[tuple[str | None, str], Offer]) -> bool:
    """Return whether what reads an object may be passed a part of it besides: then that is not in what was written."""
    owner = other.owner or ""
    made = by_name.get((owner, owner.rpartition(":")[2].rpartition(".")[2]))
    return made is not None and not {*other.optional()}.isdisjoint(made.names())


def _pair(one: Offer, other: Offer) -> Iterator[Relation]:
    """Yield the relation of two operations that take one value each, and besides it the same."""
    count = len(one.needed)
    # Of a method what is encoded is the object itself.
    alike = one.parameters()[1 - one.has_receiver :] == other.parameters()[1:]
    if count < 1 or len(other.needed) != count or other.has_receiver or not alike:
        return
    more = tuple(range(1, count))
    yield Relation(
        ROUND_TRIP,
        (one.target, other.target),
        count,
        (Move(one.call, (0, *more)), Move(other.call, (count, *more))),
        (0, count + 1),
        "assert {1} == {0}",
        f"{other.shown} does not give back what {one.shown} was given",
        anchor=one.call,
    )


def _reading(one: Offer, subject: Subject) -> Iterator[Relation]:
    """Yield the relation of a function that reads objects, and of `str`, which writes them."""
    makes = _class_read(one, subject)
    cls = subject.classes.get(makes or "")
    if makes is None or not isinstance(cls, type) or one.says(_LOSSY):
        return
    if not (authored(cls, "__str__") and has_value_equality(cls)):
        return
    yield Relation(
        ROUND_TRIP,
        (f"{makes}.__str__", one.target),
        1,
        (Move(_STR, (0,)), Move(one.call, (1,))),
        (0, 2),
        "assert {1} == {0}",
        f"{one.shown} does not give back what was written by str",
        about=makes,
    )


def _class_read(one: Offer, subject: Subject) -> str | None:
    """Return the class whose objects an operation reads from a text."""
    if len(one.needed) != 1 or one.has_receiver:
        return None
    if one.routine.inputs[one.needed[0]].form not in (STR, ANY):
        return None
    if one.routine.how == "new" or (one.owner is not None and one.name in _READERS):
        return one.owner
    makes = _only(one.routine.output)
    return makes.name if one.name in _READERS and makes.name in subject.classes else None


def _only(form: TypeForm) -> TypeForm:
    return next((part for part in members(form) if part.name != "None"), form)
