"""Code under test with one small change at a time."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from refute.execute.mutants import Mutant, Mutants

SOURCE = """
from __future__ import annotations

class Shelf:
    def __init__(self):
        self.__size = 1

    def size(self):
        return self.__size + 1

class Long(Shelf):
    def size(self):
        return super().size() + 10

def doubled(step):
    def inner():
        return step * 2
    return inner

by_three = doubled(3)
"""


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    (tmp_path / "shelf_for_mutants.py").write_text(SOURCE)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield importlib.import_module("shelf_for_mutants")
    del sys.modules["shelf_for_mutants"]


def named(mutants: Mutants, words: str) -> Mutant:
    return next(one for one in mutants.all if words in one.name)


def test_the_change_is_there_while_the_block_runs(shelf):
    mutants = Mutants([shelf.__file__])
    with mutants.applied(named(mutants, "Shelf.size:9:15-30 Add → Sub")) as is_applied:
        changed = shelf.Shelf().size()

    assert is_applied
    assert (changed, shelf.Shelf().size()) == (0, 2)


def test_a_method_still_knows_its_class(shelf):
    mutants = Mutants([shelf.__file__])
    with mutants.applied(named(mutants, "10 → 11")):
        changed = shelf.Long().size()

    assert changed == 13


def test_what_a_function_has_made_before_is_changed_too(shelf):
    mutants = Mutants([shelf.__file__])
    with mutants.applied(named(mutants, "2 → 3")):
        changed = (shelf.by_three(), shelf.doubled(1)())

    assert changed == (9, 3)
    assert shelf.by_three() == 6


def test_a_mutant_is_reached_where_its_line_runs(shelf):
    mutants = Mutants([shelf.__file__])
    mutant = named(mutants, "Long.size")

    assert mutant.is_reached({(shelf.__file__, 13)})
    assert not mutant.is_reached({(shelf.__file__, 9), ("other.py", 13)})


def test_where_nothing_is_live_or_there_is_no_source_nothing_is_changed(shelf, tmp_path):
    file = tmp_path / "never_imported.py"
    file.write_text("def f():\n    return 1")
    mutants = Mutants([str(file), str(tmp_path / "gone.py")])
    with mutants.applied(mutants.all[0]) as is_applied:
        pass

    assert not is_applied
