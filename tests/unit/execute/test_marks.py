"""Which branches were taken, of modules that are imported as usual."""

from __future__ import annotations

import importlib
import itertools
import sys
import textwrap
from pathlib import Path

import pytest

from refute.execute.marks import Marks
from refute.look.classes import code_of, is_tolerant

_numbers = itertools.count()
TEXT = """
    from __future__ import annotations
    import functools

    def counted(function):
        @functools.wraps(function)
        def inner(*given):
            return function(*given) if given else None
        return inner

    class Base:
        def size(self):
            return 1

    class Shelf(Base):
        def __init__(self, most):
            self.__most = most
            self.things = []

        def add(self, thing: Unknown):
            if len(self.things) < self.__most:
                self.things.append(thing)
                return True
            return False

        def size(self):
            return super().size() + len(self.things)

        def __eq__(self, other):
            return abs(self.size() - other.size()) < 1e-9 if other else False

        @counted
        def clear(self):
            while self.things:
                self.things.pop()
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    name = f"marked_{next(_numbers)}"
    (tmp_path / f"{name}.py").write_text(textwrap.dedent(TEXT))
    monkeypatch.syspath_prepend(tmp_path)
    importlib.invalidate_caches()
    yield importlib.import_module(name)
    sys.modules.pop(name)


def told(marks: Marks) -> list[str]:
    sites = [(marks.sites[mark >> 1], mark & 1) for mark in marks.news()]
    return [f"{site.line}:{site.column}:{'no' if side else 'yes'}" for site, side in sites]


def test_a_branch_is_news_once(module):
    marks = Marks([module.__file__])
    shelf = module.Shelf(1)
    shelf.add(1)

    assert "21:11:yes" in told(marks)
    marks.begin()
    shelf.add(2)
    assert told(marks) == ["21:11:no"]
    marks.begin()
    shelf.add(3)
    assert told(marks) == []


def test_what_was_seen_is_compiled_away_and_the_rest_is_still_seen(module):
    marks = Marks([module.__file__])
    shelf = module.Shelf(1)
    shelf.add(1)
    marks.news()

    assert marks.thin_out()
    assert not marks.thin_out()
    marks.begin()
    module.Shelf(1).add(1)
    assert marks.taken() == []
    shelf.add(2)
    assert told(marks) == ["21:11:no"]


def test_every_branch_can_be_marked_again(module):
    marks = Marks([module.__file__])
    module.Shelf(1).add(1)
    marks.news()
    marks.thin_out()
    again = Marks([module.__file__])
    again.begin()
    module.Shelf(1).add(1)

    assert len(again.taken()) == 3


def test_without_marks_functions_have_the_code_that_was_written(module):
    written = module.Shelf.add.__code__
    marks = Marks([module.__file__])
    assert module.Shelf.add.__code__ is not written
    marks.remove()

    assert module.Shelf.add.__code__ is written


def test_a_site_seen_one_way_is_a_frontier(module):
    marks = Marks([module.__file__])
    module.Shelf(1).add(1)
    marks.news()

    assert [(site.line, site.function, mark & 1) for site, mark in marks.frontier()] == [
        (21, "Shelf.add", 1)
    ]


def test_private_names_super_and_wrapped_functions_work_as_before(module):
    Marks([module.__file__])
    shelf = module.Shelf(3)
    shelf.add(1)

    assert shelf.size() == 2
    shelf.clear()
    assert shelf.size() == 1


def test_what_is_read_from_code_is_read_from_the_code_as_it_was_written(module):
    written = code_of(module.Shelf, "__eq__")
    marks = Marks([module.__file__])

    assert code_of(module.Shelf, "__eq__") is written
    assert module.Shelf.__dict__["__eq__"].__code__ is not written
    assert is_tolerant(module.Shelf)
    assert module.Shelf(1) == module.Shelf(1)
    marks.news()
    marks.thin_out()
    assert code_of(module.Shelf, "__eq__") is written


def test_operands_are_recorded_until_that_is_stopped(module):
    marks = Marks([module.__file__])
    module.Shelf(1).add(1)
    marks.news()
    ((site, _),) = marks.frontier()
    notes = []
    marks.record({site.number}, lambda number, place, value: (notes.append(value), value)[1])
    module.Shelf(4).add(1)

    assert notes == [0, 4]
    marks.stop_recording({site.number})
    module.Shelf(4).add(1)
    assert notes == [0, 4]


def test_a_second_search_begins_anew(module):
    first = Marks([module.__file__])
    module.Shelf(1).add(1)
    first.news()
    first.thin_out()
    second = Marks([module.__file__])
    second.begin()
    module.Shelf(1).add(1)

    assert "21:11:yes" in told(second)


def test_what_cannot_be_read_is_not_marked(tmp_path):
    (tmp_path / "broken.py").write_text("def f(:")

    assert not Marks([str(tmp_path / "broken.py"), str(tmp_path / "none.py"), "x.so"]).sites
