"""What a worker has run before a sequence, as long as it is short."""

from __future__ import annotations

from refute.model.sequence import Call, Sequence, Step
from refute.model.typeform import ANY
from refute.search.history import History


def test_the_past_is_kept_as_long_as_it_is_short():
    past, step = History(), Sequence((Step(Call("m:f", (), ANY), ()),))
    past.add(step)
    assert len(past.then(step)) == 2
    for _ in range(300):
        past.add(step)

    assert not past.is_known
    assert past.then(step) == step
