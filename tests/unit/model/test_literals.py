"""Source text says what to import, makes fresh values, and values are written back as source."""

from __future__ import annotations

import datetime
import decimal
import enum
import fractions
import importlib
import math
import pathlib

import pytest

from refute.model.literals import maker, modules_in, source_of


class Color(enum.Enum):
    RED = 1


class Access(enum.Flag):
    READ = 1
    WRITE = 2


@pytest.mark.parametrize(
    ("source", "modules"),
    [
        ("0", set()),
        ("float('nan')", set()),
        ("[1, 'os.path']", set()),
        ("datetime.date(2024, 1, 31)", {"datetime"}),
        ("datetime.datetime.min", {"datetime"}),
        ("os.path.sep", {"os.path"}),
        ("xml.dom.minidom.Document()", {"xml.dom.minidom"}),
        ("[decimal.Decimal('1'), fractions.Fraction(1, 3)]", {"decimal", "fractions"}),
        ("lambda x: x.real", set()),
        ("(x for x in [1])", set()),
        ("io.StringIO('a').read()", {"io"}),
        ("nowhere.at_all", {"nowhere"}),
    ],
)
def test_modules_to_import(source: str, modules: set[str]) -> None:
    assert modules_in(source) == modules


def test_values_that_change_are_made_anew() -> None:
    make = maker("io.StringIO('a')")

    assert make() is not make()
    assert maker("wave.Error")().__module__ == "wave"  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "value",
    [
        *(None, True, 0, -1, 1.5, -0.0, math.inf, -math.inf, 1j, "a'\n", b"\x00", ...),
        *([], [1, [2]], (), (1,), (1, "a"), set(), {1, 2}, frozenset(), frozenset({1}), {}),
        *({"a": [1]}, range(1, 5), int, datetime.date, Color, Color.RED, bytearray(b"a")),
        *(datetime.date(2024, 1, 31), datetime.timedelta(1), datetime.UTC),
        *(decimal.Decimal("1.50"), fractions.Fraction(1, 3), pathlib.PurePosixPath("a/b")),
        datetime.datetime(2024, 1, 1, tzinfo=datetime.UTC),
    ],
    ids=repr,
)
def test_values_come_back_from_their_source(value: object) -> None:
    source = source_of(value)

    assert source is not None
    back = maker(source)()
    assert back == value and type(back) is type(value) and repr(back) == repr(value)


def test_nan_comes_back() -> None:
    assert source_of(math.nan) == "float('nan')"


class Local(int):
    pass


@pytest.mark.parametrize(
    "value",
    [
        *(object(), Local(1), [object()], {"a": object()}, lambda: 0, Access.READ | Access.WRITE),
        *("a" * 300, list(range(1000)), [[[[[1]]]]], type("Made", (), {})),
    ],
    ids=lambda value: type(value).__name__,
)
def test_values_that_are_not_simply_written(value: object) -> None:
    assert source_of(value) is None


class Unbound:
    """A proxy of nothing, as of a request outside of one: it raises whatever it is asked."""

    @property
    def __class__(self) -> type:  # type: ignore[override]
        raise RuntimeError("working outside of context")


def test_a_proxy_is_not_asked_what_it_is() -> None:
    assert source_of(Unbound()) is None
    assert source_of({"a": [Unbound()]}) is None


def test_sets_are_written_in_one_order() -> None:
    assert source_of({"b", "a", "c"}) == "{'a', 'b', 'c'}"


def test_a_module_below_a_loaded_package_is_found(tmp_path, monkeypatch):
    below = tmp_path / "known_package" / "inner"
    below.mkdir(parents=True)
    (below.parent / "__init__.py").write_text("class shadow: ...")
    (below / "__init__.py").write_text("")
    (below / "leaf.py").write_text("")
    (below.parent / "shadow.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    importlib.import_module("known_package")

    assert modules_in("known_package.inner.leaf.X()") == {"known_package.inner.leaf"}
    assert modules_in("known_package.shadow.X()") == {"known_package"}
    assert modules_in("known_package.nothing.X()") == {"known_package"}
    assert modules_in("no_such_package.nothing.X()") == {"no_such_package"}
    assert modules_in("datetime.date.min") == {"datetime"}


def test_a_class_whose_name_leads_elsewhere_is_not_written_down():
    class Hidden: ...

    assert source_of(Hidden) is None
    Hidden.__qualname__ = "Color"
    assert source_of(Hidden) is None


def test_a_value_whose_repr_is_no_source_is_not_written_down():
    class Shifted(datetime.tzinfo):
        def __repr__(self) -> str:
            return "<shifted>"

        def utcoffset(self, moment):
            return datetime.timedelta(hours=1)

    assert source_of(datetime.datetime(2024, 1, 1, tzinfo=Shifted())) is None


def test_a_name_may_be_all_module(tmp_path, monkeypatch):
    (tmp_path / "whole_module.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)

    assert modules_in("whole_module") == {"whole_module"}
