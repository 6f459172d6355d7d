"""However a search is paused, split or shared out, it gives what the general path gives, in the same order."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parents[1] / "subjects"))
from korat import tables

from refute.exhaustive.inputs import inputs
from refute.exhaustive.structures import Structures, array, bounds, structures
from refute.generate.bounded import exploration, shared_work
from refute.model.errors import UsageError


class Loose:
    """Reads little, so that there is much to complete."""

    items: list[int]
    flag: bool
    other: Loose | None

    def rep_ok(self) -> bool:
        return self.flag or len(self.items) == 1

    def writes(self) -> bool:
        if self.other is not None and self.other.flag:
            self.other.flag = False
        return self.flag


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


@settings(max_examples=25, deadline=None)
@given(name=st.sampled_from(sorted(SEARCHES)), often=st.integers(3, 60), path=st.booleans())
def test_an_interruption_anywhere_loses_nothing_and_counts_nothing_twice(
    name: str, often: int, path: bool
) -> None:
    plain = SEARCHES[name]()
    plain.path = "general"
    plain.count()
    found = SEARCHES[name]()
    search = exploration.Exploration(
        found.space,
        found.predicate,
        None,
        source=found.invariant.function,
        checker=found.invariant.checker,
        path="resumable" if path else "general",
    )
    calls = 0

    def now(ask: Any, *given: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls % often == 0:
            search.interrupt()
        return ask(*given)

    search.tasks = [exploration.Task(())]
    if path:
        assert search._compile()
        heap = search.machine.heap  # type: ignore[union-attr]
        heap.options = partial(now, heap.options)  # type: ignore[method-assign]
    else:
        search.search.predicate = partial(now, search.search.predicate)
    while search.tasks:
        for _ in search.do(search.tasks.pop()):
            pass

    assert search.tally.found == plain.tally.found
    assert search.tally.candidates == plain.tally.candidates


@pytest.mark.parametrize("name", sorted(SEARCHES))
@pytest.mark.parametrize("path", ["auto", "general"])
def test_several_processes_count_what_one_counts(
    name: str, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exploration, "PILOT", 5)
    monkeypatch.setattr(shared_work, "LOOK", 0.0005)
    plain, shared = SEARCHES[name](), SEARCHES[name]()
    plain.path = shared.path = path

    assert shared.count(processes=3) == plain.count()
    assert shared.tally.candidates == plain.tally.candidates
    assert shared.tally.unread == plain.tally.unread


def test_what_is_wrong_is_said_by_whoever_notices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exploration, "PILOT", 5)
    found = structures(Loose, Loose=3, items=array(2, [0, 1]), predicate=Loose.writes)

    for use in (lambda: found.count(processes=2), lambda: list(found.descriptions(2))):
        with pytest.raises(UsageError) as refused:
            use()
        assert refused.value.slug == "predicate-writes"
