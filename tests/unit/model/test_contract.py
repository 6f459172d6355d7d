"""What is asked and promised, as data."""

from __future__ import annotations

import pytest

from refute.model.contract import SpecArguments


def test_arguments_are_read_as_attributes() -> None:
    given = SpecArguments(x=1)

    assert (given.x, given["x"]) == (1, 1)
    with pytest.raises(KeyError):
        given.y  # noqa: B018
