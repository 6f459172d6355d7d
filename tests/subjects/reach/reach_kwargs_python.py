"""The options are those of a function of Python."""

import json


def one_line(items: list[int], **options) -> str:
    """Return the items on one line."""
    lines = json.dumps(items, **options).split("\n")
    return lines[0] if len(lines) == 1 else lines[len(lines)]  # wrong: of several
