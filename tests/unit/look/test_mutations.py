"""Small changes of a function's source."""

from __future__ import annotations

import ast
from textwrap import dedent

import pytest

from refute.look.mutations import mutations_of


def mutated(source: str) -> list[str]:
    """Return what the lines of a function become, without its head."""
    tree = ast.parse(dedent(source))
    found = []
    for mutation in mutations_of(tree):
        with mutation.edit.applied():
            found.append(ast.unparse(tree).partition("\n")[2].strip())
    return found


@pytest.mark.parametrize(
    ("statement", "changed"),
    [
        ("x = a < b", ["x = a <= b", "x = a >= b"]),
        ("x = a == b", ["x = a != b"]),
        ("x = a is b", ["x = a is not b"]),
        ("x = a in b", ["x = a not in b"]),
        ("x = a + b", ["x = a - b", "x = a", "x = b"]),
        ("x = a / b", ["x = a * b", "x = a // b", "x = a", "x = b"]),
        ("x = '%s' % a", []),
        ("x = a and b", ["x = a or b", "x = not a and b", "x = a and (not b)"]),
        ("x = not a", ["x = a"]),
        ("x = -a", ["x = a"]),
        ("x = 3", ["x = 4", "x = 2"]),
        ("x = 0", ["x = 1", "x = -1"]),
        ("x = 100", ["x = 101", "x = 99", "x = 10"]),
        ("x = 0.5", ["x = 1.5", "x = -0.5"]),
        ("x = True", ["x = False"]),
        ("x = a[-1]", ["x = a[0]", "x = a[-2]", "x = a[-0]"]),
        ("return a", ["return None"]),
        ("return None", []),
        ("x = f(a, b)", ["x = f(b, a)"]),
        ("x = f(a, a)", []),
        ("x = max(a)", ["x = min(a)"]),
        ("x = a.lstrip()", ["x = a.rstrip()"]),
        ("a.append(b)", ["pass"]),
        ("a += 1", ["a += 2", "a += 0", "pass"]),
        ("if a: b = c", ["if not a:\n        b = c"]),
        ("assert a < 1, 2", []),
        ("raise ValueError(a + 1)", []),
        ("x: 1 + 2 = a", []),
    ],
)
def test_a_statement_is_changed_in_these_ways(statement, changed):
    assert sorted(mutated(f"def f():\n    {statement}")) == sorted(changed)


def test_the_tree_is_as_before_afterwards():
    tree = ast.parse("def f(a):\n    return a[0] + 1 < 2 and f(a, 3)")
    before = ast.dump(tree)
    mutations = list(mutations_of(tree))
    for mutation in mutations:
        with mutation.edit.applied():
            assert ast.dump(tree) != before

    assert ast.dump(tree) == before
    assert len({mutation.name for mutation in mutations}) == len(mutations)


def test_functions_in_classes_and_conditions_are_found_and_know_where_they_stand():
    source = """\
    x = 1 + 1
    if x:
        class Shop:
            def price(self):
                def inner():
                    return 1
                return inner
    """
    first, *_, last = sorted(mutations_of(ast.parse(dedent(source))), key=lambda m: m.line)

    assert {first.function, last.function} == {"Shop.price"}
    assert (first.line, last.line) == (6, 7)
    assert first.class_lines == range(3, 8)


def test_a_deleted_statement_is_reached_by_its_own_line_only():
    source = "def f(a):\n    if a:\n        a.append(1)"
    deleted = [m for m in mutations_of(ast.parse(source)) if m.edit.name.endswith("deleted")]

    assert [m.lines for m in deleted] == [range(3, 4)]
    assert deleted[0].class_lines == range(0)
