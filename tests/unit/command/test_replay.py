"""What became of saved sequences, told in lines and by the exit code; nothing is run here."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from refute.command import replay as command
from refute.command.main import main
from refute.command.replay import walk_lines
from refute.keep.replayed import Replayed
from refute.keep.store import Saved, Stored
from refute.model.finding import Finding
from refute.model.sequence import Call, Literal, Sequence
from refute.model.typeform import INT, NONE
from refute.model.verdict import Blame, Severity, Violation

BUY = Call("shop:buy", (INT,), NONE)
STEPS = Sequence().extend(Literal("1", INT)).extend(BUY, (0,)).extend(BUY, (0,))
VIOLATION = Violation("raises", 2, Blame.CODE, "KeyError", "shop:buy", ("r",), exception="KeyError")
FINDING = Finding(VIOLATION, STEPS, STEPS, 0, "feedback")


@pytest.fixture
def saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Saved]:
    """Save a finding and a walk in an empty folder."""
    monkeypatch.chdir(tmp_path)
    made = {
        "finding": Saved(STEPS, ("shop",), tmp_path, FINDING),
        "walk": Saved(STEPS, ("shop",), tmp_path, shows="shop:buy returns"),
    }
    Stored(tmp_path).save(made.values())
    return made


@pytest.mark.parametrize(
    ("kind", "became", "said", "code"),
    [
        ("finding", {"now": FINDING}, "still fails", 1),
        ("finding", {"how": "does not fail any more"}, "does not fail any more: buy", 0),
        ("finding", {"how": "no shop", "gone": True}, "cannot be run: no shop", 1),
        ("walk", {}, "as recorded", 0),
        ("walk", {"how": "returns 2", "step": 1}, "behaves differently: returns 2", 1),
        ("walk", {"how": "returns 2", "varies": True}, "varies from run to run: returns 2", 0),
    ],
)
def test_what_became_of_a_sequence_is_one_line_and_the_exit_code(
    kind: str, became: dict[str, Any], said: str, code: int, saved, monkeypatch, capsys
) -> None:
    results = [Replayed(saved[kind], **became)]
    monkeypatch.setattr(command, "replay_all", lambda chosen, given: results)

    assert main(["replay", saved["finding"].id, saved["walk"].id]) == code
    assert said in capsys.readouterr().out


def test_a_finding_that_is_mended_is_a_change_where_changes_are_asked_for(
    saved, monkeypatch
) -> None:
    results = [Replayed(saved["finding"], how="does not fail any more")]
    monkeypatch.setattr(command, "replay_all", lambda chosen, given: results)

    assert main(["replay"]) == 0
    assert main(["replay", "--changed"]) == 1


@pytest.mark.parametrize(
    ("severity", "named", "code"),
    [
        (Severity.LIKELY, False, 1),
        (Severity.ROBUSTNESS, False, 0),
        (Severity.ROBUSTNESS, True, 1),
    ],
)
def test_what_does_not_count_for_a_search_counts_only_where_it_is_named(
    severity, named, code, saved, monkeypatch
) -> None:
    fails = replace(FINDING, violation=replace(VIOLATION, severity=severity))
    results = [Replayed(saved["finding"], now=fails)]
    monkeypatch.setattr(command, "replay_all", lambda chosen, given: results)

    assert main(["replay", *([saved["finding"].id] if named else [])]) == code


def test_what_is_accepted_is_not_told_again(saved, monkeypatch, tmp_path: Path, capsys) -> None:
    results = [Replayed(saved["finding"], how="does not fail any more")]
    monkeypatch.setattr(command, "replay_all", lambda chosen, given: results)
    main(["replay", "--accept"])

    assert "accepted 1 change" in capsys.readouterr().out
    assert [one.id for one in Stored(tmp_path).all()] == [saved["walk"].id]


def test_where_nothing_is_saved_it_is_said_what_to_do(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)

    assert main(["replay"]) == 4
    assert "run refute find first" in capsys.readouterr().err


def test_a_walk_is_shown_up_to_the_step_that_differs(saved) -> None:
    assert walk_lines(saved["walk"], None) == ["buy(1)", "buy(1)"]
    assert walk_lines(saved["walk"], 1) == ["buy(1)"]
