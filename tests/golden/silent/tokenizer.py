"""A tokenizer and an evaluator for sums and products, with errors that say where."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_TOKEN = re.compile(r"[ \t]*(?:(?P<number>[0-9]{1,18})|(?P<sign>[-+*()]))")
LONGEST = 100


class FormulaError(ValueError):
    """A formula cannot be read."""


class Token(NamedTuple):
    """A number or a sign, and where it starts."""

    text: str
    place: int


def tokens(formula: str) -> Iterator[Token]:
    """Yield the tokens of a formula."""
    if len(formula) > LONGEST:
        raise FormulaError(f"the formula is longer than {LONGEST} characters")
    place, end = 0, len(formula.rstrip(" \t"))
    while place < end:
        match = _TOKEN.match(formula, place)
        if match is None:
            raise FormulaError(f"unexpected character after {place}")
        yield Token(match.group().strip(" \t"), match.start())
        place = match.end()


def evaluated(formula: str) -> int:
    """Return the value of a formula such as 2*(3+4)."""
    queue = [token.text for token in tokens(formula)][::-1]
    value = _sum(queue)
    if queue:
        raise FormulaError(f"unexpected {queue[-1]!r}")
    return value


def _sum(queue: list[str]) -> int:
    value = _product(queue)
    while queue and queue[-1] in "+-":
        sign = 1 if queue.pop() == "+" else -1
        value += sign * _product(queue)
    return value


def _product(queue: list[str]) -> int:
    value = _atom(queue)
    while queue and queue[-1] == "*":
        queue.pop()
        value *= _atom(queue)
    return value


def _atom(queue: list[str]) -> int:
    if not queue:
        raise FormulaError("the formula ends too early")
    token = queue.pop()
    if token == "(":
        value = _sum(queue)
        if not queue or queue.pop() != ")":
            raise FormulaError("a closing bracket is missing")
        return value
    if token == "-":
        return -_atom(queue)
    if token in "+*)":
        raise FormulaError(f"unexpected {token!r}")
    return int(token)
