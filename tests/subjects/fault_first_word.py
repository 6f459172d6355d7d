"""Words of a line, where a line may have none.

Shortest sequence:  first("")    IndexError
"""

from __future__ import annotations


def first(line: str) -> str:
    """Return the first word in small letters."""
    return line.split()[0].lower()  # the fault


def initials(line: str) -> str:
    return "".join(word[0] for word in line.split())
