"""A checksum of texts that takes them for ASCII.

Shortest sequence:  checksum("é")    UnicodeEncodeError
"""

from __future__ import annotations


def checksum(text: str) -> int:
    """Return the sum of the bytes, modulo 256."""
    return sum(text.encode("ascii")) % 256  # the fault
