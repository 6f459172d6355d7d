"""Values at the edges of what conditions allow, as source: `at_the_edges`; whether one `keeps` them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator

from refute.look.pattern_texts import matching
from refute.model.literals import maker
from refute.model.restrictions import holds
from refute.model.typeform import TypeForm

_COMPARED = re.compile(r"(len\()?\{0\}\)? (>=|>|<=|<) (.+)")
_MULTIPLE = re.compile(r"\{0\} % (.+) == 0")
_PATTERN = re.compile(r"re\.\w+\((.+), \{0\}\)")
# Strictly above or below a bound: the next whole number, and one nearby.
_BEYOND = {">": (1, 0.5), ">=": (0, 1), "<": (-1, -0.5), "<=": (0, -1)}


def at_the_edges(form: TypeForm) -> list[str]:
    """Return sources of values at the bounds, of those that keep all conditions.

    >>> at_the_edges(restricted(TypeForm("int"), "{0} > 3", "{0} <= 9"))
    ['4', '9', '8']
    """
    base, *conditions = form.args
    found = [one for condition in conditions for one in _edges(base.name, condition.name)]
    return [one for one in dict.fromkeys(found) if keeps(one, form)]


def sizes(form: TypeForm) -> list[int]:
    """Return the least and the greatest length that conditions allow, and the next ones."""
    found = [_COMPARED.fullmatch(one.name) for one in form.args[1:]]
    bounds = [(one[2], ast.literal_eval(one[3])) for one in found if one is not None and one[1]]
    return [
        int(bound + more) for sign, bound in bounds for more in _BEYOND[sign] if bound + more >= 0
    ]


def keeps(source: str, form: TypeForm) -> bool:
    """Return whether a value keeps the conditions of a form."""
    try:
        value = maker(source)()
    except Exception:
        return False
    return all(holds(one.name, value) for one in form.args[1:])


def _edges(name: str, condition: str) -> Iterable[str]:
    if found := _PATTERN.fullmatch(condition):
        return map(repr, matching(ast.literal_eval(found[1])))
    if found := _MULTIPLE.fullmatch(condition):
        step = found[1]
        return [f"{_number(name, f'{times} * {step}')}" for times in (1, 0, 2, -1, 10)]
    if (found := _COMPARED.fullmatch(condition)) and not found[1]:
        return _around(name, found[2], found[3])
    return ()


def _around(name: str, sign: str, bound: str) -> Iterator[str]:
    for more in _BEYOND[sign]:
        if name in ("int", "float") or ":" not in name:
            yield _number(name, f"{bound} + {more}")
        elif more in (0, 1, -1) and name in ("decimal:Decimal", "fractions:Fraction"):
            yield f"{name.replace(':', '.')}({bound}) + {more}"
        elif more == 0:
            yield bound


def _number(name: str, expression: str) -> str:
    try:
        value = eval(expression, {"__builtins__": {}})
    except Exception:  # a bound may be a date, or Decimal
        return "None"
    if name == "int":
        return str(int(value)) if value == int(value) else "None"
    return repr(float(value)) if name == "float" else repr(value)
