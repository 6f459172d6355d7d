"""However a search is paused, split or shared out, it gives what the general path gives, in the same order."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parents[1] / "subjects"))
from korat import tables

from refute.generate import exploration
from refute.method_inputs import inputs
from refute.small import Structures, array, bounds, structures


class Loose:
    """Reads little, so that there is much to complete."""

    items: list[int]
    flag: bool
    other: Loose | None

    def rep_ok(self) -> bool:
        return self.flag or len(self.items) == 1


def searches() -> dict[str, Any]:
    loose = bounds(Loose, Loose=2, items=array(2, [0, 1]))
    return {
        "tree": lambda: structures(
            tables.BinaryTree, bounds(tables.BinaryTree, Node=4, size=range(5))
        ),
        "heap": lambda: structures(tables.HeapArray, tables.space("HeapArray", 3)),
        "list": lambda: structures(tables.LinkedList, tables.space("LinkedList", 4)),
        "search": lambda: structures(tables.SearchTree, tables.space("SearchTree", 3)),
        "map": lambda: structures(tables.TreeMap, tables.space("TreeMap", 3)),
        "loose": lambda: structures(Loose, loose),
        "inputs": lambda: inputs(
            tables.TreeMap.put, tables.space("TreeMap", 2), key=range(2), value=[0, 1]
        ),
    }


SEARCHES = searches()


def result(found: Structures, processes: int = 1) -> tuple[list[Any], int, int]:
    listed = list(found.descriptions(processes))
    return listed, found.tally.found, found.tally.candidates


@settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    name=st.sampled_from(sorted(SEARCHES)),
    pilot=st.integers(1, 60),
    batch=st.integers(1, 7),
    share=st.sampled_from([1.0, 1 / 3, 1 / 30, 1 / 1000]),
)
def test_pausing_and_splitting_change_nothing(
    name: str, pilot: int, batch: int, share: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = SEARCHES[name]()
    expected.path = "general"
    with monkeypatch.context() as patch:
        patch.setattr(exploration, "PILOT", pilot)
        patch.setattr(exploration, "BATCH", batch)
        patch.setattr(exploration, "SHARE", share)
        found = result(SEARCHES[name]())

    assert found == result(expected)


@pytest.mark.parametrize("name", sorted(SEARCHES))
def test_sharing_out_changes_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exploration, "PILOT", 5)
    expected = SEARCHES[name]()
    expected.path = "general"

    assert result(SEARCHES[name](), processes=2) == result(expected)
