"""What a worker tells of the sequences that it has chosen for a suite."""

from __future__ import annotations

from refute.model.sequence import Call, Sequence
from refute.model.typeform import ANY
from refute.search.collector import Shown
from refute.supervise.searching import _for_suite

SEQUENCE = Sequence().extend(Call("shop:f", (), ANY))
RETURNS, RAISES = ("shop:f", "int"), ("shop:f", "KeyError")


def test_features_are_named_once_and_referred_to_by_number():
    both = Shown(SEQUENCE, frozenset({RETURNS, RAISES}))
    one = Shown(SEQUENCE, frozenset({RAISES}))
    told = _for_suite([both, one])
    (_, first, _), (_, second, _) = told.candidates

    assert sorted(told.features) == ["shop:f KeyError", "shop:f int"]
    assert sorted(first) == [0, 1]
    assert [told.features[number] for number in second] == ["shop:f KeyError"]


def test_where_nothing_was_chosen_nothing_is_told():
    told = _for_suite([])

    assert (told.features, told.candidates) == ((), ())
