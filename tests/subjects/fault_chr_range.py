"""A secret writing that shifts characters beyond the last one.

Shortest sequence:  shifted("\\U0010ffff")    ValueError: chr() arg not in range
"""

from __future__ import annotations


def shifted(text: str) -> str:
    """Return the text with every character replaced by the next."""
    return "".join(chr(ord(character) + 1) for character in text)  # the fault: the last one
