import pickle

import pytest

from refute.model.execution import (
    RETURNED,
    Interruption,
    RefusedEffect,
    let_interruptions_through,
)


def test_only_an_interruption_is_no_answer():
    for answer in (ValueError(), SystemExit(), KeyboardInterrupt()):
        let_interruptions_through(answer)

    with pytest.raises(Interruption):
        let_interruptions_through(Interruption())


def test_a_refused_effect_is_a_permission_error_that_says_how_to_allow_it():
    refused = RefusedEffect("files", "open a.txt")
    never = RefusedEffect("processes", "fork", may_be_allowed=False)

    assert isinstance(refused, PermissionError)
    assert str(refused) == "refute refused to open a.txt (allow it with --allow files)"
    assert str(never) == "refute refused to fork"


def test_a_refused_effect_is_the_same_after_pickling():
    again = pickle.loads(pickle.dumps(RefusedEffect("files", "open a.txt")))

    assert (again.effect, again.action) == ("files", "open a.txt")


def test_an_outcome_is_neither_true_nor_false():
    with pytest.raises(TypeError, match="is RETURNED"):
        bool(RETURNED)
