"""What a search came to decides what `refute find` prints, writes and returns; nothing is searched here."""

from __future__ import annotations

from pathlib import Path

import pytest

from refute import api
from refute.command.main import main
from refute.model.errors import Defect
from refute.model.finding import Finding
from refute.model.options import Options
from refute.model.results import Results
from refute.model.sequence import Call, Sequence
from refute.model.typeform import NONE
from refute.model.verdict import Blame, Severity, Violation

CALL = Sequence().extend(Call("shop:buy", (), NONE))


def finding(severity: Severity = Severity.ERROR) -> Finding:
    violation = Violation(
        "raises", 0, Blame.CODE, "KeyError: 'a'", "shop:buy", ("raises",), severity, "KeyError"
    )
    return Finding(violation, CALL, CALL, 0, "feedback")


@pytest.fixture
def ends_with(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """Let the search end with these results, in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def end(*findings: Finding, **more: object) -> None:
        results = Results(Options(), ["shop"], {one.id: one for one in findings}, **more)  # type: ignore[arg-type]
        monkeypatch.setattr(api, "find", lambda *_, **__: api.Report(results, []))

    return end


def test_exit_codes_are_those_of_pytest(ends_with) -> None:
    codes = []
    for findings, more in (
        ([], {}),
        ([finding()], {}),
        ([finding(Severity.ROBUSTNESS)], {}),
        ([finding()], {"interrupted": True}),
        ([], {"failure": Defect("Traceback")}),
        ([], {"failure": KeyError("unknown")}),
    ):
        ends_with(*findings, **more)
        codes.append(main(["find", "shop", "-q"]))

    assert codes == [0, 1, 0, 2, 3, 3]


def test_a_finding_is_shown_with_the_way_to_see_it_again(ends_with, capsys) -> None:
    ends_with(finding())
    main(["find", "shop"])
    shown = capsys.readouterr().out

    assert "buy()  # KeyError: 'a'" in shown
    assert f"again: refute replay {finding().id}" in shown


def test_findings_are_saved_for_replay(ends_with, tmp_path: Path) -> None:
    ends_with(finding())
    main(["find", "shop", "-q"])

    assert list(tmp_path.rglob(f"*{finding().id}*"))


def test_nothing_is_searched_where_the_results_cannot_be_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(api, "find", lambda *_, **__: pytest.fail("it was searched"))

    assert main(["find", "shop", "--json", str(tmp_path)]) == 4
    assert "[unwritable]" in capsys.readouterr().err
