"""The source of a resumable predicate, written from its blocks."""

from __future__ import annotations

import ast

import pytest

from refute.generate.bounded.compiled.blocks import NotResumable, Plain, Read, ReadItem, ReadLength
from refute.generate.bounded.compiled.code import Spelling, respelled, source_of
from refute.generate.bounded.compiled.statements import lower
from refute.model.bounds import Bounds, Values


class Node: ...


BOUNDS = Bounds(
    "Node", {"Node": 1}, {"Node.a": Values((0, 1)), "Node.b": Values((0, 1))}, {"Node": Node}
)


def compares(x) -> bool:
    return x.a == x.b


def shares(x) -> bool:
    seen = []
    other = seen
    seen.append(x.a)
    return len(other) == 1


def test_the_source_has_an_entry_and_a_loop_for_each_choice():
    functions = ast.parse(source_of(lower(BOUNDS, compares))).body
    names = [one.name for one in functions]

    assert names[0] == "E_main"
    assert len([name for name in names if name.startswith("C_main")]) == 2


def test_the_same_predicate_has_the_same_source():
    assert source_of(lower(BOUNDS, compares)) == source_of(lower(BOUNDS, compares))


def test_leaves_are_told_only_where_somebody_asks():
    assert "leaf(" in source_of(lower(BOUNDS, compares), trace=True)
    assert "leaf(" not in source_of(lower(BOUNDS, compares))


def test_a_container_with_two_names_is_refused():
    with pytest.raises(NotResumable, match="the container seen has a second name"):
        source_of(lower(BOUNDS, shares))


def test_reads_are_spelled_as_on_their_path():
    env = {"x": "x_1", "i": "i_2"}
    plain = Plain(ast.parse("x = 1").body[0])

    assert respelled(Read("t", "x", "a"), env) == Read("t", "x_1", "a")
    assert respelled(ReadLength("t", "y"), env) == ReadLength("t", "y")
    assert respelled(ReadItem("t", "x", "i"), env) == ReadItem("t", "x_1", "i_2")
    assert respelled(plain, env) is plain


def test_a_variable_that_is_assigned_may_get_another_spelling():
    tree = ast.parse("a = a + b")
    spelled = Spelling({"a": "a_1"}, store=lambda name: f"{name}_2").visit(tree)

    assert ast.unparse(spelled) == "a_2 = a_1 + b"
