"""Operations that disturb what they should leave alone."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def tries_at_every_sequence(monkeypatch):
    """Relations are tried as often as there are sequences, so that few of these are enough."""
    monkeypatch.setattr("refute.search.relating._AT_FIRST", 1_000_000)


SAMPLES = """
class Samples:
    def __init__(self):
        self._values: list[int] = []

    def add(self, value: int) -> None:
        self._values.append(value)

    def last(self) -> int | None:
        return self._values[-1] if self._values else None

    def {0}
"""


def found(bench, text: str, sequences: int = 300) -> list[tuple[str, str]]:
    told = bench(text).run(sequences)
    return [(one.violation.rule, one.violation.operation.rpartition(":")[2]) for one in told]


def test_a_query_that_changes_what_others_tell(bench):
    text = SAMPLES.format(
        "median(self):\n        '''Return the middle.'''\n        return self._values.sort()"
    )

    assert found(bench, text) == [("query", "Samples.median")]


@pytest.mark.parametrize(
    "method",
    [
        # a cache that nobody sees
        "median(self):\n        '''Return it.'''\n        return vars(self).setdefault('cache', len(self._values))",
        # it is meant to take something out: asked twice, it answers otherwise
        "get(self) -> int | None:\n        return self._values.pop() if self._values else None",
        "get(self) -> int:\n        self.__init__()\n        return 1",
        # it creates what it gives out
        "get(self, name: str) -> list[int]:\n        return vars(self).setdefault(name + '_', [])",
    ],
)
def test_what_nobody_notices_or_is_meant_is_none(bench, method):
    assert found(bench, SAMPLES.format(method)) == []


BANK = """
class Unknown(Exception): ...

class Bank:
    def __init__(self) -> None:
        self._balance = 0

    def balance(self) -> int:
        return self._balance

    def pay_in(self, amount: int) -> None:
        if amount < 0:
            raise ValueError(amount)
        self._balance += amount

    def transfer(self, amount: int, to: str) -> None:
        {0}
        if len(to) > 2:
            raise Unknown(to)
        {1}
"""


def test_a_refused_operation_that_leaves_a_trace(bench):
    wrong = BANK.format(
        "if amount < 0:\n            raise ValueError(amount)\n        self._balance -= amount", ""
    )

    assert ("refused", "Bank.transfer") in found(bench, wrong, 4000)


def test_a_refused_operation_that_leaves_none_or_always_one(bench):
    assert found(bench, BANK.format("", "self._balance -= 1")) == []
    assert found(bench, BANK.format("self._balance -= 1", "")) == []


def test_an_argument_that_is_changed(bench):
    text = "def merge(one: dict[str, int], other: dict[str, int]) -> dict[str, int]:\n    {0}\n    return one\n"

    assert found(bench, text.format("one.pop('', 0)")) == [("argument", "merge")]
    assert found(bench, text.format("one = one | other")) == []
    assert found(bench, text.format("one.pop('', 0)").replace("one", "target")) == []
    # Nearly always: so it is meant.
    assert found(bench, text.format("one.update(other)")) == []


ROSTER = """
class Roster:
    def __init__(self) -> None:
        self.people: list[str] = []

    def set_people(self, people: list[str]) -> None:
        {0}

    def join(self, name: str) -> None:
        self.people.append(name)

    def rename(self, title: str) -> None:
        self.title = title

    def move(self, place: str) -> None:
        self.place = place

    def meet(self, hour: int) -> None:
        self.hour = hour
"""


def test_an_argument_that_is_kept_and_changed_later(bench):
    kept = ROSTER.format("self.people = people")

    assert ("kept", "Roster.set_people") in found(bench, kept)
    assert found(bench, ROSTER.format("self.people = list(people)")) == []
    assert found(bench, ROSTER.format("'''Show a view.'''; self.people = people")) == []


CONTACT = """
class Contact:
    def __init__(self, name: str) -> None:
        self._name, self._key = name, {0}

    def rename(self, name: str) -> None:
        self._name = name

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Contact) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._{1})
"""


def test_a_hash_that_does_not_stay(bench):
    assert ("hash-over-time", "Contact.rename") in found(bench, CONTACT.format("0", "name"))
    assert found(bench, CONTACT.format("name", "key")) == []
