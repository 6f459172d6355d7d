"""Options travel to the workers as JSON; outside they are settings of pyproject.toml and the command line."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest

from refute.discover.configuration import SETTINGS, options_from, read_configuration
from refute.model.errors import UsageError
from refute.model.options import Options


def test_options_come_back_from_json():
    options = Options(keep=("a", "b"), allow=frozenset({"files"}), plugins=("x:y",), sequences=7)

    assert Options.from_json(json.loads(json.dumps(options.to_json()))) == options
    assert Options.from_json(json.loads(json.dumps(Options().to_json()))) == Options()


def test_every_setting_is_an_option():
    assert SETTINGS.keys() <= {field.name for field in dataclasses.fields(Options)}


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
    ("name", "given", "expected"),
    [
        ("seconds", "500ms", 0.5),
        ("memory", "1G", 1 << 30),
        ("call_timeout", "2s", 2.0),
        ("allow", ["files,network", "threads"], frozenset({"files", "network", "threads"})),
        ("keep", ["a", "b"], ("a", "b")),
        ("keep", "a", ("a",)),
        ("repeat", 1, 1.0),
        ("private", True, True),
        ("severity", "error", "error"),
        ("by", "walk-blind", "walk-blind"),
    ],
)
def test_what_is_given_is_converted(tmp_path, name, given, expected):
    assert getattr(options_from({name: given}, tmp_path), name) == expected


@pytest.mark.parametrize(
    ("name", "given", "said"),
    [
        ("seconds", "0", "--for: 0 leaves no time"),
        ("sequences", 0, "--sequences: 0 is not a whole number above 0"),
        ("sequences", True, "not a whole number"),
        ("seed", 1.5, "1.5 is not a whole number"),
        ("repeat", 2, "not a number between 0 and 1"),
        ("private", "yes", "neither true nor false"),
        ("by", "magic", "'magic' is none of mix, graph, feedback"),
        ("allow", ["x"], "no such effect: x; there are files"),
        ("keep", 3, "neither a text nor a list"),
        ("memory", "1K", "a worker alone needs 64M"),
    ],
)
def test_what_makes_no_sense_is_refused(tmp_path, name, given, said):
    with pytest.raises(UsageError, match=said) as refused:
        options_from({name: given}, tmp_path)

    assert refused.value.slug == "usage"


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
