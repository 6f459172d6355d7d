"""The two families of trouble."""

from __future__ import annotations

import pytest

from refute.model.errors import Defect, GivenUp, NothingToTest, Unworkable, UsageError


def test_the_user_reads_the_message_and_the_slug_to_look_it_up() -> None:
    assert str(UsageError("there is no module shop.", "no-such-module")) == (
        "there is no module shop.  [no-such-module]"
    )


def test_nothing_to_test_is_the_users_trouble_and_a_defect_is_ours() -> None:
    with pytest.raises(UsageError):
        raise NothingToTest("it is empty.", "nothing-to-test")

    assert not issubclass(Defect, UsageError)


def test_what_a_call_has_left_behind_names_the_operation():
    left = Unworkable("its result cannot be looked at", "shop:f")

    assert (str(left), left.by) == ("its result cannot be looked at", "shop:f")


def test_what_an_import_did_to_a_worker_is_the_users_trouble():
    given_up = GivenUp("it does not answer")

    assert isinstance(given_up, UsageError)
    assert str(given_up) == (
        "a worker cannot go on with what was imported: it does not answer.  [given-up]"
    )
