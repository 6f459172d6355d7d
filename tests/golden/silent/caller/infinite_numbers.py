"""Numbers that must end, where nobody says that infinity is one of them."""

from __future__ import annotations

import datetime
import math


def steps(stop, start=0.0, step=1.0):
    """Return the numbers from start on, below stop."""
    if not step:
        raise ValueError("a step must lead somewhere")
    count = max(0, min(100, int(math.ceil((stop - start) / step))))
    return [start + step * number for number in range(count)]


def new_year(year):
    """Return the first day of a year."""
    day = 1 + year * 0
    return datetime.date(int(year), 1, int(day))


def numbers(text):
    """Return the numbers of a range such as 3-5."""
    limits = list(map(int, text.split("-")))
    return list(range(min(limits), min(max(limits), 1000) + 1))
