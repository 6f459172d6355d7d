"""A text that almost has the form: two patterns that do not agree."""

import re


def seconds(text: str) -> int:
    """Return the seconds of a time such as 12:30."""
    if re.match(r"\d\d:\d\d", text):
        hours, minutes = text.split(":")
        return int(hours) * 3600 + int(minutes) * 60  # wrong: something may follow
    return 0
