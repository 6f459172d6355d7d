"""Which few sequences show everything."""

from __future__ import annotations

from refute.model.sequence import Call, Sequence
from refute.model.typeform import INT
from refute.search.shown import Shown, selected

F, G = Call("shop:f", (), INT), Call("shop:g", (), INT)


def test_what_another_one_shows_too_is_left_out():
    both = Shown(Sequence().extend(F), frozenset({("f", "int"), ("g", "int")}))
    one = Shown(Sequence().extend(G), frozenset({("g", "int")}))

    assert selected([one, both]) == [both]
