"""Options come from the command line, else from pyproject.toml, else they are the defaults."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from refute.discover.configuration import options_from, read_configuration
from refute.model.errors import UsageError
from refute.model.options import Options


def test_defaults_where_nothing_is_said(tmp_path):
    options = options_from({}, tmp_path)

    assert dataclasses.replace(options, jobs=1) == Options()
    assert options.jobs >= 1


def test_the_nearest_pyproject_counts_and_the_command_line_wins(tmp_path: Path):
    (tmp_path / "pyproject.toml").write_text("[tool.refute]\nseed = 1\n")
    below = tmp_path / "a" / "b"
    below.mkdir(parents=True)
    assert options_from({}, below).seed == 1
    (tmp_path / "a" / "pyproject.toml").write_text("[tool.refute]\nseed = 2\nfor = '2m'\n")

    assert options_from({}, below).seed == 2
    assert options_from({"seed": 3}, below).seed == 3
    assert options_from({"seed": 3}, below).seconds == 120


@pytest.mark.parametrize(
    ("given", "configured", "said"),
    [
        ({"seconds": "0"}, "", "^--for: 0 leaves no time"),
        ({"jobs": 0}, "", "^--jobs: 0 is not a whole number above 0"),
        ({}, "for = 0", r"^\[tool.refute\] for: 0 leaves no time"),
        ({}, "keep = 3", r"^\[tool.refute\] keep: 3 is neither a text nor a list"),
    ],
)
def test_what_makes_no_sense_is_refused_where_it_stands(tmp_path, given, configured, said):
    (tmp_path / "pyproject.toml").write_text(f"[tool.refute]\n{configured}\n")
    with pytest.raises(UsageError, match=said) as refused:
        options_from(given, tmp_path)

    assert refused.value.slug == "usage"


def test_bounds_are_read_at_once(tmp_path):
    (tmp_path / "pyproject.toml").write_text('[tool.refute.bounds]\n"shop:Cart" = "rubbish"\n')
    with pytest.raises(UsageError) as refused:
        options_from({}, tmp_path)

    assert refused.value.slug == "bad-bounds"


@pytest.mark.parametrize(
    "text", ["[tool.refute", "tool = 1", "[tool]\nrefute = 1", "[tool.refute]\nx = 1"]
)
def test_a_configuration_that_cannot_be_read_is_named(tmp_path, text):
    path = tmp_path / "pyproject.toml"
    path.write_text(text)
    with pytest.raises(UsageError, match=str(path)) as refused:
        read_configuration(tmp_path)

    assert refused.value.slug == "bad-configuration"


def test_a_pyproject_of_other_tools_says_nothing(tmp_path):
    (tmp_path / "pyproject.toml").write_text("[tool.ruff]\nline-length = 100\n")

    assert read_configuration(tmp_path) == {}
