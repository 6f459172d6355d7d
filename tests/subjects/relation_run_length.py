"""Run-length encoding of text; digits in the text are taken for counts.

Wrong result:  decode(encode("1"))  is not  "1"
"""

import re
from itertools import groupby


def encode(text):
    """'aab' becomes '2a1b'."""
    out = []
    for char, run in groupby(text):
        out.append(f"{len(list(run))}{char}")
    return "".join(out)


def decode(text):
    """'2a1b' becomes 'aab'."""
    # the fault: a digit that was counted is lost, or read as part of the count
    return "".join(char * int(count) for count, char in re.findall(r"(\d+)(\D)", text))
