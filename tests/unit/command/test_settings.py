"""Options by keyword: named as on the command line, converted, refused by name."""

from __future__ import annotations

import pytest

import refute
from refute.api import Report, ReportedFinding
from refute.command.settings import _ALSO, Settings, chosen
from refute.discover.configuration import SETTINGS
from refute.model.finding import Finding
from refute.model.options import Options
from refute.model.results import Results
from refute.model.sequence import Sequence
from refute.model.verdict import hang


def test_there_are_all_that_make_sense_from_python():
    elsewhere = {"presets", "implementations"}  # given together, as `presets`
    about_the_corpus = {"walks"}  # nothing is saved
    named = {_ALSO.get(name, name) for name in Settings.__annotations__}

    assert named == SETTINGS.keys() - elsewhere - about_the_corpus


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

    assert str(report) == "0 findings in 9 sequences, 0 calls, seed 4."
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
