"""Which small changes of the code a sequence notices."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from refute.discover.discovery import discover
from refute.discover.modules import locate
from refute.model.options import Options
from refute.model.sequence import Call, Literal, Sequence
from refute.model.typeform import INT, NONE, TypeForm
from refute.search.campaign import Campaign
from refute.search.protection import Protection

SOURCE = """
class Till:
    def __init__(self) -> None:
        self.hits = 0
        self.cents = 0

    def pay(self, price: int) -> None:
        if price > 10:
            raise ValueError("too much")
        self.hits += 1
        self.cents += price * 100

def spin(number: int) -> int:
    while number > 0:
        number -= 1
    return number
"""

TILL = TypeForm("till_for_protection:Till")
NEW = Call("till_for_protection:Till", (), TILL, how="new")
PAY = Call("till_for_protection:Till.pay", (TILL, INT), NONE, how="method")
SPIN = Call("till_for_protection:spin", (INT,), INT)


def paying(price: str) -> Sequence:
    return Sequence().extend(NEW).extend(Literal(price, INT)).extend(PAY, [0, 1])


@pytest.fixture
def protection(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Protection]:
    file = tmp_path / "till_for_protection.py"
    file.write_text(SOURCE)
    monkeypatch.syspath_prepend(str(tmp_path))
    __import__("till_for_protection")
    subject = discover([locate("till_for_protection", str(tmp_path))])
    campaign = Campaign(subject, Options(record=True), None, None, lambda *told: None)
    yield Protection(campaign.examiner, [str(file)], campaign.examiner.slate.restore)
    del sys.modules["till_for_protection"]


def noticed(protection: Protection, sequence: Sequence, words: str) -> frozenset | None:
    test = protection.recorded(sequence)
    assert test is not None
    names = [one.name for one in protection.mutants if one.name.endswith(words)]
    return protection.noticed(test, names[0])


def test_what_differs_is_what_to_look_at(protection):
    assert noticed(protection, paying("3"), "100 → 10") == {(0, "{0}.cents")}
    assert noticed(protection, paying("3"), "change of self.hits deleted") == {(0, "{0}.hits")}


def test_a_boundary_is_noticed_by_the_value_on_it_only(protection):
    assert noticed(protection, paying("9"), "Gt → GtE") is None
    assert noticed(protection, paying("10"), "Gt → GtE") == frozenset()


def test_the_code_is_as_before_afterwards(protection):
    before = protection.recorded(paying("3"))
    for mutant in protection.mutants:
        protection.noticed(before, mutant.name)

    assert protection.recorded(paying("3")) == before


def test_a_mutant_that_does_not_return_is_left_out(protection):
    sequence = Sequence().extend(Literal("3", INT)).extend(SPIN, [0])
    before = len(protection.mutants)

    assert noticed(protection, sequence, "change of number deleted") is None
    assert len(protection.mutants) == before - 1


def test_what_is_not_there_is_not_recorded(protection):
    gone = Call("till_for_protection:gone", (), INT)

    assert protection.recorded(Sequence().extend(gone)) is None
