"""Which branches a run takes."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest

from refute.execute.coverage import Arcs, name_of


def first_even(numbers: list[int]) -> int | None:
    for number in numbers:
        if number % 2 == 0:
            return number
    return None


def foreign() -> int:
    return len("abc")


TOP = first_even.__code__.co_firstlineno


def arcs_of(run: Callable[[], object]) -> set[tuple[int, int]]:
    """Return the arcs within `first_even`, counted from its first line."""
    with Arcs([__file__]).watched() as taken:
        run()
    return {
        (before and before - TOP, after if after == -1 else after - TOP)
        for code, before, after in taken
        if code is first_even.__code__
    }


def test_a_branch_not_taken_is_not_seen():
    assert arcs_of(lambda: first_even([])) == {(0, 1), (1, 4), (4, -1)}


def test_both_sides_of_a_branch_are_seen():
    taken = arcs_of(lambda: first_even([1, 2]))

    assert taken == {(0, 1), (1, 2), (2, 1), (2, 3), (3, -1)}


def test_other_files_are_not_watched():
    with Arcs(["elsewhere.py"]).watched() as taken:
        first_even([1, 2])

    assert not taken


def test_what_runs_after_the_block_is_not_seen():
    before = sys.gettrace()
    with Arcs([__file__]).watched() as taken:
        foreign()
    seen = set(taken)
    first_even([1])

    assert taken == seen
    assert sys.gettrace() is before


def test_an_exception_leaves_nothing_behind():
    before = sys.gettrace()
    try:
        with Arcs([__file__]).watched() as taken:
            first_even([1, None])  # type: ignore[list-item]
    except TypeError:
        pass

    assert taken
    assert sys.gettrace() is before


def test_names_tell_arcs_apart_and_hold_no_addresses():
    with Arcs([__file__]).watched() as taken:
        first_even([1, 2])
        foreign()
    names = {name_of(arc) for arc in taken}

    assert len(names) == len(taken)
    assert not any("0x" in name for name in names)


def test_a_clock_that_strikes_while_tracing_is_switched_on_leaves_no_trace_function(monkeypatch):
    switch = sys.settrace
    before = sys.gettrace()

    def struck(function):
        switch(function)
        if function is not before:
            raise KeyboardInterrupt

    monkeypatch.setattr(sys, "settrace", struck)
    with pytest.raises(KeyboardInterrupt), Arcs([__file__]).watched():
        pass

    assert sys.gettrace() is before
