"""What is kept in a collection whose items are called is a function."""

from __future__ import annotations

import ast
import textwrap

import pytest

from refute.discover.kept_callables import collections_called, kept_in


def kept(text: str, name: str) -> int | None:
    tree = ast.parse(textwrap.dedent(text))
    called = collections_called(tree)
    functions = [one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef)]
    places = kept_in(next(one for one in functions if one.name == "keep"), name)
    return next((called[place] for place in sorted(places) if place in called), None)


KEEP = "def keep(self, key, f):\n    {}\ndef call(self, x):\n    {}\n"


@pytest.mark.parametrize(
    ("keep", "call", "arity"),
    [
        ("self._all.append(f)", "for one in self._all: one(x)", 1),
        ("self._all.add(f)", "for one in list(self._all): one()", 0),
        ("self._all.insert(0, f)", "[one(x, x) for one in self._all]", 2),
        ("self._all[key] = f", "for k, one in self._all.items(): one(x)", 1),
        ("self._all[key] = f", "self._all[x](x)", 1),
        ("self._all[key] = f", "one = self._all.get(x); one(x)", 1),
        ("self._all.setdefault(key, []).append(f)", "for one in self._all[x]: one(x)", 1),
        ("self._all.append((key, f))", "for k, f in self._all: f(x)", 1),
        ("self._all.append(Entry(key, f))", "for one in self._all: one.f(x)", 1),
        ("self._all.append(f)", "for one in self._others: one(x)", None),
        ("self._all.append(f)", "for one in self._all: print(one)", None),
        ("self._all.append(f)", "for one in self._all: one(*x)", None),
        ("self._all.append(key)", "for one in self._all: one(x)", None),
        ("print(f)", "for f in self._all: f(x)", None),
    ],
)
def test_what_is_kept_and_called_is_a_function(keep: str, call: str, arity: int | None) -> None:
    assert kept(KEEP.format(keep, call), "f") == arity


def test_the_other_part_of_what_is_kept_is_none() -> None:
    text = KEEP.format("self._all.append((key, f))", "for key, f in self._all: f(x)")

    assert kept(text, "key") is None


@pytest.mark.parametrize("keep", ["self._all.setdefault(key, f)", "self._all.insert(key, f)"])
def test_where_something_is_kept_is_none(keep: str) -> None:
    text = KEEP.format(keep, "for one in self._all.get(x): one(x)")

    assert kept(text, "key") is None
    assert kept(text, "f") == 1
