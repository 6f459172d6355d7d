"""A number of pages for pages that hold nothing.

Shortest sequence:  pages(0, 0)    ZeroDivisionError
"""

from __future__ import annotations


def pages(items: int, per_page: int) -> int:
    """Return how many pages the items fill.

    Raises:
        ValueError: a number is negative.
    """
    if items < 0 or per_page < 0:
        raise ValueError("a number is negative")
    return -(-items // per_page)  # the fault: per_page may be 0
