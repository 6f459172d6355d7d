"""One finding in full, with a process that answers from the test."""

from __future__ import annotations

from pathlib import Path

import pytest

from refute.command import show as command
from refute.command.main import main
from refute.keep.store import Saved, Stored
from refute.model.execution import Frame, Raised, Returned
from refute.model.finding import Finding
from refute.model.messages import Died, Explanation, Tell
from refute.model.sequence import Call, Literal, Sequence
from refute.model.story import Story, Telling
from refute.model.typeform import INT, NONE
from refute.model.verdict import Blame, Violation

BUY = Call("shop:buy", (INT,), NONE)
STEPS = Sequence().extend(Literal("1", INT)).extend(BUY, (0,))
VIOLATION = Violation(
    "raises", 1, Blame.CODE, "KeyError: 1", "shop:buy", ("r",), exception="KeyError"
)
FINDING = Finding(VIOLATION, STEPS, STEPS, 0, "feedback")
STORY = Story(
    (Telling(Returned(INT, "1"), "1"), Telling(Raised("KeyError", "1"), "")),
    (Frame("/x/shop.py", 3, "buy"),),
    "KeyError",
)


@pytest.fixture
def answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Save the finding; the process answers with this when it is told the sequence."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "shop.py").write_text("def buy(n): ...\n")
    Stored(tmp_path).save([Saved(STEPS, ("shop",), tmp_path, FINDING)])

    def answer_with(answer: object) -> None:
        class Process:
            def __init__(self, *_: object) -> None: ...

            def ask(self, question: object) -> object:
                return answer if isinstance(question, Tell) else Explanation(())

            def close(self) -> None: ...

        monkeypatch.setattr(command, "FreshProcess", Process)

    return answer_with


def test_what_came_of_every_call_is_told(answers, capsys) -> None:
    answers(STORY)

    assert main(["show", FINDING.id]) == 0
    assert "step by step\n  buy  raises KeyError: 1\n" in capsys.readouterr().out


def test_a_process_that_dies_is_told_below_the_finding(answers, capsys) -> None:
    answers(Died("signal 11"))

    assert main(["show", FINDING.id, "--steps"]) == 0
    shown = capsys.readouterr().out
    assert "buy(1)" in shown and "step by step: the process dies (signal 11)" in shown


def test_the_page_is_named_by_the_finding_and_not_written_where_nothing_can_be_shown(
    answers, tmp_path: Path, capsys
) -> None:
    page = tmp_path / f"finding-{FINDING.id}.html"
    answers(Died("signal 11"))
    assert main(["show", FINDING.id, "--html"]) == 4
    assert not page.exists()
    answers(STORY)

    assert main(["show", FINDING.id, "--html"]) == 0
    assert "buy(1)" in page.read_text()


def test_the_test_is_printed_without_running_anything(answers, monkeypatch, capsys) -> None:
    monkeypatch.setattr(command, "FreshProcess", lambda *_: pytest.fail("it was run"))

    assert main(["show", FINDING.id, "--pytest"]) == 0
    assert "def test_buy_does_not_raise_key_error():" in capsys.readouterr().out
