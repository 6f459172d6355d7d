"""The command in the header of a file of tests."""

from __future__ import annotations

import shlex

import pytest

from refute.command.again import again_command
from refute.command.main import _parser
from refute.discover.configuration import options_from
from refute.model.options import Options

WAYS = [
    ["--for", "12s"],
    ["--for", "500ms"],
    ["--sequences", "500", "-n", "1"],
    ["--seed", "3", "-k", "Cart and not clear", "-k", "Till", "--exclude", "*.drain"],
    ["--private", "--past-exceptions", "--until-dry", "--no-probes", "-x"],
    ["--by", "walk", "--length", "20", "--repeat", "0.5", "--on-target", "0.25", "--reuse", "0.75"],
    ["--call-timeout", "2s", "--memory", "1G", "--allow", "files,network"],
    [
        "--severity",
        "error",
        "--invariants",
        "valid",
        "--largest-number",
        "9",
        "--most-repeats",
        "2",
    ],
]


@pytest.mark.parametrize("typed", WAYS)
def test_the_command_in_the_header_makes_the_same_run(typed, tmp_path):
    def options_of(words):
        parsed = _parser().parse_args(words)
        return options_from({**vars(parsed), "jobs": parsed.jobs or 1}, tmp_path)

    first = options_of(["suite", "shop", *typed, "-o", "tests"])
    again = shlex.split(again_command("suite", ["shop"], first, "DIR"))

    assert again[:3] == ["refute", "suite", "shop"] and again[-2:] == ["-o", "DIR"]
    assert options_of(again[1:]) == first


def test_what_is_the_default_is_not_said():
    assert again_command("find", ["shop"], Options(), "DIR") == "refute find shop --seed 0 -o DIR"
