"""What the laws have in common."""

from __future__ import annotations

from refute.judge.laws.law import ObjectLaw


class OfEquality(ObjectLaw):
    method = "__eq__"


class Written:
    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = None


class Inheriting(Written): ...


class Plain: ...


def test_a_law_applies_where_somebody_wrote_its_method():
    law = OfEquality()

    assert law.applies(Written)
    assert law.applies(Inheriting)


def test_a_law_does_not_apply_to_what_python_wrote():
    law = OfEquality()

    assert not law.applies(Plain)
    assert not law.applies(int)
