"""Run-length encoding of text, digits included."""

import re
from itertools import groupby


def encode(text):
    """'aab' becomes '2;a1;b'."""
    out = []
    for char, run in groupby(text):
        out.append(f"{len(list(run))};{char}")
    return "".join(out)


def decode(text):
    """'2;a1;b' becomes 'aab'."""
    return "".join(char * int(count) for count, char in re.findall(r"(\d+);(.)", text, re.DOTALL))
