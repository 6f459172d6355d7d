"""Reads rules: a name, a sign, and a number in braces."""

import re

_NUMBER = re.compile(r"\{(\d+)\}")
_SIGNS = (">=", "<=", "%")


class RuleError(ValueError):
    """A text is no rule."""


def read(rule: str) -> tuple[str, int]:
    """Return the sign and the number of a rule."""
    rest = rule.strip()
    if not rest.startswith("size"):
        raise RuleError("a rule begins with a name")
    rest = rest.removeprefix("size").lstrip()
    sign = next((one for one in _SIGNS if rest.startswith(one)), "")
    if not sign:
        raise RuleError("a sign comes after the name")
    number = _NUMBER.fullmatch(rest.removeprefix(sign).strip())
    if number is None:
        raise RuleError("a number in braces comes last")
    return sign, int(number[1])
