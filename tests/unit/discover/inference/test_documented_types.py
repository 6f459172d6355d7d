"""Docstrings give types in several styles."""

from __future__ import annotations

import pytest

from refute.discover.inference.documented_types import documented_types

SPHINX = """Cut a text.

:param str text: what to cut
:param width: columns
:type width: int or None
"""
GOOGLE = """Cut a text.

Args:
    text (str): what to cut
        over (two) lines
    width (int or None): columns

Returns:
    rest (bytes): the rest
"""
NUMPY = """Cut a text.

Parameters
----------
text : str
    What to cut.
width : int or None

Returns
-------
rest : bytes
"""


@pytest.mark.parametrize("docstring", [SPHINX, GOOGLE, NUMPY])
def test_parameters_are_read_and_results_are_not(docstring: str) -> None:
    assert documented_types(docstring) == {"text": "str", "width": "int or None"}


@pytest.mark.parametrize("docstring", [None, "", "Cut a text: at a width.", "Args:\nnothing"])
def test_no_types_are_made_up(docstring: str | None) -> None:
    assert documented_types(docstring) == {}
