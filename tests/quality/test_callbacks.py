"""Faults that show only where a function or a subclass of ours is called are found; correct code that calls back is silent.

Measured with 20 seeds: each fault below was found with all of them, seven within 19,000 calls; `c06_keymap` took 32,575 with
one seed, whose first failure did not repeat, hence the limit.  Three seeds are tried here and none may miss: were the true
share 0.99, that would fail once in 34 on other seeds; on the same ones the answer is always the same.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from benchmarks.callbacks import Subject, first_of, is_loud, searched, subjects  # noqa: E402

SUBJECTS = {subject.name: subject for subject in subjects([])}
SEEDS = 3
CALLS = 50_000
CALLS_IN_SILENCE = 5_000

FOUND = [
    *("c01_signal", "c02_stack", "c04_store", "c06_keymap", "c10_chain", "c12_progress"),
    *("c13_logged", "c14_bus", "c15_timer", "c16_source", "c21_slider"),
    *("bounded_stack_capacity", "doubling", "doubling_protocol"),
    *("documentation", "first_order", "default_implementation"),
    *("state_flag", "not_final", "construction"),
]
# These were shrunk to what is expected with all of 20 seeds.
SHRUNK = ["documentation", "first_order", "c13_logged", "c14_bus", "c15_timer", "c16_source"]
SILENT = [
    *("documentation_mended", "first_order_mended", "default_implementation_mended"),
    *("state_flag_mended", "not_final_mended", "construction_mended"),
    *("c02_stack_silent", "bounded_stack", "doubling_silent", "reentrant_silent"),
    *("doubling_protocol_silent", "c14_bus_silent", "c15_timer_silent", "c22_discount_silent"),
]


@contextlib.contextmanager
def importable(folder: Path) -> Iterator[None]:
    names = {path.stem for path in folder.glob("*.py")}
    held = {name: sys.modules.pop(name) for name in names & sys.modules.keys()}
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        for name in names:
            sys.modules.pop(name, None)
        sys.modules.update(held)


def faulty() -> list[Subject]:
    return [one for one in SUBJECTS.values() if one.rule]


@pytest.mark.parametrize("subject", faulty(), ids=lambda one: one.name)
def test_what_is_expected_shows_the_fault(subject: Subject) -> None:
    with importable(subject.folder), pytest.raises(Exception) as raised:
        exec(compile(subject.source, subject.name, "exec"), {})

    assert not isinstance(raised.value, ImportError | NameError)


@pytest.mark.parametrize("name", ["documentation", "first_order", "default_implementation"])
def test_and_not_where_it_is_mended(name: str) -> None:
    subject = SUBJECTS[name]
    source = subject.source.replace(f"from {name} ", f"from {name}_mended ")

    with importable(subject.folder):
        exec(compile(source, name, "exec"), {})


@pytest.mark.parametrize("name", FOUND)
def test_a_fault_that_needs_a_callback_is_found(name: str) -> None:
    subject = SUBJECTS[name]
    runs = searched(subject, SEEDS, calls=CALLS, seconds=60)
    found = [one for run in runs if (one := first_of(subject, run)) is not None]

    assert len(found) == SEEDS
    if name in SHRUNK:
        assert [one.source for one in found if not subject.is_expected(one)] == []


@pytest.mark.parametrize("name", SILENT)
def test_nothing_is_found_where_it_is_mended(name: str) -> None:
    runs = searched(SUBJECTS[name], SEEDS, calls=CALLS_IN_SILENCE, seconds=60)
    loud = [one.source for run in runs for one in run.findings if is_loud(one)]

    assert loud == [], "\n".join(loud)
    assert not [run for run in runs if run.died]


def test_the_lists_name_subjects() -> None:
    assert {*FOUND, *SHRUNK, *SILENT} <= SUBJECTS.keys()
    assert not [name for name in SILENT if SUBJECTS[name].rule]
    assert all(SUBJECTS[name].rule for name in FOUND)
