"""Laws every object obeys: the registry `LAWS`, and `laws_for` a class.

Randoop's object contracts (Pacheco's thesis, 7.3 and fig. 7-3) and what Python promises beyond them.  We
depart in that a law may speak of two or three values, and in asking each class once which laws it opts out
of.  Each family of laws is a module with a tuple `LAWS`.

>>> class Money:
...     def __eq__(self, other): return False
>>> law = laws_for(Money).cheap[1]
>>> law.name, law.broken(Money()).assertion
('eq-reflexive', 'assert {0} == {0}')
"""

from __future__ import annotations

from collections.abc import Iterable
from types import ModuleType
from typing import NamedTuple

from refute.judge.laws import copies, equality, iteration, order, repr_source, texts
from refute.judge.laws.law import ObjectLaw
from refute.look.classes import is_built_in
from refute.model.roles import Law

# The first broken law is reported, so those come first whose breach explains others.
LAWS: tuple[ObjectLaw, ...] = (
    *equality.LAWS,
    *texts.LAWS,
    *iteration.LAWS,
    *order.LAWS,
    *copies.LAWS,
    *repr_source.LAWS,
)


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
