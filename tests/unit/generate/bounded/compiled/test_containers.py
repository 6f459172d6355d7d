"""Which containers a statement changes, and which have a second name."""

from __future__ import annotations

import ast

import pytest

from refute.generate.bounded.compiled.blocks import (
    Block,
    LoweredFunction,
    NotResumable,
    Plain,
    Program,
)
from refute.generate.bounded.compiled.containers import (
    changed_by,
    escaping,
    mutator_call,
    second_names,
)

KINDS = {"a_1": "list", "n_2": "other"}


def statement(text: str) -> ast.stmt:
    return ast.parse(text).body[0]


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("a_1.append(1)", {"a_1"}),
        ("a_1[0] = 1", {"a_1"}),
        ("a_1 += [1]", {"a_1"}),
        ("n_2 += 1", set()),
        ("x = a_1[0]", set()),
        ("other.append(1)", set()),
    ],
)
def test_what_a_statement_changes(text, changed):
    assert changed_by(statement(text), set(KINDS), KINDS) == changed


@pytest.mark.parametrize("text", ["a_1[0].append(1)", "a_1[0][1] = 2"])
def test_a_change_inside_a_container_cannot_be_followed(text):
    with pytest.raises(NotResumable, match="a change inside a container"):
        changed_by(statement(text), set(KINDS), KINDS)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("b = a", {"a"}),
        ("b = [a, c]", {"a", "c"}),
        ("b = {1: a}", {"a"}),
        ("f(a)", {"a"}),
        ("b = len(a)", set()),
    ],
)
def test_what_is_stored_or_passed_on_has_a_second_name(text, names):
    assert second_names(statement(text)) == names


def test_a_call_is_one_of_a_container_only_where_it_is_all_there_is():
    assert mutator_call(statement("a.pop()"), "a") is not None
    assert mutator_call(statement("x = a.pop()"), "a") is not None
    assert mutator_call(statement("x = y = a.pop()"), "a") is None
    assert mutator_call(statement("a.sort(key=f)"), "a") is None
    assert mutator_call(statement("b.pop()"), "a") is None


def test_a_container_that_is_changed_must_not_have_a_second_name():
    def program(*lines: str) -> Program:
        code = [Plain(statement(line)) for line in lines]
        main = LoweredFunction("main", [], [Block(0, code)])
        return Program(main, {}, {}, set(), KINDS)

    still = program("b = a_1")
    escaping(still, still.main)
    changed = program("b = a_1", "a_1.append(1)")

    with pytest.raises(NotResumable, match="the container a has a second name"):
        escaping(changed, changed.main)
