"""Laws every object obeys: the registry `LAWS`, `laws_for` a class, and running them on values.

Randoop's object contracts (Pacheco's thesis, 7.3 and fig. 7-3) and what Python promises beyond them.  We
depart in that a law may speak of two or three values, and in asking each class once which laws it opts out
of.  The laws themselves are in equality, order, texts, iteration, copies, sharing and evaluating.

>>> class Money:
...     def __eq__(self, other): return False
>>> law, breach = check(Money(), laws_for(Money).cheap)
>>> law.name, breach.assertion
('eq-reflexive', 'assert {0} == {0}')
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, islice
from types import ModuleType
from typing import Any, NamedTuple

from refute.judge.laws.copies import CopyEqual, CopyRaises, DeepcopyEqual, PickleEqual
from refute.judge.laws.equality import (
    EqForeign,
    EqNone,
    EqReflexive,
    EqSymmetric,
    EqTransitive,
    HashEqual,
    HashRaises,
    HashStable,
    NeAgrees,
)
from refute.judge.laws.iteration import (
    BoolLen,
    ContainsIter,
    CountIter,
    GetitemIter,
    IndexIter,
    IterTwice,
    LenIter,
    ReversedIter,
)
from refute.judge.laws.order import GtMirrors, LeAgrees, LtAntisymmetric, LtEq, LtIrreflexive
from refute.judge.laws.repr_source import EvalRepr
from refute.judge.laws.sharing import DeepcopyIndependent
from refute.judge.laws.texts import BoolRaises, FormatRaises, ReprRaises, StrRaises
from refute.look.classes import is_built_in
from refute.model.roles import Breach, Law

# The first broken law is reported, so those come first whose breach explains others.
LAWS: tuple[Law, ...] = (
    EqForeign(),
    EqReflexive(),
    EqNone(),
    EqSymmetric(),
    EqTransitive(),
    NeAgrees(),
    HashRaises(),
    HashStable(),
    HashEqual(),
    ReprRaises(),
    StrRaises(),
    FormatRaises(),
    BoolRaises(),
    LenIter(),
    IterTwice(),
    ContainsIter(),
    BoolLen(),
    ReversedIter(),
    GetitemIter(),
    IndexIter(),
    CountIter(),
    LtIrreflexive(),
    LtAntisymmetric(),
    LtEq(),
    LeAgrees(),
    GtMirrors(),
    CopyRaises(),
    CopyEqual(),
    DeepcopyEqual(),
    DeepcopyIndependent(),
    PickleEqual(),
    EvalRepr(),
)

MOST_TUPLES = 10


class ClassLaws(NamedTuple):
    """The laws that speak of one class, in the registry's order."""

    cheap: tuple[Law, ...] = ()  # of one value
    dear: tuple[Law, ...] = ()  # of one value, to be sampled
    pairs: tuple[Law, ...] = ()
    triples: tuple[Law, ...] = ()


def laws_for(cls: type, laws: Iterable[Law] = LAWS) -> ClassLaws:
    """Return the laws that apply to instances of exactly this class; to be kept by the caller."""
    is_mock = any(k.__module__ == "unittest.mock" for k in cls.__mro__)
    if is_mock or is_built_in(cls) or issubclass(cls, type | ModuleType):
        return ClassLaws()
    applying = [law for law in laws if law.applies(cls)]
    return ClassLaws(
        cheap=tuple(law for law in applying if law.arity == 1 and not law.dear),
        dear=tuple(law for law in applying if law.arity == 1 and law.dear),
        pairs=tuple(law for law in applying if law.arity == 2),
        triples=tuple(law for law in applying if law.arity == 3),
    )


class Checked(NamedTuple):
    """A law that does not hold, how, and for which of the values: {0} is the first of these."""

    law: Law
    breach: Breach
    which: tuple[int, ...]


def check(value: object, laws: Iterable[Law]) -> tuple[Law, Breach] | None:
    """Return the first law of one value that this value breaks, and how."""
    for law in laws:
        breach = law.broken(value)
        if breach is not None:
            return law, breach
    return None


def check_pairs(
    values: list[Any], laws: Iterable[Law], most: int = MOST_TUPLES
) -> Iterator[Checked]:
    """Yield the laws that two of the values break together; the last values are tried first.

    The order within a pair does not matter: the laws try both.
    """
    return _check_tuples(values, 2, tuple(laws), most)


def check_triples(
    values: list[Any], laws: Iterable[Law], most: int = MOST_TUPLES
) -> Iterator[Checked]:
    """Yield the laws that three of the values break together; see `check_pairs`."""
    return _check_tuples(values, 3, tuple(laws), most)


def _check_tuples(
    values: list[Any], size: int, laws: tuple[Law, ...], most: int
) -> Iterator[Checked]:
    if not laws or len(values) < size:
        return
    for which in islice(combinations(reversed(range(len(values))), size), most):
        chosen = [values[place] for place in which]
        for law in laws:
            breach = law.broken(*chosen)
            if breach is not None:
                yield Checked(law, breach, which)


def check_laws(values: list[Any], laws: ClassLaws, dear: bool) -> Iterator[Checked]:
    """Yield every law that the values, all of one class, break alone, in pairs or in threes."""
    for place, value in enumerate(values):
        for law in (*laws.cheap, *laws.dear) if dear else laws.cheap:
            breach = law.broken(value)
            if breach is not None:
                yield Checked(law, breach, (place,))
    yield from check_pairs(values, laws.pairs)
    yield from check_triples(values, laws.triples)
