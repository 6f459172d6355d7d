"""What nobody means to be passed speaks against a guess, whatever other values show."""

from __future__ import annotations

from refute.model.verdict import (
    EVERY_VALUE_FAILS,
    INFINITY_INSIDE,
    NAME_OF_A_CLASS,
    NO_OTHER_OBJECT,
)


def test_a_parameter_with_the_name_of_a_class_asks_for_its_objects(experiments):
    assert experiments.supports(experiments.calls("[]", ("mean", (0,))))
    assert not experiments.supports(experiments.calls("[]", ("opened", (0,))))


def test_infinity_in_an_object_proves_nothing_where_nobody_asks_for_a_number(experiments):
    finite = experiments.calls("1.5", ("Coin", (0,)), ("Coin", (0,)))
    infinite = experiments.calls("float('inf')", ("Coin", (0,)), ("Coin", (0,)))

    assert experiments.supports(finite)
    assert not experiments.supports(infinite)


def test_what_speaks_against_a_guess_has_a_name(experiments):
    made = experiments.calls("[]", ("opened", (0,)))
    other = experiments.calls("'a'", ("pairs", (0,)))
    infinite = experiments.calls("float('inf')", ("Coin", (0,)), ("Coin", (0,)))
    foreign = experiments.calls(("fraction", ()), ("Basket", (0,)), ("Basket.mean", (1,)))

    for sequence, doubt in [
        (made, NAME_OF_A_CLASS),
        (other, EVERY_VALUE_FAILS),
        (infinite, INFINITY_INSIDE),
        (foreign, NO_OTHER_OBJECT),
    ]:
        tried = experiments.experiment.tried(sequence, experiments.guess(sequence))
        assert (tried.is_supported, tried.doubt) == (False, doubt)
