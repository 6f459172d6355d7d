"""The parts of a lowered predicate."""

from __future__ import annotations

import ast

import pytest

from refute.generate.bounded.compiled.blocks import (
    clone,
    expression,
    is_name_call,
    kind_of,
    mutated_in,
    stored_names,
)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("[1]", "list"),
        ("sorted(x)", "list"),
        ("{1}", "set"),
        ("{n for n in x}", "set"),
        ("{}", "dict"),
        ("Counter()", "dict"),
        ("deque([x])", "deque"),
        ("(1, 2)", "other"),
        ("x.copy()", "other"),
    ],
)
def test_which_container_an_expression_makes(text, kind):
    assert kind_of(expression(text)) == kind


def test_only_methods_that_change_their_receiver_change_a_variable():
    body = ast.parse("a.append(1)\nb.index(1)\nc.d.append(1)\nfor x in e:\n    f.pop()").body

    assert mutated_in(body) == {"a", "f"}


def test_names_that_are_deleted_are_stored_too():
    body = ast.parse("a, b = c\ndel d\ne.f = 1").body

    assert stored_names(body) == {"a", "b", "d"}


def test_a_copy_of_a_tree_shares_no_node_with_it():
    tree = expression("f(x)[0]")
    copy = clone(tree)

    assert ast.unparse(copy) == "f(x)[0]"
    assert not {id(node) for node in ast.walk(tree) if isinstance(node, ast.expr)} & {
        id(node) for node in ast.walk(copy)
    }


def test_a_method_is_not_called_by_a_plain_name():
    assert is_name_call(expression("f(x)"))
    assert not is_name_call(expression("x.f()"))
