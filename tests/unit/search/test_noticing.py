"""Sequences chosen because they notice mutants."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from refute.discover.discovery import discover
from refute.discover.modules import locate
from refute.model.options import Options
from refute.search.campaign import Campaign
from refute.search.noticing import NoticedMutants, is_mutant, lines_of, mutants_in, noticed_by

SOURCE = """
class Cache:
    def __init__(self) -> None:
        self._items: list[int] = []

    def put(self, item: int) -> None:
        self._items.append(item)
        if len(self._items) > 2:
            self._items.pop(0)

    def has(self, item: int) -> bool:
        return item in self._items

def fee(price: int) -> int:
    if price >= 50:
        return 0
    return 5

def __getattr__(name: str) -> int:
    raise AttributeError(name)
"""


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Campaign]:
    folder: Path = tmp_path_factory.mktemp("noticing")
    (folder / "cache_for_noticing.py").write_text(SOURCE)
    sys.path.insert(0, str(folder))
    __import__("cache_for_noticing")
    subject = discover([locate("cache_for_noticing", str(folder))])
    made = Campaign(subject, Options(record=True, sequences=300), None, None, lambda *told: None)
    made.run(0.0, lambda: False)
    yield made
    sys.path.remove(str(folder))
    del sys.modules["cache_for_noticing"]


@pytest.fixture(scope="module")
def chosen(campaign: Campaign) -> list:
    protecting = campaign.protecting(campaign.candidates(), lambda: False)
    return campaign.shortened(protecting, lambda: False)


def names_of(chosen: list) -> str:
    return "\n".join(sorted({name for one in chosen for name in mutants_in(one)}))


@pytest.mark.parametrize(
    "mutant", ["GtE → Gt", "5 → 6", "0 → 1", "Gt → GtE", "self._items.pop() deleted"]
)
def test_the_chosen_sequences_notice_a_small_change(chosen, mutant):
    assert mutant in names_of(chosen)


def test_each_still_notices_what_it_was_kept_for_and_says_where_to_look(campaign, chosen):
    protection = campaign._collector._protection
    for one in chosen:
        mutants = frozenset(feature for feature in one.features if is_mutant(feature))
        noticed = noticed_by(one.sequence, mutants, protection, all_of_them=True)

        assert noticed is not None and noticed.mutants == mutants
        assert set(noticed.telling) == set(one.telling)


def test_without_time_nothing_is_tried(campaign):
    candidates = campaign.candidates()
    found = campaign.protecting(candidates, lambda: True)

    assert not names_of(found)
    assert [one.sequence for one in found] == [one.sequence for one in candidates]


def test_without_mutants_nothing_is_noticed(chosen):
    mutants = [("notices", "one")]

    assert noticed_by(chosen[0].sequence, mutants, None) == NoticedMutants()
    assert noticed_by(chosen[0].sequence, mutants, None, all_of_them=True) is None


def test_the_lines_that_ran_are_those_of_the_arcs():
    code = lines_of.__code__
    features = frozenset({("shop:f", "int"), (code, 0, 5), (code, 5, -1)})

    assert lines_of(features) == {(code.co_filename, 5)}
