"""One finding in full, with a process that answers from the test."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from refute.command import show as command
from refute.command.main import main
from refute.keep.store import Saved, Stored
from refute.model.execution import Frame, Raised, Returned
from refute.model.finding import Finding
from refute.model.messages import Died, Explanation, Tell
from refute.model.sequence import Call, Display, Literal, Sequence
from refute.model.story import Story, Telling
from refute.model.typeform import INT, NONE, TypeForm
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
    assert "step by step\n  buy(1)    raises KeyError: 1\n" in capsys.readouterr().out


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


LAW = Violation(
    "eq", 2, Blame.CODE, "m", "shop:Cart", ("e",), subjects=(2,), assertion="assert {0} == {0}"
)
CART = Call("shop:Cart", (), TypeForm("shop:Cart"), how="new")
ADD = Call("shop:Cart.add", (TypeForm("shop:Cart"), TypeForm("list")), INT, how="method")
DISPLAY = Display("list", (INT, INT), TypeForm("list"))


def test_statements_are_told_with_their_arguments_and_the_assertion_that_fails(
    answers, tmp_path: Path, capsys
) -> None:
    one = Sequence().extend(Literal("1", INT)).extend(DISPLAY, (0, 0)).extend(CART)
    finding = Finding(replace(LAW, step=3), one.extend(ADD, (2, 1)), one, 0, "feedback")
    Stored(tmp_path).save([Saved(finding.sequence, ("shop",), tmp_path, finding)])
    told = (
        Returned(INT, "1"),
        Returned(INT, "[1, 1]"),
        Returned(INT, "Cart()"),
        Returned(INT, "3"),
    )
    answers(Story(tuple(Telling(outcome, "") for outcome in told)))

    assert main(["show", finding.id]) == 0
    assert capsys.readouterr().out.endswith(
        "step by step\n"
        "  cart = Cart()    → Cart()    (int)\n"
        "  cart.add([1, 1])    → 3    (int)\n"
        "  assert cart == cart    does not hold\n"
    )


@pytest.mark.parametrize(
    ("shows", "title"),
    [
        ("shop:Cart Cart", "Cart makes an object"),
        ("shop:Cart.total int empty", "Cart.total returns 0"),
        ("shop:Cart.total int", "Cart.total returns an int"),
        ("shop:Cart.items list empty", "Cart.items returns an empty list"),
        ("shop:Cart.copy Cart", "Cart.copy returns a Cart"),
        ("shop:Cart.__eq__ True", "Cart.__eq__ returns True"),
    ],
)
def test_a_walk_is_named_by_a_sentence(shows, title, answers, tmp_path: Path, capsys) -> None:
    walk = Saved(STEPS, ("shop",), tmp_path, shows=shows)
    Stored(tmp_path).save([walk])
    answers(STORY)

    assert main(["show", walk.id]) == 0
    assert capsys.readouterr().out.startswith(f"{title}    walk {walk.id}\n")
