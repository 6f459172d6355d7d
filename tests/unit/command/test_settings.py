"""Options by keyword: named as on the command line, converted, refused by name; and in the header of a file of tests."""

from __future__ import annotations

import shlex
from typing import get_args, get_type_hints

import pytest

import refute
from refute.api import Report, ReportedFinding
from refute.command.command_line import parser
from refute.command.settings import Settings, again_command, chosen, typed
from refute.discover.configuration import options_from
from refute.model.errors import UsageError
from refute.model.finding import Finding
from refute.model.options import GENERATORS, OPTIONS, SEVERITIES, Options
from refute.model.results import Results
from refute.model.sequence import Sequence
from refute.model.verdict import hang


def test_type_checkers_are_told_what_the_table_says():
    keywords = [keyword for option in OPTIONS.values() for keyword in option.keywords]
    types = get_type_hints(Settings)

    assert list(types) == keywords
    assert get_args(types["by"]) == GENERATORS
    assert get_args(types["severity"]) == SEVERITIES


def test_what_is_given_is_converted():
    options = chosen(
        "find",
        None,
        {
            "k": "Cart",
            "exclude": ("a", "b"),
            "allow": {"files", "network"},
            "seconds": "2m",
            "call_timeout": 0.5,
            "memory": "1G",
            "exitfirst": True,
            "sequences": None,
            "bounds": {"shop.Tree": "size=3"},
        },
    )

    assert options == Options(
        keep=("Cart",),
        exclude=("a", "b"),
        allow=frozenset({"files", "network"}),
        seconds=120.0,
        call_timeout=0.5,
        memory=1 << 30,
        stop_at_first=True,
        class_bounds=(("shop.Tree", "size=3"),),
    )


def test_keywords_win_over_options():
    assert chosen("find", Options(seed=1, length=7), {"seed": 2}) == Options(seed=2, length=7)
    assert chosen("find", None, {}) == Options()


@pytest.mark.parametrize(
    ("function", "settings", "said"),
    [
        ("find", {"exclde": ["x"]}, r"^find\(\) has no option 'exclde'. Did you mean 'exclude'\?$"),
        ("suite", {"frobnicate": 1}, r"^suite\(\) has no option 'frobnicate'; there are allow, "),
        ("find", {"walks": 1}, "no option 'walks'"),
        ("find", {"keep": "a", "k": "b"}, r"^find\(\) was given 'keep' twice: it is 'k', too$"),
    ],
)
def test_what_is_no_option_is_named(function, settings, said):
    with pytest.raises(TypeError, match=said):
        chosen(function, None, settings)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"keep": 3}, r"^find\(\): keep: 3 is neither a text nor a list of texts$"),
        ({"seconds": 0}, r"^find\(\): seconds: 0 leaves no time"),
        ({"allow": "everything"}, "allow: no such effect: everything"),
        ({"severity": "fatal"}, "severity: 'fatal' is none of error, likely, robustness"),
        ({"exitfirst": 1}, "exitfirst: 1 is neither true nor false"),
    ],
)
def test_a_value_that_makes_no_sense_is_named(settings, said):
    with pytest.raises(ValueError, match=said):
        chosen("find", None, settings)


def test_find_and_suite_refuse_before_anything_runs(tmp_path):
    with pytest.raises(TypeError, match="no option 'exclde'"):
        refute.find("no_such_module", exclde=["x"])
    with pytest.raises(ValueError, match=r"suite\(\): jobs: 0"):
        refute.suite("no_such_module", tmp_path / "t", jobs=0)

    assert list(tmp_path.iterdir()) == []


def test_a_report_is_printed_as_one_line():
    empty = Sequence(())
    finding = Finding(hang("shop:count", 0, 5.0), empty, empty, 0, "feedback")
    results = Results(Options(sequences=9, seed=4), ["shop"], {finding.id: finding}, sequences=9)
    report = Report(results, [])

    assert str(report) == "0 findings and 1 of lower severity in 9 sequences, 0 calls, seed 4."
    assert repr(report) == f"<refute.Report: {report}>"
    assert report.findings == [ReportedFinding(finding)]
    assert repr(report.findings) == f"[<finding {finding.id}: count does not return within 5 s>]"
    assert report.shown == []  # of severity robustness

    results.options = Options(sequences=9, severity="robustness")

    assert report.shown == report.findings
    assert str(report).startswith("1 finding in 9 sequences")


def test_options_are_exported():
    assert refute.Options is Options
    assert "Options" in dir(refute)


# ---- the command in the header of a file of tests ------------------------------------------------------------

WAYS = [
    ["--for", "12s"],
    ["--for", "500ms"],
    ["--sequences", "500", "-n", "1"],
    ["--seed", "3", "-k", "Cart and not clear", "-k", "Till", "--exclude", "*.drain"],
    ["--private", "--past-exceptions", "--until-dry", "--no-probes", "-x"],
    ["--public", "strict"],
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
        parsed = parser().parse_args(words)
        return options_from({**vars(parsed), "jobs": parsed.jobs or 1}, tmp_path)

    first = options_of(["suite", "shop", *typed, "-o", "tests"])
    again = shlex.split(again_command("suite", ["shop"], first, "DIR"))

    assert again[:3] == ["refute", "suite", "shop"] and again[-2:] == ["-o", "DIR"]
    assert options_of(again[1:]) == first


def test_what_is_the_default_is_not_said():
    assert "-n 3" in again_command("find", ["shop"], Options(seconds=15.0, jobs=3), "DIR")
    assert (
        again_command("find", ["shop"], Options(), "DIR") == "refute find shop --seed 0 -n 1 -o DIR"
    )


@pytest.mark.parametrize("word", ["name='a'", "a b", "it's $5", 'say "it\'s"', "plain", "!'"])
def test_a_command_is_read_back_as_it_was_typed(word):
    assert shlex.split(typed(["refute", word])) == ["refute", word]
    assert "'\"'\"'" not in typed(["name='a','b'"])


def test_a_time_with_a_minus_is_no_option(tmp_path):
    parsed = parser().parse_args(["find", "shop", "--for", "-3s"])

    with pytest.raises(UsageError, match="'-3s' as a duration"):
        options_from(vars(parsed), tmp_path)
