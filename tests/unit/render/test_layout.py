"""Expressions are laid out exactly as ruff would."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from refute.render.layout import expression, quoted, statement

NUMBERS = list(range(100, 130))
LONG = "a" * 60
EXPRESSIONS = [
    f"f({NUMBERS})",
    f"g({', '.join(f'argument_{i}' for i in range(9))})",
    f"g({', '.join(f'argument_{i}' for i in range(12))}, key={dict.fromkeys(NUMBERS, 0)})",
    f"x == {[str(n) for n in NUMBERS]}",
    f"x.y(1) == f({tuple(NUMBERS)}, 2)",
    f"not f({set(NUMBERS)})",
    "f(lambda *a, b=1: a, lambda: 0, -x**2, (-1)**x, x[1, 2], x[1:2], (1).real, not x, z if x else y)",
    "f(b'ab', (1,), {1, 2}, *args, **kw, x=[], y=(), z={}, w=set())",
    "a and (b or c) and not d",
    "-(1 + 2)",
    "x.y**2 + f(x)**2 - 2**-1",
    "a - (b - c) - d * (e + f) // g % h @ i",
    "(a < b) is True",
    "a <= b != c",
    "(a | b) & c ^ d << 1 >> 2",
    "~a + +b",
    f"f('{'a' * 120}')",
    f"f(x)('{LONG}', '{LONG}')",
    f"x[f('{LONG}', '{LONG}')]",
    f"repr(variable_of_some_length) == '{LONG}{'b' * 25}'",
    f"f([1, 2], {[[n] * 10 for n in range(4)]})",
    f"f({{'a': {NUMBERS}}})",
    "all(item in x for item in y)",
    "[item for item in x if item]",
]


def test_the_layout_is_that_of_ruff(tmp_path: Path):
    trees = [ast.parse(text, mode="eval").body for text in EXPRESSIONS]
    lines = [line for tree in trees for line in statement("v = ", tree)]
    path = tmp_path / "laid_out.py"
    path.write_text("\n".join(lines) + "\n")
    ruff = [sys.executable, "-m", "ruff", "format", "--isolated", "--line-length", "100", "--diff"]
    ran = subprocess.run([*ruff, str(path)], capture_output=True, text=True)

    assert ran.stdout == ""
    assert ran.returncode == 0, ran.stderr


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_the_layout_keeps_the_meaning(text: str):
    tree = ast.parse(text, mode="eval").body
    laid_out = ast.parse("\n".join(statement("v = ", tree))).body[0]

    assert isinstance(laid_out, ast.Assign)
    assert ast.dump(laid_out.value) == ast.dump(tree)


def test_what_cannot_be_broken_stays_long():
    name = "x" * 120

    assert statement("", ast.Name(name)) == [name]
    assert statement("", ast.Call(ast.Name(name), [], [])) == [f"{name}()"]


def test_an_empty_set_can_be_written():
    assert expression(ast.Set([])) == "set()"


@pytest.mark.parametrize(
    "text", ["", "a", "it's", 'say "so"', "'\"", "\ud800", "ä", "\x00\n", "\\"]
)
def test_strings_are_what_they_were(text: str):
    assert ast.literal_eval(quoted(text)) == text
    quoted(text).encode("utf-8")
