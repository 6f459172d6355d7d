"""Progress that does not get in the way."""

from __future__ import annotations

import io

import pytest

from refute.model.finding import Finding
from refute.model.options import Options
from refute.model.results import Results
from refute.model.sequence import Sequence
from refute.model.verdict import Blame, Violation
from refute.report.progress import ProgressLine, exhaustive_progress, search_progress

VIOLATION = Violation("raises", 0, Blame.CODE, "KeyError", "shop:buy", ("r",))


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_has_one_live_line_that_goes_away():
    stream = Terminal()
    line = ProgressLine(stream, quiet=False)
    line.update(1.0, lambda: "first")
    line.update(1.1, lambda: "too soon")
    line.clear()
    line.clear()

    assert stream.getvalue() == "\x1b[2K\x1b[Gfirst\x1b[2K\x1b[G"


def test_a_live_line_never_wraps(monkeypatch):
    monkeypatch.setenv("COLUMNS", "10")
    stream = Terminal()
    ProgressLine(stream, quiet=False).update(1.0, lambda: "0123456789abc")

    assert stream.getvalue() == "\x1b[2K\x1b[G012345678"


def test_elsewhere_there_is_a_plain_line_every_ten_seconds():
    stream = io.StringIO()
    line = ProgressLine(stream, quiet=False)
    for second in range(25):
        line.update(float(second), lambda: "so far")
    line.clear()

    assert stream.getvalue() == "so far\n" * 2


@pytest.mark.parametrize(
    ("stream", "settings"),
    [(Terminal(), {"quiet": True}), (io.StringIO(), {"quiet": False, "only_live": True})],
)
def test_where_nothing_is_wanted_nothing_is_said(stream, settings):
    line = ProgressLine(stream, **settings)
    line.update(99.0, lambda: "so far")
    line.clear()

    assert stream.getvalue() == ""


def results(**settings) -> Results:
    made = Results(Options(**settings), ["shop"], sequences=81, calls=4000, seconds=2.0)
    one = Sequence()
    made.findings = {"a": Finding(VIOLATION, one, one, 0, "feedback")}
    return made


def test_a_search_says_how_long_how_fast_and_what_it_has():
    told = search_progress(results(), 58.0)

    assert told == " 58 s left · 81 sequences · 2,000 calls/s · 1 finding"


def test_the_branches_are_said_where_they_are_known():
    some = results()
    some.branches, some.findings, some.seconds = 1234, {}, 0.0

    assert search_progress(some, 9.0).endswith(" · 0 calls/s · 1,234 branches · 0 findings")


def test_of_a_number_of_sequences_no_seconds_are_left():
    told = search_progress(results(sequences=2000), 44.0)

    assert told == "81 of 2,000 sequences · 2,000 calls/s · 1 finding"


def test_how_long_an_exhaustive_search_takes_is_not_guessed_too_early():
    assert exhaustive_progress(0.0, 5, 1, 0.5) == "0 %  5 candidates, 1 structures, 10/s, …"
    assert exhaustive_progress(0.5, 10, 1, 2.0).endswith("5/s, about 2 s left")
